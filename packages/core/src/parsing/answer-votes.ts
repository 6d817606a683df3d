/** Which answers are the same, and how many gave each. */

export type Vote = { readonly answer: string; readonly votes: number }

/** How often each answer was reached, most frequent first; of equally frequent ones the first given. */
export function countVotes(answers: readonly string[]): readonly Vote[] {
  const given = answers.filter((answer) => answer.trim() !== '').map(readAnswer)
  const units = new Set(given.flatMap(({ unit }) => unit || []))
  // A number without a unit means the only one that others name; of two it would belong to both.
  const keyOf = ({ number, unit, words }: ReadAnswer) =>
    number === undefined ? `"${words}` : units.size > 1 ? `${number} ${unit}` : number
  const groups = [...Map.groupBy(given, keyOf).values()]
  return groups
    .map(([first, ...others]) => ({ answer: first?.written ?? '', votes: 1 + others.length }))
    .sort((a, b) => b.votes - a.votes)
}

type ReadAnswer = {
  readonly written: string
  /** Without case, spaces and closing points. */
  readonly words: string
  /** Its value in one way of writing, when it is a number and nothing else. */
  readonly number?: string
  readonly unit: string
}

/** No leading zeros: those are of codes, and two codes are not equal because their values are. */
const numberForm =
  /^(?<sign>[-+−]?)(?<before>[$€£¥₹]?) ?(?<whole>0|[1-9]\d{0,2}(?:,\d{3}){1,9}|[1-9]\d{0,40})(?:\.(?<part>\d{1,40}))? ?(?<behind>%?)$/u

function readAnswer(written: string): ReadAnswer {
  const words = written
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!]{1,20}$/, '')
    .trim()
  const { sign, whole, before = '', part = '', behind = '' } = numberForm.exec(words)?.groups ?? {}
  if (whole === undefined) return { written, words, unit: '' }
  const digits = part.replace(/0+$/, '')
  const value = `${whole.replaceAll(',', '')}${digits === '' ? '' : `.${digits}`}`
  const isNegative = (sign === '-' || sign === '−') && value !== '0'
  return { written, words, number: isNegative ? `-${value}` : value, unit: before + behind }
}
