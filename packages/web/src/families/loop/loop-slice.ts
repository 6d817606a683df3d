/** All that belongs to one loop of a session, in its order: for views that fold what they find, not what they look for. */
import type { Json, JsonObject } from '@gyre/core'
import type { RunningStep } from '../../session/running-steps.ts'
import type { Note, PlanVersion, SessionLog, Step } from '../../session/session-log.ts'
import { type LoopEnd, LoopPart, objectOf } from './loop-part.ts'

/** Something of a loop, with where it is: its path, and the same without what stands before the loop. */
export type Placed<T> = T & { readonly at: string }

export type LoopSlice = {
  /** What the loop was set by; empty as long as nobody told. */
  readonly config: JsonObject
  readonly steps: readonly Placed<Step>[]
  readonly running: readonly Placed<RunningStep>[]
  /** Those of the loop itself, not of loops inside it. */
  readonly notes: readonly Placed<Note>[]
  readonly plans: readonly Placed<PlanVersion>[]
  /** Where people are asked something and have not answered, without what stands before the loop. */
  readonly questions: readonly string[]
  /** Null as long as it runs, and when it never came to an end of its own. */
  readonly end: LoopEnd | null
  /** Nobody works on it any more, whether it came to an end or not. */
  readonly isOver: boolean
}

/** Of a `base` such as `''` or `episode#2/react/`. */
export function loopSlice(log: SessionLog, base: string): LoopSlice {
  const placed = <T extends { readonly path: string }>(all: readonly T[]): readonly Placed<T>[] =>
    all.filter(({ path }) => path.startsWith(base)).map((each) => ({ ...each, at: each.path.slice(base.length) }))
  const { config, end, isOver } = new LoopPart(log, base)
  return {
    config,
    end,
    isOver,
    steps: placed(log.steps),
    running: placed(log.running.all),
    notes: placed(log.notes).filter(isOwn),
    plans: placed(log.plans).filter(isOwn),
    questions: placed([...log.view.questions.values()]).map(({ at }) => at),
  }
}

/** Loops inside have their name in the path, which has no number: `attempt#1/react/note#1`. */
function isOwn({ at }: { readonly at: string }): boolean {
  return at.split('/').every((part) => part.includes('#'))
}

export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}

/** Entries that should be objects. */
export function objectsOf(value: Json | undefined): readonly JsonObject[] {
  return listOf(value).map(objectOf)
}

export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

export function textsOf(value: Json | undefined): readonly string[] {
  return listOf(value).map(textOf)
}

export function numberOf(value: Json | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** The beginning of a text, on one line: what there is room for in a cell. */
export function firstLine(text: string, longest = 160): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest - 1).trimEnd()}…` : line
}
