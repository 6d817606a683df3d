/** An eval as people and programs read it. */
import type { ArmPair, ArmSummary, EvalSummary } from '@gyre/lab'
import type { Io } from '../io.ts'
import { shownCost, shownCount, shownTime } from '../output/amounts.ts'
import { counted } from '../output/counted.ts'
import { printTable } from '../output/printed-table.ts'
import type { EvalOutcome } from './eval-outcome.ts'

/** All of it as one value, without the sessions themselves. */
export function reportObject({ title, summary, results, open }: EvalOutcome) {
  return { title, isWhole: open.length === 0, sessions: { ended: results.length, open: open.length }, ...summary, open }
}

/** The result on stdout: tables, or JSON. */
export function printReport(io: Io, outcome: EvalOutcome, isByLine: boolean): void {
  if (isByLine || io.output === 'stream-json') for (const result of outcome.results) io.printJson(result)
  else if (io.output === 'json') io.printJson(reportObject(outcome))
  else printTables(io, outcome.summary)
}

const armHead = ['ARM', 'N', 'RIGHT', 'ACCURACY', '95 %', 'CALLS', 'TOKENS', 'COST', 'TIME', 'OUTCOMES']
const pairHead = ['ON THE SAME TASKS', 'BOTH', 'FIRST', 'SECOND', 'NEITHER', 'P']

function printTables(io: Io, { arms, pairs, judging }: EvalSummary): void {
  printTable(io, [armHead, ...arms.map(armRow)], { right: [1, 2, 3, 4, 5, 6, 7, 8] })
  io.print('Calls (model+tool), tokens and cost are per session, the time is the median.')
  if (pairs.length > 0) {
    io.print('')
    printTable(io, [pairHead, ...pairs.map(pairRow)], { right: [1, 2, 3, 4] })
  }
  if (judging.sessions === 0) return
  const { sessions, modelCalls, tokens, costUsd } = judging
  io.print('')
  io.print(
    `Judging: ${counted(sessions, 'session')}, ${counted(modelCalls, 'call')}, ${shownCount(tokens)} tokens, ${shownCost(costUsd)}.`,
  )
}

function armRow({ name, count, right, accuracy, interval, mean, medianMs, outcomes, unjudged }: ArmSummary) {
  const ended = Object.entries(outcomes).map(([outcome, times]) => `${outcome} ${times}`)
  return [
    name,
    String(count),
    String(right),
    accuracy === null ? '–' : perCent(accuracy),
    `${perCent(interval.low)} – ${perCent(interval.high)}`,
    `${mean.modelCalls.toFixed(1)}+${mean.toolCalls.toFixed(1)}`,
    shownCount(Math.round(mean.tokens)),
    shownCost(mean.costUsd),
    medianMs === null ? '–' : shownTime(medianMs),
    [...ended, ...(unjudged > 0 ? [`unjudged ${unjudged}`] : [])].join(', '),
  ]
}

/** How many tasks both had right, only the first, only the second, and neither. */
function pairRow({ one, other, both, onlyOne, onlyOther, neither, p }: ArmPair) {
  return [
    `${one} · ${other}`,
    String(both),
    String(onlyOne),
    String(onlyOther),
    String(neither),
    p === null ? '–' : p.toFixed(3),
  ]
}

function perCent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
