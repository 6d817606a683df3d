/** Who said what to which question, and what was kept of it. */
import type { ExpertTask } from './expert-tasks.ts'

export type Contradiction = {
  readonly question: string
  /** The two tasks, and what each says. */
  readonly one: { readonly id: string; readonly says: string }
  readonly other: { readonly id: string; readonly says: string }
}

export type MatrixEntry = ExpertTask & {
  /** A later one took its place. */
  readonly supersededBy: string | null
  readonly isDisputed: boolean
}

/** What the merger has of a question. */
export type Kept = 'agree' | 'kept' | 'contradiction' | 'open' | 'under way' | 'not asked'

export type MatrixRow = {
  /** The id of the first task of it. */
  readonly key: string
  readonly question: string
  /** By category. */
  readonly cells: ReadonlyMap<string, readonly MatrixEntry[]>
  readonly kept: Kept
  /** Those that stand, in the order in which they count. */
  readonly standing: readonly MatrixEntry[]
}

export type Matrix = {
  readonly columns: readonly {
    readonly category: string
    readonly rounds: readonly number[]
    readonly kinds: readonly string[]
  }[]
  readonly rows: readonly MatrixRow[]
}

export function matrixOf(tasks: readonly ExpertTask[], contradictions: readonly Contradiction[]): Matrix {
  const disputed = new Set(contradictions.flatMap(({ one, other }) => [one.id, other.id]))
  const successors = supersededIn(tasks)
  const entries = tasks.map((task): MatrixEntry => {
    return { ...task, supersededBy: successors.get(task.id) ?? null, isDisputed: disputed.has(task.id) }
  })
  const roots = rootsOf(tasks)
  const groups = Map.groupBy(entries, ({ id }) => roots.get(id) ?? id)
  return { columns: columnsOf(entries), rows: [...groups].map(([key, own]) => rowOf(key, own)) }
}

function columnsOf(entries: readonly MatrixEntry[]): Matrix['columns'] {
  return [...Map.groupBy(entries, ({ category }) => category)].map(([category, own]) => ({
    category,
    rounds: [...new Set(own.map(({ round }) => round))],
    kinds: [...new Set(own.map(({ kind }) => kind))],
  }))
}

function rowOf(key: string, entries: readonly MatrixEntry[]): MatrixRow {
  const standing = entries.filter(({ supersededBy, state }) => supersededBy === null && state === 'answered')
  return {
    key,
    question: entries[0]?.question ?? '',
    cells: Map.groupBy(entries, ({ category }) => category),
    kept: keptOf(entries, standing),
    standing: standing.toSorted((one, other) => rankOf(one) - rankOf(other)),
  }
}

function keptOf(entries: readonly MatrixEntry[], standing: readonly MatrixEntry[]): Kept {
  if (entries.some(({ isDisputed }) => isDisputed)) return 'contradiction'
  if (entries.some(({ state }) => state === 'running' || state === 'waiting')) return 'under way'
  if (entries.every(({ state }) => state === 'left')) return 'not asked'
  if (standing.length === 0 || standing.every(({ confidence, gaps }) => confidence === 'low' && gaps !== ''))
    return 'open'
  return standing.length > 1 ? 'agree' : 'kept'
}

/** In which order the merger believes: tools, documents, sure experts, the web, less sure ones. */
function rankOf({ kind, confidence }: Pick<ExpertTask, 'kind' | 'confidence'>): number {
  if (kind === 'tool' || kind === 'math') return 0
  if (kind === 'graph') return 1
  if (kind === 'web') return 3
  return confidence === 'high' ? 2 : confidence === 'medium' ? 4 : 5
}

/** The word the merger itself is told. */
export function weightOf(task: Pick<ExpertTask, 'kind' | 'confidence'>): 'primary' | 'supporting' | 'background' {
  const rank = rankOf(task)
  return rank <= 2 ? 'primary' : rank <= 4 ? 'supporting' : 'background'
}

/** Tasks whose place a later one took: the one it names, or one of an earlier round with the same words to the same expert. */
function supersededIn(tasks: readonly ExpertTask[]): ReadonlyMap<string, string> {
  const successors = new Map<string, string>()
  for (const [index, task] of tasks.entries()) {
    if (task.state !== 'answered') continue
    const before = tasks.slice(0, index).filter((other) => other.round < task.round && isMeant(task, other))
    for (const other of before) if (isAsSure(task, other)) successors.set(other.id, task.id)
  }
  return successors
}

function isMeant(task: ExpertTask, other: ExpertTask): boolean {
  return task.supersedes === other.id || (task.category === other.category && folded(task) === folded(other))
}

const sureness = { high: 2, medium: 1, low: 0 } as const

function isAsSure(task: ExpertTask, other: ExpertTask): boolean {
  return other.state !== 'answered' || sureness[task.confidence ?? 'medium'] >= sureness[other.confidence ?? 'medium']
}

/** The first task of the question that each is about: a row is what was asked, however often. */
function rootsOf(tasks: readonly ExpertTask[]): ReadonlyMap<string, string> {
  const roots = new Map<string, string>()
  const byWords = new Map<string, string>()
  for (const task of tasks) {
    const root = roots.get(task.supersedes) ?? byWords.get(folded(task)) ?? task.id
    roots.set(task.id, root)
    if (!byWords.has(folded(task))) byWords.set(folded(task), root)
  }
  return roots
}

/** Case, accents and punctuation make no other question. */
function folded({ question }: ExpertTask): string {
  const plain = question.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')
}
