/** The number that an answer gives: what it comes to, else the last that it names. */
import { numbersIn } from './result-text.ts'

const anywhere = /-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[+-]?\d+)?/gi

export function saidNumbers(answer: string): readonly number[] {
  const said = numbersIn(answer)
  if (said.length > 0) return said
  const last = answer.replaceAll('−', '-').match(anywhere)?.at(-1)
  return last === undefined ? [] : [Number(last.replaceAll(',', ''))]
}
