/** What a run of the lab over synthetic webs has to say: claims, arms, and what became of all that was made up. */
import type { Total } from '../../gate/row.ts'
import type { LabReport } from '../../run-lab.ts'
import { meanOf } from '../../statistics/means.ts'
import type { Told } from '../judge.ts'
import type { InventionCounts, WebArm, WebResult } from './web-arm.ts'

/** Means over all webs. */
export type WebArmSummary = {
  readonly arm: string
  readonly evidence: Told
  readonly report: Told
  readonly rounds: number
  readonly tokens: number
  readonly modelCalls: number
  readonly toolCalls: number
  /** How often the research ended for which reason. */
  readonly stops: Readonly<Record<string, number>>
}

/** How much was made up of one kind, and what became of it. */
export type InventionSummary = {
  readonly kind: keyof InventionCounts
  /** The chance for a sentence. */
  readonly rate: number
  /** In the first drafts of all sections. */
  readonly made: number
  /** No longer there, or marked: how many of them still stand in the report and are. */
  readonly caught: number
  readonly marked: number
  readonly survived: number
}

/** How sentences are told apart that are not what their passages say, though every number and name in them is. */
export type ClaimSummary = {
  readonly made: number
  readonly found: number
  readonly sound: number
  /** Sound sentences that were held for wrong. */
  readonly wronged: number
  /** Of what was held for wrong, how much was; of what was wrong, how much was held for it. 1 where there is nothing. */
  readonly precision: number
  readonly recall: number
}

/** What a run over synthetic webs came to. */
export type WebReport = LabReport & {
  readonly arms: readonly WebArmSummary[]
  readonly inventions: readonly InventionSummary[]
  readonly claims: ClaimSummary
}

export function armSummary({ name }: WebArm, results: readonly WebResult[]): WebArmSummary {
  const mean = (of: (result: WebResult) => number) => meanOf(results.map(of)).mean
  const told = (of: (result: WebResult) => Told): Told => ({
    asked: mean((result) => of(result).asked),
    hidden: mean((result) => of(result).hidden),
    all: mean((result) => of(result).all),
    lies: mean((result) => of(result).lies),
  })
  const stops = [...Map.groupBy(results, ({ stop }) => stop)].map(([stop, those]) => [stop, those.length] as const)
  return {
    arm: name,
    evidence: told(({ evidence }) => evidence),
    report: told(({ report }) => report),
    rounds: mean(({ rounds }) => rounds),
    tokens: mean(({ tokens }) => tokens),
    modelCalls: mean(({ modelCalls }) => modelCalls),
    toolCalls: mean(({ toolCalls }) => toolCalls),
    stops: Object.fromEntries(stops.toSorted(([, one], [, other]) => other - one)),
  }
}

export function inventionSummary(
  kind: keyof InventionCounts,
  rate: number,
  results: readonly WebResult[],
): InventionSummary {
  const sum = (of: (result: WebResult) => InventionCounts) =>
    results.reduce((total, result) => total + of(result)[kind], 0)
  const [made, survived] = [sum((result) => result.made), sum((result) => result.survived)]
  return { kind, rate, made, caught: made - survived, marked: sum((result) => result.marked), survived }
}

export function claimSummary(results: readonly WebResult[]): ClaimSummary {
  const sum = (of: (verifier: WebResult['verifier']) => number) =>
    results.reduce((total, { verifier }) => total + of(verifier), 0)
  const [made, found] = [sum((each) => each.found.claim.of), sum((each) => each.found.claim.flagged)]
  const [sound, wronged] = [sum((each) => each.sound.of), sum((each) => each.sound.flagged)]
  const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole)
  return { made, found, sound, wronged, precision: share(found, found + wronged), recall: share(found, made) }
}

/** Nothing here has a closed form to be off from: there is no Σz². */
export function totalOf(rows: LabReport['rows']): Total {
  const counted = (verdict: string) => rows.filter((row) => row.verdict === verdict).length
  const [failed, undecided] = [counted('fails'), counted('undecided')]
  return { pass: failed === 0, claims: rows.length, failed, undecided, chiSquared: 0, cells: 0, limit: 0 }
}
