/** The tables of a run over synthetic webs, as texts in cells. */
import type { Told } from '../judge.ts'
import type { ClaimSummary, InventionSummary, WebArmSummary, WebReport } from './web-report.ts'

/** A table as texts in cells. */
export type TextTable = {
  /** With the head first. */
  readonly rows: readonly (readonly string[])[]
  /** Which columns hold numbers. */
  readonly right: readonly number[]
}

const armHead = [
  ...['ARM', 'ASKED', 'HIDDEN', 'ALL', 'LIES', 'TOLD', 'TOLD LIES'],
  ...['ROUNDS', 'TOKENS', 'CALLS', 'TOOL CALLS', 'ENDED'],
]

/** What was found of the topics asked for, of the hidden one and of both; then how much of it is told. */
export function armTable({ arms }: Pick<WebReport, 'arms'>): TextTable {
  return { rows: [armHead, ...arms.map(armCells)], right: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }
}

function armCells({ arm, evidence, report, rounds, tokens, modelCalls, toolCalls, stops }: WebArmSummary) {
  const found = [share(evidence.asked), share(evidence.hidden), share(evidence.all), liesOf(evidence)]
  const spent = [rounds.toFixed(1), tokens.toFixed(0), modelCalls.toFixed(1), toolCalls.toFixed(1)]
  const ended = Object.entries(stops).map(([stop, count]) => `${stop} ${count}`)
  return [arm, ...found, share(report.all), liesOf(report), ...spent, ended.join(', ')]
}

function share(value: number): string {
  return value.toFixed(3)
}

function liesOf({ lies }: Told): string {
  return lies.toFixed(1)
}

const inventionHead = ['MADE UP', 'RATE', 'MADE', 'CAUGHT', 'MARKED', 'SURVIVED']
const names: Readonly<Record<InventionSummary['kind'], string>> = {
  citation: 'citations',
  number: 'numbers',
  quote: 'quotations',
  claim: 'other sentences',
}

/** What was made up and what became of it, kind by kind. */
export function inventionTable({ inventions }: Pick<WebReport, 'inventions'>): TextTable {
  const cells = inventions.map(({ kind, rate, made, caught, marked, survived }) => [
    ...[names[kind], `${rate}`, `${made}`, `${caught}`, `${marked}`, `${survived}`],
  ])
  return { rows: [inventionHead, ...cells], right: [1, 2, 3, 4, 5] }
}

/** The verifier on sentences that only their words could give away. */
export function verifierLine({ made, found, sound, wronged, precision, recall }: ClaimSummary): string {
  const figures = `recall ${recall.toFixed(3)} (${found} of ${made}), precision ${precision.toFixed(3)}`
  return `Other unsupported sentences, at first sight: ${figures} (${wronged} of ${sound} sound ones held for wrong).`
}
