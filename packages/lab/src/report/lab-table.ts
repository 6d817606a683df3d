/** The printed table of the lab, as texts in cells. */
import type { Amount } from '../claim.ts'
import type { Row, Total, Verdict } from '../gate/row.ts'
import type { LabReport } from '../run-lab.ts'
import { isNoDifference } from '../statistics/means.ts'
import { farthestZ } from '../statistics/normal.ts'

/** What everyone has to know who reads the figures. */
export const labNotice = 'This measures orchestration given stated error rates, not the quality of language models.'

/** The report as texts in cells. */
export type LabTable = {
  readonly notice: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Which columns hold numbers. */
  readonly right: readonly number[]
  /** What fails, and why: a line each. */
  readonly faults: readonly string[]
  /** What is undecided, why, and how many tasks would tell: a line each. */
  readonly open: readonly string[]
  readonly total: string
}

const head = ['LOOP', 'MEASURED', 'CLOSED FORM', 'σ', 'z', 'CALLS', 'AGAINST', 'VERDICT', 'CLAIM']

/** The claim stands last: where there is little room, it is what is cut. */
export function labTable({ rows, total, n, seed }: LabReport): LabTable {
  return {
    notice: labNotice,
    head,
    rows: rows.map(cellsOf),
    right: [1, 2, 3, 4, 5, 6],
    faults: reasons(rows, 'fails'),
    open: reasons(rows, 'undecided'),
    total: `${totalLine(total)} (${tasksEach(n)}, seed ${seed})`,
  }
}

function reasons(rows: readonly Row[], of: Verdict): readonly string[] {
  return rows.filter(({ verdict }) => verdict === of).map(({ loop, claim, why }) => `${loop}: ${claim}: ${why}`)
}

function cellsOf(row: Row): readonly string[] {
  const { loop, claim, of, measured, sigma, calls, verdict } = row
  const figures = [
    shown(measured, of),
    expectation(row),
    spread(sigma, of),
    shownZ(row),
    shownCalls(calls),
    against(row),
  ]
  return [loop, ...figures, verdicts[verdict], claim]
}

export const verdicts: Readonly<Record<Verdict, string>> = { holds: 'holds', fails: 'FAILS', undecided: 'undecided' }

/** The calls of the other arm; `= 32` where the claim holds only at no more calls than these. */
function against({ overCalls, atEqualCalls }: Row): string {
  return overCalls === undefined ? '' : `${atEqualCalls ? '= ' : ''}${shownCalls(overCalls)}`
}

export function tasksEach(n: number): string {
  return `${n} ${n === 1 ? 'task' : 'tasks'} an arm`
}

const relations: Readonly<Record<Row['kind'], string>> = {
  equals: '',
  'at-least': '≥ ',
  'at-most': '≤ ',
  beats: '> ',
  saves: '< ',
  control: 'not > ',
}

/** What the measured share or amount has to be: `0.7351`, `≥ 0.3370`, `> 0.4190`, `< 7.00 calls`. */
export function expectation({ kind, of, expected }: Row): string {
  const relation = kind === 'control' && of !== undefined ? 'not < ' : relations[kind]
  return `${relation}${shown(expected, of)}`
}

/** Where nothing is left to chance there is no σ to count in: a closed form is met `exact`ly, or it is not. */
export function shownZ({ kind, z, measured, expected }: Row): string {
  if (z === undefined) return kind === 'equals' && isNoDifference(measured - expected) ? 'exact' : '–'
  const [sign, beyond] = z < 0 ? ['−', '<'] : ['+', '>']
  // Beyond it the exact chance is too small to be told.
  return Math.abs(z) === farthestZ ? `${beyond} ${sign}${farthestZ}` : `${sign}${Math.abs(z).toFixed(1)}`
}

export function totalLine({ pass, claims, failed, undecided, chiSquared, cells, limit }: Total): string {
  const open = undecided === 0 ? '' : `, ${undecided} undecided: run with more tasks`
  const held = `${claims - failed - undecided} of ${claims} claims hold${open}`
  const relation = chiSquared < limit ? 'below' : 'NOT below'
  const sum =
    cells === 0
      ? ''
      : `; Σz² = ${chiSquared.toFixed(1)} over ${cells} ${cells === 1 ? 'cell' : 'cells'}, ${relation} ${limit.toFixed(1)}`
  const verdict = !pass ? 'The table DOES NOT HOLD' : undecided > 0 ? 'Nothing fails' : 'The table holds'
  return `${verdict}: ${held}${sum}.`
}

const units: Readonly<Record<Amount, string>> = { calls: 'calls', tokens: 'tokens', latencyMs: 'ms' }

/** A share, or an amount with what it counts. */
export function shown(value: number, of: Amount | undefined): string {
  return of === undefined ? value.toFixed(4) : `${value.toFixed(of === 'calls' ? 2 : 0)} ${units[of]}`
}

function spread(sigma: number, of: Amount | undefined): string {
  return of === undefined || of === 'calls' ? sigma.toFixed(4) : sigma.toFixed(1)
}

export function shownCalls(calls: number): string {
  return Number.isInteger(calls) ? String(calls) : calls.toFixed(2)
}
