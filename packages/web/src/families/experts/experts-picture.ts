/** Experts: their rounds, what the gaps of each led to, what the critic said, and why it stopped. */
import { listOf, numberOf, objectOf, textOf } from '../loop/json-values.ts'
import type { LoopSlice } from '../loop/loop-slice.ts'
import { type ExpertTask, expertTasks } from './expert-tasks.ts'
import { type Contradiction, type Matrix, matrixOf } from './experts-matrix.ts'

export type Gap = {
  /** The round in which it was found. */
  readonly round: number
  readonly text: string
  readonly type: string
  readonly focus: string
  /** The tasks that were planned for it; none when nothing was. */
  readonly replan: readonly Pick<ExpertTask, 'id' | 'category' | 'question' | 'supersedes'>[]
  readonly replanPath: string | null
  /** `planning`: it may still be closed. `another`: the next round names another gap, and this one no more. */
  readonly fate: 'closed' | 'still open' | 'another' | 'planning'
}

export type Critic = { readonly verdict: string; readonly reason: string; readonly path: string | null }

export type ExpertsPicture = {
  readonly round: number
  readonly mostRounds: number
  readonly matrix: Matrix
  readonly contradictions: readonly Contradiction[]
  readonly gaps: readonly Gap[]
  readonly critic: Critic | null
  readonly tokens: number
  readonly tokenGuard: number | null
  readonly merge: { readonly path: string; readonly isRunning: boolean } | null
  /** What the planner wrote that could not be used, was mended or cut. */
  readonly remarks: readonly string[]
  readonly sideEffect: string
  /** `complete`, `rounds`, `tokens`, …; empty as long as it runs. */
  readonly stop: string
  readonly outcome: string
  /** What it does now; empty when it is over. */
  readonly doing: string
}

export function expertsPicture(slice: LoopSlice): ExpertsPicture {
  const { config, end, notes } = slice
  const tasks = expertTasks(slice)
  const contradictions = contradictionsIn(slice)
  const iterations = notes.filter(({ name }) => name === 'iteration').length
  return {
    round: iterations + 1,
    mostRounds:
      (numberOf(config['maxAgenticRounds']) ?? numberOf(end?.details['agentic_max_rounds']) ?? iterations) + 1,
    matrix: matrixOf(tasks, contradictions),
    contradictions,
    gaps: gapsOf(slice),
    critic: criticOf(slice),
    tokens: tokensOf(slice),
    tokenGuard: numberOf(config['tokenGuard']),
    merge: mergeOf(slice),
    remarks: remarksIn(slice),
    sideEffect: textOf(objectOf(notes.find(({ name }) => name === 'side-effect')?.value)['tools']),
    stop: textOf(end?.details['stop']),
    outcome: end?.outcome ?? '',
    doing: slice.isOver ? '' : doingIn(slice),
  }
}

const doings: readonly (readonly [RegExp, string])[] = [
  [/^task#/, 'experts at work'],
  [/^merge#/, 'merging'],
  [/^judge#/, 'looking for gaps'],
  [/^critic#/, 'asking the critic'],
  [/(?:^|\/)(?:repair-)?plan#/, 'planning'],
]

function doingIn({ running }: LoopSlice): string {
  const found = doings.find(([path]) => running.some(({ at }) => path.test(at)))
  return found?.[1] ?? 'at work'
}

/** Known at the end alone: code compares the results there. */
function contradictionsIn({ end }: LoopSlice): readonly Contradiction[] {
  return listOf(end?.details['contradictions']).map((each) => {
    const { question, earlier, later } = objectOf(each)
    const [one, other] = [objectOf(earlier), objectOf(later)].map(({ id, says }) => ({
      id: textOf(id),
      says: textOf(says),
    }))
    const nobody = { id: '', says: '' }
    return { question: textOf(question), one: one ?? nobody, other: other ?? nobody }
  })
}

function gapsOf(slice: LoopSlice): readonly Gap[] {
  const { notes, plans, end, isOver } = slice
  const told = notes.filter(({ name }) => name === 'gap')
  return told.map((note, index) => {
    const { gap, type, next_focus: focus } = objectOf(note.value)
    const before = notes.filter(({ name, seq }) => name === 'iteration' && seq < note.seq).length
    const next = told[index + 1]
    const isBefore = (seq: number) => next === undefined || seq < next.seq
    const replan = plans.find(({ seq, data }) => seq > note.seq && isBefore(seq) && data['round'] !== undefined)
    return {
      round: before + 1,
      text: textOf(gap),
      type: textOf(type).replaceAll('_', ' '),
      focus: textOf(focus),
      replan: listOf(replan?.steps).map((step) => plannedIn(objectOf(step))),
      replanPath: replan?.path ?? null,
      fate: fateOf({
        isOver,
        text: textOf(gap),
        next: next && textOf(objectOf(next.value)['gap']),
        openAtEnd: end?.gap ?? '',
      }),
    }
  })
}

function plannedIn({ id, category, goal, supersedes }: ReturnType<typeof objectOf>): Gap['replan'][number] {
  return { id: textOf(id), category: textOf(category), question: textOf(goal), supersedes: textOf(supersedes) }
}

type Course = {
  readonly isOver: boolean
  readonly text: string
  /** The gap that was found after it, if one was. */
  readonly next: string | undefined
  readonly openAtEnd: string
}

function fateOf({ isOver, text, next, openAtEnd }: Course): Gap['fate'] {
  if (next !== undefined) return isSame(text, next) ? 'still open' : 'another'
  if (!isOver) return 'planning'
  return openAtEnd === '' ? 'closed' : 'still open'
}

/** One of them says what the other says, and perhaps more. */
function isSame(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].map((text) => text.toLowerCase().replace(/\s+/g, ' ').trim())
  return long.includes(short) || short.includes(long)
}

function criticOf({ notes, steps, running }: LoopSlice): Critic | null {
  const step = [...running, ...steps].find(({ at }) => /^critic#\d+$/.test(at))
  const note = notes.find(({ name }) => name === 'critic')
  if (!note && !step) return null
  const { verdict, reason } = objectOf(note?.value)
  return { verdict: textOf(verdict), reason: textOf(reason), path: step?.path ?? null }
}

/** As the loop counted them last, and what was read since. */
function tokensOf({ steps }: LoopSlice): number {
  const counted = steps.findLast(({ kind }) => kind === 'spent')
  const before = numberOf(objectOf(counted?.fact.data['result'])['inputTokens']) ?? 0
  const since = steps.filter(({ seq }) => seq > (counted?.seq ?? 0))
  return since.reduce((sum, { inputTokens }) => sum + inputTokens, before)
}

function mergeOf({ steps, running }: LoopSlice): ExpertsPicture['merge'] {
  const isMerge = ({ at }: { readonly at: string }) => /^merge#\d+$/.test(at)
  const begun = running.find(isMerge)
  if (begun) return { path: begun.path, isRunning: true }
  const done = steps.findLast(isMerge)
  return done ? { path: done.path, isRunning: false } : null
}

function remarksIn({ notes }: LoopSlice): readonly string[] {
  return notes.flatMap(({ name, value }) => {
    const { faults, remarks, leftOut } = objectOf(value)
    if (name === 'plan-unusable') return listOf(faults).map((fault) => `A plan could not be used: ${textOf(fault)}`)
    if (name === 'plan-mended') return listOf(remarks).map((remark) => `The plan was mended: ${textOf(remark)}`)
    return name === 'plan-cut' ? [`The plan was too long. Left out: ${textOf(leftOut)}`] : []
  })
}
