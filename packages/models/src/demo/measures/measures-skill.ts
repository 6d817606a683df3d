/**
 * Units and dates, judged by what the tool gave.
 *
 * Where that is not shown, what can be worked out again is; the rest has to be a measure or a date of the kind asked for.
 */
import { saidNumbers } from '../arithmetic/said-number.ts'
import type { Judgement, Skill } from '../skill.ts'
import { saidDate } from './said-date.ts'
import { readToolQuestion, type ToolQuestion } from './tool-question.ts'
import { convertUnit } from './units.ts'

export const measuresSkill: Skill = {
  judge(task, answer, trace) {
    const asked = readToolQuestion(task)
    // What is quoted was looked up in documents.
    if (!asked || answer.includes('“')) return undefined
    const expected = again(asked)
    if (expected === 'apart') return apart(answer)
    const said = gist(asked, answer)
    if (said === undefined || isFailure(answer)) return { isRight: false, reason: 'It does not say what is asked for.' }
    const given = trace === undefined ? [] : resultsIn(trace, asked).map((text) => gist(asked, text))
    if (given.length > 0) {
      const isGiven = given.some((each) => each !== undefined && isSame(each, said))
      return { isRight: isGiven, reason: isGiven ? 'The tool gave it.' : 'The tool gave something else.' }
    }
    if (expected !== undefined) return compared(expected, said)
    if (trace !== undefined) return { isRight: false, reason: 'No tool gave it.' }
    return formed(asked, answer)
  },
  think: () => undefined,
  rate: () => undefined,
}

/** What an answer or a result comes to: a number, a number of days, or a date. */
function gist({ input }: ToolQuestion, text: string): number | string | undefined {
  if ('value' in input) return saidNumbers(text).at(-1)
  if (!('start' in input)) return saidDate(text)
  const [, days] = /(-?[\d,]+) days?\b/.exec(text) ?? (/^\s*(-?[\d,]+)\.?\s*$/.exec(text) || [])
  return days === undefined ? undefined : Number(days.replaceAll(',', ''))
}

/** What it comes to without a tool, where that is known. */
function again({ input }: ToolQuestion): number | 'apart' | undefined {
  const { value, from, to, start, end } = input as Readonly<Record<string, unknown>>
  if (typeof value === 'number') return convertUnit(value, String(from), String(to))
  const [first, last] = [saidDate(String(start)), saidDate(String(end))]
  return first === undefined || last === undefined
    ? undefined
    : Math.abs(Date.parse(last) - Date.parse(first)) / 86_400_000
}

/** People round what they say; a tool has some digits less than it knows. */
const rounding = 0.001

function isSame(expected: number | string, said: number | string): boolean {
  if (typeof expected === 'string' || typeof said === 'string') return expected === said
  return Math.abs(expected - said) <= rounding * Math.abs(expected)
}

function compared(expected: number, said: number | string): Judgement {
  return isSame(expected, said)
    ? { isRight: true, reason: `I worked it out again: ${expected}.` }
    : { isRight: false, reason: `I worked it out again, and it is ${expected}.` }
}

function apart(answer: string): Judgement {
  const isRight = isFailure(answer)
  const reason = isRight
    ? 'These units do not measure the same, and the answer says so.'
    : 'These units do not measure the same.'
  return { isRight, reason }
}

function isFailure(answer: string): boolean {
  return /\b(?:failed|cannot|can['’]t|not possible|impossible)\b/i.test(answer)
}

/** In the unit, or in the year, that is asked for. */
function formed({ input }: ToolQuestion, answer: string): Judgement {
  const { to, year } = input as { readonly to?: string; readonly year?: number }
  const isUnit = to === undefined || answer.toLowerCase().includes(to.toLowerCase().replace(/s$/, ''))
  const isYear = year === undefined || saidDate(answer)?.startsWith(`${year}-`) === true
  return isUnit && isYear
    ? { isRight: true, reason: 'It has the form of what is asked for.' }
    : { isRight: false, reason: 'It is not in the unit or the year that is asked for.' }
}

/** What the fitting tools gave, as a trace shows it. */
function resultsIn(trace: string, { name }: ToolQuestion): readonly string[] {
  const entries = trace.matchAll(/^\s*\[result of ([^\]\n]+)\] ([\s\S]*?)(?=\n\s*\[|$(?![\s\S]))/gm)
  return [...entries].flatMap(([, tool = '', text = '']) => (name.test(tool) ? [text] : []))
}
