/** After a wave: whether there is more to do. */
import { type Call, shownCall } from './plan.ts'
import { nextPlan } from './planning.ts'
import { problemList, problemsOf } from './validators.ts'
import type { End, Next, Work } from './work.ts'

/** What was too much for the wave is the next one. Else the plan is over, is to be corrected, or goes on. */
export async function decide(work: Work, next: Next, rest: readonly Call[]): Promise<Next> {
  work.ctx.phase('deciding')
  const { end, isDone } = next
  if (rest.length > 0 && hasWavesLeft(work)) return { calls: rest, isDone, isNew: false, ...(end && { end }) }
  const left = rest.length > 0 ? [`Calls that were not made any more:\n${listed(rest)}`] : []
  // A person had something added to what was over.
  if (end && end.stop !== 'done') return ended({ stop: end.stop, gap: [end.gap ?? [], left].flat().join('\n') })
  if (left.length > 0) return ended({ stop: 'turns', gap: left.join('\n') })
  return afterPlan(work, isDone)
}

/** What is left of a plan that a person changes. It is no new round. */
export function again({ change: _, ...next }: Next, calls: readonly Call[]): Next {
  return { ...next, calls, isNew: true }
}

/** All calls of the plan have been made. */
async function afterPlan(work: Work, isDone: boolean): Promise<Next> {
  const { ctx, config } = work
  const problems = problemsOf(work.unseen, ctx.tools)
  const isFine = problems.length === 0
  const gap = isFine ? notPlanned : `Calls without a usable result: ${problemList(problems)}.`
  // With one wave there is no other plan to wait for.
  const isOver = isFine ? isDone || config.maxWaves === 1 : isDone && !config.selfCorrect
  if (isOver) return ended(done)
  if (!hasWavesLeft(work)) return ended({ stop: 'turns', gap })
  if (!isDone) return nextPlan(work)
  work.corrections += 1
  return nextPlan(work, { round: work.corrections, reason: gap })
}

function hasWavesLeft({ waves, config }: Work): boolean {
  return waves < config.maxWaves
}

const done: End = { stop: 'done' }
const notPlanned = 'More calls were to be planned when the waves were used up.'

function ended(end: End): Next {
  return { calls: [], isDone: true, isNew: false, end }
}

/** So many calls are named in a gap. */
const mostListed = 20

function listed(calls: readonly Call[]): string {
  const more = calls.length - mostListed
  const lines = calls.slice(0, mostListed).map((call) => `- ${shownCall(call)}`)
  return [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')
}
