/** What a session of experts knows. Each part of the loop makes a new one of it. */
import type { Json } from '../../json.ts'
import type { Task } from '../../kernel/loop.ts'
import { type EstablishedFact, factOf, findingsOf } from './facts.ts'
import type { GapType } from './gap-type.ts'
import { cleared, emptyLedger, type Ledger, withResults } from './ledger.ts'
import type { TaskResult } from './result.ts'
import { type Config, type Expert, general } from './schema.ts'
import type { PlannedTask } from './tasks.ts'

export type Gap = { readonly gap: string; readonly type: GapType; readonly nextFocus: string }

/** A round that is over. */
export type Round = {
  readonly iteration: number
  readonly plan_summary: string
  readonly findings: string
  readonly gap: string
  readonly type: string
}

export type State = {
  readonly task: Task
  readonly config: Config
  /** 0 is the first pass; each re-plan is one more. */
  readonly round: number
  readonly ledger: Ledger
  /** Every result, whatever became of it. */
  readonly all: readonly TaskResult[]
  readonly history: readonly Round[]
  /** Tokens of all prompts of the session when gaps were last looked for. */
  readonly tokens: number
  readonly answer: string | undefined
  readonly gap: Gap | undefined
  /** Tasks that a plan had too many; '' when none. */
  readonly leftOut: string
  /** Why no further round follows. */
  readonly stop: string
}

export function beginning(task: Task, config: Config): State {
  return {
    task,
    config,
    round: 0,
    ledger: emptyLedger,
    all: [],
    history: [],
    tokens: 0,
    answer: undefined,
    gap: undefined,
    leftOut: '',
    stop: '',
  }
}

export function expertsOf({ experts }: Config): readonly Expert[] {
  return experts.some(({ category }) => category === general.category) ? experts : [general, ...experts]
}

/** Those of the round that is on. */
export function resultsOf({ all, round }: State): readonly TaskResult[] {
  return all.filter((result) => result.round === round)
}

/** Those of earlier rounds that stand. */
export function earlierResults({ ledger, round }: State): readonly TaskResult[] {
  return [...ledger.cleared, ...ledger.standing].filter((result) => result.round < round)
}

export function withRound(state: State, results: readonly TaskResult[]): State {
  return {
    ...state,
    ledger: withResults(state.ledger, results),
    all: [...state.all, ...results],
  }
}

/** Whether results of this round contradict each other or those of earlier ones. */
export function isDisputed({ ledger, round }: State): boolean {
  return ledger.contradictions.some(({ later }) => later.round === round)
}

/** The round as it is kept, with what was found out about the answer. */
export function withHistory(state: State, tasks: readonly PlannedTask[]): State {
  const { round, gap } = state
  const facts = resultsOf(state).flatMap(factOf)
  const entry: Round = {
    iteration: round,
    plan_summary: tasks.map(({ id, category, goal }) => `${id} (${category}): ${goal}`).join('\n'),
    findings: findingsOf(facts),
    gap: gap?.gap ?? '',
    type: gap?.type ?? '',
  }
  return { ...state, history: [...state.history, entry] }
}

/** The next round: what was fetched or worked out is cleared, and lives on as facts. */
export function nextRound(state: State): State {
  return { ...state, round: state.round + 1, ledger: cleared(state.ledger), leftOut: '' }
}

/** What was cleared and still stands. */
export function clearedFacts({ ledger }: State): readonly EstablishedFact[] {
  return ledger.cleared.flatMap(factOf)
}

/** All that is established: what was cleared, and what stands. */
export function establishedIn(state: State): readonly EstablishedFact[] {
  return [...clearedFacts(state), ...state.ledger.standing.flatMap(factOf)]
}

export function sourcesOf({ all }: State): readonly string[] {
  return [...new Set(all.flatMap(({ sources }) => sources))]
}

/** Plain data for the journal. */
export function asJson(value: unknown): Json {
  return value as Json
}
