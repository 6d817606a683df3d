/** The answer to a problem of arithmetic, in words and as data. */
import type { Problem } from '../arithmetic/problem.ts'
import type { Answer, Result } from '../decision.ts'

/** An expression that was worked out, or why it could not be. */
export type Worked = {
  readonly expression: string
  readonly value?: number
  readonly fault?: string
  readonly source: 'tool' | 'head'
  /** What went wrong with the tool that was asked, for people. */
  readonly trouble?: string
}

export function solution(
  question: string,
  problem: Problem,
  worked: readonly Worked[],
): Pick<Answer, 'text' | 'findings'> {
  const results = worked.flatMap(({ expression, value }) => (value === undefined ? [] : [{ expression, value }]))
  const compared = results.length === worked.length ? comparison(problem, results) : undefined
  const said = compared?.text ?? listed(results.map(equation))
  const text = [troubles(worked), said].filter((each) => each !== '').join(' ')
  return { text, findings: { isKnown: results.length > 0, question, results, ...compared?.findings } }
}

/** What went wrong on the way, said before the rest. */
function troubles(worked: readonly Worked[]): string {
  const tool = worked.find(({ trouble }) => trouble !== undefined)?.trouble ?? ''
  const faults = worked.flatMap(({ fault }) => (fault === undefined ? [] : [fault])).join(' ')
  if (faults === '') return tool === '' ? '' : `${tool}, so I worked it out myself:`
  return tool === '' ? faults : `${tool}, and without it I know no better. ${faults}`
}

/** A number alone needs no equation. */
function equation(result: Result): string {
  return isBare(result) ? result.expression : `${result.expression} = ${result.value}`
}

function isBare({ expression, value }: Result): boolean {
  return expression === String(value)
}

function listed(texts: readonly string[]): string {
  const last = texts.at(-1) ?? ''
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} and ${last}`
}

type Compared = { readonly text: string; readonly findings: { readonly truth?: boolean; readonly choice?: string } }

function comparison({ relation, isClaim }: Problem, results: readonly Result[]): Compared | undefined {
  const [first, second] = results
  if (relation === undefined || !first || !second) return undefined
  const equations = listed(results.map(equation))
  if (isClaim) {
    const truth = holds(relation, first.value, second.value)
    const shown =
      relation !== 'equal' ? related(relation, truth, first, second) : isBare(second) ? equation(first) : equations
    return { text: `${truth ? 'Yes' : 'No'}: ${shown}`, findings: { truth } }
  }
  const best = results.reduce((a, b) => (holds(relation, b.value, a.value) ? b : a))
  const isTie = results.filter(({ value }) => value === best.value).length > 1
  if (isTie) return { text: `${equations}, so none is ${relation}.`, findings: {} }
  const degree = results.length > 2 ? superlatives[relation] : relation
  return { text: `${equations}, so ${best.expression} is ${degree}.`, findings: { choice: best.expression } }
}

/** `12 * 12 = 144, which is greater than 140`. */
function related(relation: 'larger' | 'smaller', truth: boolean, first: Result, second: Result): string {
  const joint = isBare(first) ? ' is' : ', which is'
  const degree = relation === 'larger' ? 'greater' : 'less'
  return `${equation(first)}${joint}${truth ? '' : ' not'} ${degree} than ${equation(second)}`
}

const superlatives = { larger: 'the largest', smaller: 'the smallest', equal: 'equal' }

function holds(relation: NonNullable<Problem['relation']>, a: number, b: number): boolean {
  if (relation === 'equal') return a === b
  return relation === 'larger' ? a > b : a < b
}
