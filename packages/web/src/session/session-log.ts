/**
 * A session as the page knows it: its facts, folded one by one as they come.
 *
 * A finished session is read the same way as one that runs, so both look the same; and as facts come in small pieces,
 * none of ten thousand steps holds the page up.
 */
import type { Fact, Json, JsonObject } from '@gyre/core'
import {
  type FactEvent,
  isFact,
  isWrapUp,
  PlanHistory,
  type SessionEvent,
  SessionView,
  stepName,
  UsedInputs,
} from '@gyre/core/view'
import { RunningSteps } from './running-steps.ts'
import { StillTimes } from './still-times.ts'

export type StepState = 'finished' | 'failed' | 'not-made'

/** A step that is over. */
export type Step = {
  readonly seq: number
  readonly path: string
  /** Its label, or the tool that ran. */
  readonly name: string
  readonly kind: string
  readonly state: StepState
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly endedAt: number
  readonly ms: number
  readonly model: string | null
  /** Whom a request was to: author, planner, judge or utility. */
  readonly role: string | null
  readonly tool: string | null
  readonly inputTokens: number
  readonly outputTokens: number
  readonly costUsd: number | null
  /** The fact it is read off, whole. */
  readonly fact: FactEvent
}

/** A plan as it was published, with why it is not the one before. */
export type PlanVersion = {
  readonly seq: number
  readonly path: string
  readonly at: number
  readonly steps: Json
  readonly data: JsonObject
}

export type Note = {
  readonly seq: number
  readonly path: string
  readonly at: number
  readonly name: string
  readonly value: Json
}

export type InterventionFact = {
  readonly id: string
  readonly action: string
  readonly state: 'queued' | 'applied' | 'rejected' | 'withdrawn'
  readonly seq: number
  readonly at: number
  readonly data: JsonObject
}

const stepTypes: ReadonlySet<string> = new Set(['step.finished', 'step.failed', 'plan.changed'])

export class SessionLog {
  readonly id: string
  /** Status, outcome, answer, usage, open questions: what the runtime itself folds. */
  readonly view = new SessionView()
  readonly plan = new PlanHistory()
  readonly facts: FactEvent[] = []
  /** In the order they ended. */
  readonly steps: Step[] = []
  readonly stepByPath = new Map<string, Step>()
  readonly plans: PlanVersion[] = []
  readonly notes: Note[] = []
  /** The newest of each, by id. */
  readonly interventions = new Map<string, InterventionFact>()
  readonly running = new RunningSteps()
  readonly still = new StillTimes()
  /** When its first and last facts were written. */
  startedAt = 0
  updatedAt = 0
  readonly #usedInputs = new UsedInputs()

  constructor(id: string) {
    this.id = id
  }

  get hasEnded(): boolean {
    return this.view.outcome !== null
  }

  /** Notes of one name, oldest first. */
  notesNamed(name: string): readonly Note[] {
    return this.notes.filter((note) => note.name === name)
  }

  /** Takes an event in. Every fact of the session in order; deltas as they come, or none. */
  apply(event: SessionEvent): void {
    if (isFact(event)) this.#fact(this.#usedInputs.apply(event))
    else this.running.apply(event)
  }

  #fact(event: FactEvent): void {
    const { seq, type, path, data } = event
    // What was told already, by a stream that was taken up a little earlier than it had been left.
    if (seq <= this.view.seq) return
    const at = Date.parse(event.at)
    this.startedAt ||= at
    this.updatedAt = at
    this.facts.push(event)
    const kind = data['kind'] as Fact['kind']
    this.view.apply({ seq, at, type, path, kind, data, result: () => data['result'] ?? null })
    this.plan.apply(event)
    this.#sort(event, at)
  }

  #sort(event: FactEvent, at: number): void {
    const { seq, type, path = '', data } = event
    if (stepTypes.has(type)) this.#step(event, at)
    if (type === 'plan.changed') this.plans.push({ seq, path, at, steps: data['result'] ?? [], data })
    if (type === 'note') this.notes.push({ seq, path, at, name: String(data['name']), value: data['value'] ?? null })
    if (type.startsWith('intervention.')) this.#intervention(event, at)
    if (type === 'session.status' || type === 'session.ended') this.still.apply(data['status'], at)
    if (type === 'session.ended') this.running.clear()
  }

  #step(event: FactEvent, at: number): void {
    const step = stepOf(event, at)
    this.steps.push(step)
    this.stepByPath.set(step.path, step)
    this.running.end(step.path)
  }

  #intervention({ seq, type, data }: FactEvent, at: number): void {
    const id = String(data['id'])
    const state = type.slice('intervention.'.length) as InterventionFact['state']
    const known = this.interventions.get(id)
    this.interventions.set(id, {
      id,
      action: String(data['action'] ?? known?.action),
      state,
      seq,
      at,
      data: { ...known?.data, ...data },
    })
  }
}

type Requested = { readonly tool?: string; readonly role?: string }

function stepOf(event: FactEvent, at: number): Step {
  const { seq, type, path = '', data } = event
  const { tool = null, role = 'author' } = (data['request'] ?? {}) as Requested
  const { inputTokens = 0, outputTokens = 0 } = (data['usage'] ?? {}) as {
    readonly inputTokens?: number
    readonly outputTokens?: number
  }
  const ms = Number(data['ms'] ?? 0)
  const kind = String(data['kind'] ?? 'plan')
  return {
    seq,
    path,
    name: stepName(path, data),
    kind,
    state: isWrapUp(event) ? 'not-made' : type === 'step.failed' ? 'failed' : 'finished',
    startedAt: at - ms,
    endedAt: at,
    ms,
    model: typeof data['model'] === 'string' ? data['model'] : null,
    role: kind === 'generate' ? role : null,
    tool,
    inputTokens,
    outputTokens,
    costUsd: typeof data['costUsd'] === 'number' ? data['costUsd'] : null,
    fact: event,
  }
}
