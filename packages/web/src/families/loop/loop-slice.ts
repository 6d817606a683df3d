/** All that belongs to one loop of a session, in its order: for views that fold what they find, not what they look for. */
import type { JsonObject } from '@gyre/core'
import type { RunningStep } from '../../session/running-steps.ts'
import type { Note, PlanVersion, SessionLog, Step } from '../../session/session-log.ts'
import { isOwn, type LoopEnd, LoopPart } from './loop-part.ts'

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
    notes: placed(log.notes).filter(({ at }) => isOwn(at)),
    plans: placed(log.plans).filter(({ at }) => isOwn(at)),
    questions: placed([...log.view.questions.values()]).map(({ at }) => at),
  }
}
