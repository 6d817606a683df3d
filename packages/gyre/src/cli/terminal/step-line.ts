/** One line for a finished step, no wider than it may be. */
import { shownCost, shownCount, shownTime } from '../amounts.ts'
import type { Sink } from '../io.ts'
import type { FinishedStep } from './finished-step.ts'
import { fitStart, widthOf } from './text-width.ts'

/** What is said of a step gets at least this, before times and costs are shown. */
const leastSaid = 16

/** `✓ 3 think  “…”  2.1 s 1.2k tok · $0.004`; narrow lines show less. */
export function stepLine(step: FinishedStep, width: number, paint: Sink['paint']): string {
  const mark = step.hasFailed ? '✗' : '✓'
  const indent = '  '.repeat(Math.min(step.depth, 4))
  const head = fitStart(`${indent}${mark} ${step.number} ${step.name}`, width)
  const room = width - widthOf(head) - 2
  const facts = factsOf(step)
  const rest = room - widthOf(facts) - 2
  const hasFacts = rest >= Math.min(leastSaid, widthOf(step.said))
  const said = fitStart(step.said, hasFacts ? rest : room)
  const painted = head.replace(mark, paint(step.hasFailed ? 'red' : 'green', mark))
  return [painted, said, hasFacts ? paint('dim', facts) : ''].filter((part) => part !== '').join('  ')
}

function factsOf({ ms, tokens, costUsd }: FinishedStep): string {
  const spent = [
    ...(tokens > 0 ? [`${shownCount(tokens)} tok`] : []),
    ...(costUsd === null ? [] : [shownCost(costUsd)]),
  ]
  return [shownTime(ms), spent.join(' · ')].filter((part) => part !== '').join(' ')
}
