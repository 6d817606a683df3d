/** One line for a finished step, no wider than it may be. */

import type { FinishedStep } from '@gyre/core'
import type { Sink } from '../io.ts'
import { shownCost, shownCount, shownTime } from '../output/amounts.ts'
import type { RetryNews } from './retries.ts'
import { fitStart, widthOf } from './text-width.ts'

/** A log has no width of its own. */
export const logColumns = 140

/** What is said of a step gets at least this, before times and costs are shown. */
const leastSaid = 16

/** `✓ 3 think  “…”  2.1 s 1.2k tok · $0.004`; narrow lines show less. */
export function stepLine(step: FinishedStep, width: number, paint: Sink['paint']): string {
  const indent = '  '.repeat(Math.min(step.depth, 4))
  if (step.isWrapUp) return paint('dim', fitStart(`${indent}– ${step.name}  ${step.said}`, width))
  const mark = step.hasFailed ? '✗' : '✓'
  const head = fitStart(`${indent}${mark} ${step.number} ${step.name}`, width)
  const room = width - widthOf(head) - 2
  const facts = factsOf(step)
  const rest = room - widthOf(facts) - 2
  const hasFacts = rest >= Math.min(leastSaid, widthOf(step.said))
  const said = fitStart(step.said, hasFacts ? rest : room)
  const painted = head.replace(mark, paint(step.hasFailed ? 'red' : 'green', mark))
  return [painted, said, hasFacts ? paint('dim', facts) : ''].filter((part) => part !== '').join('  ')
}

/** `↻ think  429 Too many requests  again in 2 s`. */
export function retryLine({ name, said, next }: RetryNews, width: number, paint: Sink['paint']): string {
  const head = `↻ ${name}  `
  const rest = next === '' ? '' : `  ${next}`
  const shown = fitStart(said, Math.max(1, width - widthOf(head) - widthOf(rest)))
  return paint('dim', fitStart(`${head}${shown}${rest}`, width))
}

function factsOf({ ms, tokens, costUsd }: FinishedStep): string {
  const spent = [
    ...(tokens > 0 ? [`${shownCount(tokens)} tok`] : []),
    ...(costUsd === null ? [] : [shownCost(costUsd)]),
  ]
  return [shownTime(ms), spent.join(' · ')].filter((part) => part !== '').join(' ')
}
