/** Which answers are the same, and how many gave each. */
import { undressed } from './undressed-answer.ts'

export type Vote = { readonly answer: string; readonly votes: number }

/** How often each answer was reached, most frequent first; of equally frequent ones the first given. */
export function countVotes(answers: readonly string[]): readonly Vote[] {
  const given = answers.filter((answer) => answer.trim() !== '').map(readAnswer)
  const units = new Set(given.flatMap(({ unit }) => unit || []))
  const variables = new Set(given.flatMap(({ variable }) => variable || []))
  // A number without a unit means the only one that others name; of two it would belong to both. So with variables.
  const keyOf = ({ number, unit, variable, words }: ReadAnswer) =>
    number === undefined ? `"${words}` : `${number} ${units.size > 1 ? unit : ''} ${variables.size > 1 ? variable : ''}`
  const groups = [...Map.groupBy(given, keyOf).values()]
  return groups
    .map(([first, ...others]) => ({ answer: first?.written ?? '', votes: 1 + others.length }))
    .sort((a, b) => b.votes - a.votes)
}

type ReadAnswer = {
  readonly written: string
  /** Without case, spaces, closing points and what is put around all of it. */
  readonly words: string
  /** Its value in one way of writing, when it is a number and nothing else. */
  readonly number?: string
  readonly unit: string
  /** The name of one letter it is the value of, as in `x = 5`. */
  readonly variable: string
}

/** No leading zeros: those are of codes, and two codes are not equal because their values are. */
const numberForm =
  /^(?:(?<variable>[a-z]) ?= ?)?(?<sign>[-+−]?)(?<before>[$€£¥₹]?) ?(?<whole>0|[1-9]\d{0,2}(?:,\d{3}){1,9}|[1-9]\d{0,40}|(?=\.\d))(?:\.(?<part>\d{1,40}))? ?(?<behind>%?)$/u

function readAnswer(written: string): ReadAnswer {
  const words = undressed(written)
  const { sign, whole, before = '', part = '', behind = '', variable = '' } = numberForm.exec(words)?.groups ?? {}
  if (whole === undefined) return { written, words: spaced(words), unit: '', variable: '' }
  const digits = part.replace(/0+$/, '')
  const value = `${whole.replaceAll(',', '') || '0'}${digits === '' ? '' : `.${digits}`}`
  const isNegative = (sign === '-' || sign === '−') && value !== '0'
  return { written, words, number: isNegative ? `-${value}` : value, unit: before + behind, variable }
}

/** `5km` as `5 km`. */
function spaced(words: string): string {
  return words.replace(/^([-+−]?\d[\d.,]{0,40})(?=[a-zµ°Ω][a-zµ°Ω/²³]{0,11}$)/u, '$1 ')
}
