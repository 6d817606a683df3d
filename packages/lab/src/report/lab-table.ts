/** The printed table of the lab, as texts in cells. */
import type { Amount } from '../claim.ts'
import type { Row, Total } from '../gate/row.ts'
import type { LabReport } from '../run-lab.ts'

/** What everyone has to know who reads the figures. */
export const labNotice = 'This measures orchestration given stated error rates, not the quality of language models.'

export type LabTable = {
  readonly notice: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Which columns hold numbers. */
  readonly right: readonly number[]
  /** What does not hold, and why: a line each. */
  readonly faults: readonly string[]
  readonly total: string
}

const head = ['LOOP', 'MEASURED', 'CLOSED FORM', 'σ', 'z', 'CALLS', 'VERDICT', 'CLAIM']

/** The claim stands last: where there is little room, it is what is cut. */
export function labTable({ rows, total, n, seed }: LabReport): LabTable {
  return {
    notice: labNotice,
    head,
    rows: rows.map(cellsOf),
    right: [1, 2, 3, 4, 5],
    faults: rows.flatMap(({ loop, claim, fault }) => (fault === undefined ? [] : [`${loop}: ${claim}: ${fault}`])),
    total: `${totalLine(total)} (${n} tasks an arm, seed ${seed})`,
  }
}

function cellsOf(row: Row): readonly string[] {
  const { loop, claim, of, measured, sigma, z, calls, pass } = row
  const verdict = pass ? 'holds' : 'FAILS'
  return [loop, shown(measured, of), expectation(row), spread(sigma, of), signed(z), shownCalls(calls), verdict, claim]
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

export function signed(z: number): string {
  return `${z < 0 ? '−' : '+'}${Math.abs(z).toFixed(1)}`
}

export function totalLine({ pass, claims, failed, chiSquared, cells, limit }: Total): string {
  const held = `${claims - failed} of ${claims} claims hold`
  const relation = chiSquared < limit ? 'below' : 'NOT below'
  const sum =
    cells === 0
      ? ''
      : `; Σz² = ${chiSquared.toFixed(1)} over ${cells} ${cells === 1 ? 'cell' : 'cells'}, ${relation} ${limit.toFixed(1)}`
  return `${pass ? 'The table holds' : 'The table DOES NOT HOLD'}: ${held}${sum}.`
}

const units: Readonly<Record<Amount, string>> = { calls: 'calls', tokens: 'tokens', latencyMs: 'ms' }

/** A share, or an amount with what it counts. */
export function shown(value: number, of: Amount | undefined): string {
  return of === undefined ? value.toFixed(4) : `${value.toFixed(of === 'calls' ? 2 : 0)} ${units[of]}`
}

function spread(sigma: number, of: Amount | undefined): string {
  return of === undefined || of === 'calls' ? sigma.toFixed(4) : sigma.toFixed(1)
}

function shownCalls(calls: number): string {
  return Number.isInteger(calls) ? String(calls) : calls.toFixed(2)
}
