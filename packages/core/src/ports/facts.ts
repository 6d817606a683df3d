/**
 * Facts: what a journal is made of.
 *
 * One table, one sequence per session. A fact is shown only once it is durable and is never lost;
 * everything else about a session (its status, its counters, its outcome) is a fold of its facts.
 */
import type { Json } from '../json.ts'

/** What kinds of facts there are. */
export type FactType =
  | 'session.created'
  | 'session.status'
  | 'session.ended'
  | 'step.finished'
  | 'step.failed'
  | 'step.intended'
  | 'plan.changed'
  | 'note'
  | 'question.asked'
  | 'question.answered'
  | 'intervention.queued'
  | 'intervention.applied'
  | 'intervention.rejected'
  | 'intervention.withdrawn'
  | 'budget.warned'
  | 'context.compacted'
  | 'drift'

/** What a step does. A replay that finds another kind at a path stops. */
export type StepKind =
  | 'generate'
  | 'tool'
  | 'loop'
  | 'embed'
  | 'recall'
  | 'remember'
  | 'cache'
  | 'ask'
  | 'plan'
  | 'note'
  | 'phase'
  | 'compact'
  | 'now'
  | 'spent'
  | 'random'

/** Version of the journal's format, stored with each session. */
export const journalVersion = 1

/** A row of the journal; `seq` counts from 1, `at` is ms since 1970. */
export type Fact = {
  readonly seq: number
  readonly at: number
  readonly type: FactType
  /** Where in the loop's structure: `act#2[0]/search#1`. */
  readonly path?: string | undefined
  readonly kind?: StepKind | undefined
  /** What was asked: compared on replay. */
  readonly request?: Json | undefined
  /** What came back: returned on replay. */
  readonly result?: Json | undefined
  /** The rest: model, usage, cost, duration, who intervened. */
  readonly data?: Json | undefined
}
