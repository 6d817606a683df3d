/** One loop of a session as its view sees it: the steps and notes below its path, its settings, and how it ended. */
import type { Json, JsonObject } from '@gyre/core'
import type { RunningStep } from '../../session/running-steps.ts'
import type { Note, SessionLog, Step } from '../../session/session-log.ts'
import { objectOf } from './json-values.ts'

/** What a loop ended with. */
export type LoopEnd = {
  readonly answer: Json
  readonly outcome: string
  readonly gap: string | null
  readonly details: JsonObject
}

/** A step that is over, one under way, or none yet. */
export type StepAt = { readonly path: string; readonly done?: Step; readonly running?: RunningStep }

export class LoopPart {
  readonly base: string
  readonly config: JsonObject
  /** Null as long as it runs, and when it never came to an end of its own. */
  readonly end: LoopEnd | null
  /** Nothing more comes of it: it ended, failed, or its session did. */
  readonly isOver: boolean
  readonly #log: SessionLog

  constructor(log: SessionLog, base: string) {
    this.#log = log
    this.base = base
    const run = base === '' ? undefined : log.stepByPath.get(pathOfRun(base))
    this.config = base === '' ? objectOf(log.view.definition?.config) : requestedConfig(run)
    this.end = base === '' ? sessionEnd(log) : loopEnd(run)
    this.isOver = run !== undefined || log.hasEnded
  }

  get goal(): string {
    return this.#log.view.definition?.task.goal ?? ''
  }

  /** A step by its path inside of the loop. */
  at(local: string): StepAt {
    const path = this.base + local
    const done = this.#log.stepByPath.get(path)
    const running = done ? undefined : this.#log.running.at(path)
    return { path, ...(done && { done }), ...(running && { running }) }
  }

  /** The same, where a reply that could not be read was asked for again: the last of them counts. */
  repaired(local: string): StepAt {
    let last = this.at(local)
    for (let nth = 1; ; nth += 1) {
      const next = this.at(`${local}/repair#${nth}`)
      if (!isThere(next)) return last
      last = next
    }
  }

  /** Steps of one label, such as `think`, from the first: as many as there are without a gap. */
  all(label: string): readonly StepAt[] {
    const found: StepAt[] = []
    for (let nth = 1; ; nth += 1) {
      const step = this.at(`${label}#${nth}`)
      if (!isThere(step)) return found
      found.push(step)
    }
  }

  /** Notes of one name that this loop wrote, its branches included, but not loops inside of it. */
  notes(name: string): readonly Note[] {
    return this.#log
      .notesNamed(name)
      .filter(({ path }) => path.startsWith(this.base) && isOwn(path.slice(this.base.length)))
  }

  /** Whether a person is asked something at this path or below it. */
  isAsked(path: string): boolean {
    return [...this.#log.view.questions.keys()].some((asked) => asked === path || asked.startsWith(`${path}/`))
  }
}

/** Whether a path inside of a loop is of it: those of loops inside have their name in it, which has no number. */
export function isOwn(local: string): boolean {
  return local.split('/').every((part) => part.includes('#'))
}

export function isThere({ done, running }: StepAt): boolean {
  return done !== undefined || running !== undefined
}

/** `episode#2` of `episode#2/react/`. */
function pathOfRun(base: string): string {
  return base.replace(/\/[^/]*\/$/, '')
}

function requestedConfig(run: Step | undefined): JsonObject {
  return objectOf(objectOf(run?.fact.data['request'])['config'])
}

function sessionEnd({ view }: SessionLog): LoopEnd | null {
  const { outcome, answer, gap, details } = view
  return outcome === null ? null : { outcome, answer, gap, details: objectOf(details) }
}

function loopEnd(run: Step | undefined): LoopEnd | null {
  if (run?.state !== 'finished') return null
  const { answer = null, outcome, gap, details } = objectOf(run.fact.data['result'])
  return {
    answer,
    outcome: String(outcome),
    gap: typeof gap === 'string' ? gap : null,
    details: objectOf(details),
  }
}
