/** What a session of experts knows. Each part of the loop makes a new one of it. */
import type { Json } from '../../json.ts'
import type { Task } from '../../kernel/loop.ts'
import { type Config, type Expert, general } from './config.ts'
import { type EstablishedFact, factOf, findingsOf } from './facts.ts'
import type { GapType } from './gap-type.ts'
import { cleared, emptyLedger, type Ledger, withResults } from './ledger.ts'
import type { TaskResult } from './result.ts'
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
  /** The tasks of the round, as people left them; none before they have. */
  readonly tasks: readonly PlannedTask[]
  readonly ledger: Ledger
  /** Every result, whatever became of it. */
  readonly all: readonly TaskResult[]
  readonly history: readonly Round[]
  /** Tokens of all prompts of the session when gaps were last looked for. */
  readonly tokens: number
  readonly answer: string | undefined
  /** How many of all results there were when it was written. */
  readonly answeredFrom: number
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
    tasks: [],
    ledger: emptyLedger,
    all: [],
    history: [],
    tokens: 0,
    answer: undefined,
    answeredFrom: 0,
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

/** The answer as it is written from all results so far. */
export function withAnswer(state: State, answer: string): State {
  return { ...state, answer, answeredFrom: state.all.length }
}

/** Whether a task gave something that the answer does not know of. */
export function hasNews({ all, answeredFrom }: State): boolean {
  return all.slice(answeredFrom).some(({ output }) => output !== null)
}

/** The tasks of this round that were not carried out. */
export function tasksLeft({ tasks, all }: State): readonly PlannedTask[] {
  return tasks.filter(({ id }) => !all.some((result) => result.id === id))
}

/** The round with other tasks in the place of those that are left. */
export function withTasks(state: State, left: readonly PlannedTask[], tasks: readonly PlannedTask[]): State {
  return { ...state, tasks: [...state.tasks.filter((task) => !left.includes(task)), ...tasks] }
}

/** Tasks as people read them, a line each. */
export function taskLines(tasks: readonly PlannedTask[]): string {
  return tasks.map(({ id, category, goal }) => `${id} (${category}): ${goal}`).join('\n')
}

/** Whether results of this round contradict each other or those of earlier ones. */
export function isDisputed({ ledger, round }: State): boolean {
  return ledger.contradictions.some(({ later }) => later.round === round)
}

/** The round as it is kept, with what was found out about the answer. */
export function withHistory(state: State): State {
  const { round, gap, tasks } = state
  const facts = resultsOf(state).flatMap(factOf)
  const entry: Round = {
    iteration: round,
    plan_summary: taskLines(tasks),
    findings: findingsOf(facts),
    gap: gap?.gap ?? '',
    type: gap?.type ?? '',
  }
  return { ...state, history: [...state.history, entry] }
}

/** The next round: what was fetched or worked out is cleared, and lives on as facts. */
export function nextRound(state: State): State {
  return { ...state, round: state.round + 1, tasks: [], ledger: cleared(state.ledger), leftOut: '' }
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
