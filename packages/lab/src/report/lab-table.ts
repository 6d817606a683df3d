/** The printed table of the lab, as texts in cells. */
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
  const { loop, claim, measured, sigma, z, calls, pass } = row
  const verdict = pass ? 'holds' : 'FAILS'
  return [loop, shown(measured), expectation(row), shown(sigma), signed(z), shownCalls(calls), verdict, claim]
}

const relations: Readonly<Record<Row['kind'], string>> = {
  equals: '',
  'at-least': '≥ ',
  'at-most': '≤ ',
  beats: '> ',
  control: 'not > ',
}

/** What the measured share has to be: `0.7351`, `≥ 0.3370`, `> 0.4190`. */
export function expectation({ kind, expected }: Row): string {
  return `${relations[kind]}${shown(expected)}`
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

function shown(share: number): string {
  return share.toFixed(4)
}

function shownCalls(calls: number): string {
  return Number.isInteger(calls) ? String(calls) : calls.toFixed(2)
}
