/** A plan as it is drawn: its versions, and how each step stands. */
import type { SessionLog } from '../../session/session-log.ts'
import { plural } from '../../ui/format.ts'
import { PlanFold, type PlanVersion } from './plan-fold.ts'
import { placeOf } from './plan-step-end.ts'
import type { Planned } from './planned.ts'

/** What is held was begun, and stands still because the session does. */
export type PlanStepState = 'done' | 'failed' | 'running' | 'held' | 'asks' | 'next' | 'later' | 'skipped'

export type DrawnStep = Planned & {
  readonly state: PlanStepState
  /** The version it came with. */
  readonly since: number
  readonly score: number | undefined
  readonly quality: string | undefined
  /** How long it took; or since when it runs or waits. */
  readonly ms: number | undefined
  readonly startedAt: number | undefined
  /** The step it can be looked at by. */
  readonly path: string | undefined
  readonly said: string
}

export type PlanPicture = {
  readonly versions: readonly PlanVersion[]
  /** Those of one version, as they stand now. */
  readonly stepsOf: (version: PlanVersion) => readonly DrawnStep[]
}

/** `base` stands before the paths of the loop's steps: empty for the session's own loop. */
export function planPicture(log: SessionLog, base: string): PlanPicture {
  const fold = PlanFold.of(log.facts, base)
  const under = log.hasEnded ? new Map<string, Work>() : underWay(log, base, fold)
  return { versions: fold.versions, stepsOf: ({ steps }) => steps.map((step) => drawn(step, { log, fold, under })) }
}

type Work = { readonly state: 'running' | 'asks'; readonly startedAt: number; readonly path: string }

type Known = { readonly log: SessionLog; readonly fold: PlanFold; readonly under: ReadonlyMap<string, Work> }

function drawn(step: Planned, known: Known): DrawnStep {
  const { fold, under, log } = known
  const end = fold.ends.get(step.key)
  const work = under.get(step.key)
  const score = fold.scores.get(step.key)
  return {
    ...step,
    state: stateOf(step, known),
    since: fold.since.get(step.key) ?? 1,
    score: score?.score,
    quality: score?.quality,
    ms: end?.ms,
    startedAt: end ? end.endedAt - end.ms : work && sinceOf(work, log),
    path: end?.path ?? work?.path,
    said: end?.said ?? '',
  }
}

/** Since when a question is open; of what is done, without the time in which nothing was. */
function sinceOf({ state, startedAt }: Work, { still }: SessionLog): number {
  return state === 'asks' ? startedAt : still.workedSince(startedAt)
}

function stateOf({ key }: Planned, { log, fold, under }: Known): PlanStepState {
  const end = fold.ends.get(key)
  if (end) return end.hasFailed ? 'failed' : 'done'
  if (fold.isDone(key)) return 'done'
  if (fold.givenUp.has(key) || log.hasEnded) return 'skipped'
  const work = under.get(key)
  if (work?.state === 'running' && log.view.status === 'paused') return 'held'
  if (work) return work.state
  return fold.ready.some((step) => step.key === key) ? 'next' : 'later'
}

/** Steps of the plan that somebody works at, by what is told of their branches since the plan was shown last. */
function underWay(log: SessionLog, base: string, fold: PlanFold): ReadonlyMap<string, Work> {
  const works = new Map<string, Work>()
  const open = fold.ready.filter(({ key }) => !fold.ends.has(key))
  for (const { path, startedAt, state } of [...workIn(log, base, fold), ...questionsIn(log, base)]) {
    const [branch = ''] = path.slice(base.length).split('/')
    const step = fold.ready[placeOf(branch)] ?? open[0]
    if (!step || fold.ends.has(step.key)) continue
    const known = works.get(step.key)
    const since = state === 'asks' ? startedAt : Math.min(startedAt, known?.startedAt ?? startedAt)
    works.set(step.key, { state, startedAt: since, path: known?.path ?? path })
  }
  return works
}

/** What was done inside of steps that are not over, and what is being done. */
function workIn(log: SessionLog, base: string, fold: PlanFold): readonly Work[] {
  const finished = fold.recent.flatMap(({ path = '', at, data, type }): Work[] => {
    if (type !== 'step.finished' || !isBelow(path, base)) return []
    return [{ state: 'running', path, startedAt: Date.parse(at) - Number(data['ms'] ?? 0) }]
  })
  const running = log.running.all.flatMap(({ path, startedAt, kind }): Work[] => {
    // A call of the loop itself carries a step out; a request of its own does not.
    const isWork = isBelow(path, base) || (kind === 'tool' && path.startsWith(base))
    return isWork ? [{ state: 'running', path, startedAt }] : []
  })
  return [...finished, ...running]
}

function questionsIn(log: SessionLog, base: string): readonly Work[] {
  const asked = [...log.view.questions.keys()].filter((path) => isBelow(path, base))
  return asked.map((path) => {
    const fact = log.facts.findLast((each) => each.type === 'question.asked' && each.path === path)
    return { state: 'asks', path, startedAt: fact ? Date.parse(fact.at) : log.updatedAt }
  })
}

/** Whether a path is that of a step inside one of the loop's own. */
function isBelow(path: string, base: string): boolean {
  return path.startsWith(base) && path.slice(base.length).includes('/')
}

/** How many steps are over, of how many. */
/** `2 of 5 steps done`, or `2 done, 1 failed of 5 steps`. */
export function progressText(steps: readonly DrawnStep[]): string {
  const count = (wanted: DrawnStep['state']) => steps.filter(({ state }) => state === wanted).length
  const [done, failed, total] = [count('done'), count('failed'), plural(steps.length, 'step')]
  return failed === 0 ? `${done} of ${total} done` : `${done} done, ${failed} failed of ${total}`
}

/** How a wave stands, in a word, and how long it took. */
export function waveStanding(steps: readonly DrawnStep[]): { readonly word: string; readonly ms: number | undefined } {
  const states = new Set(steps.map(({ state }) => state))
  if (states.has('asks')) return { word: 'waits for you', ms: undefined }
  if (states.has('running')) return { word: 'running', ms: undefined }
  if (states.has('held')) return { word: 'paused', ms: undefined }
  if (states.has('next')) return { word: 'next', ms: undefined }
  if (states.has('later')) return { word: '', ms: undefined }
  if (states.has('done') || states.has('failed')) return { word: 'done', ms: spanOf(steps) }
  return { word: 'not made', ms: undefined }
}

function spanOf(steps: readonly DrawnStep[]): number | undefined {
  const timed = steps.flatMap(({ startedAt, ms }) =>
    startedAt === undefined || ms === undefined ? [] : [{ from: startedAt, to: startedAt + ms }],
  )
  if (timed.length === 0) return undefined
  return Math.max(...timed.map(({ to }) => to)) - Math.min(...timed.map(({ from }) => from))
}
