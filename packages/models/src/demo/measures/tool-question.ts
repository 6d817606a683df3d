/** Questions that one call of a tool answers: units, days between dates, holidays, dates in words. */
import type { JsonObject } from '@gyre/core'

export type ToolQuestion = {
  /** What the name of the tool says. */
  readonly name: RegExp
  readonly input: JsonObject
}

const number = String.raw`(-?\d[\d,]*(?:\.\d+)?)`
const unit = String.raw`([\p{L}°µ][\p{L}°µ/^\d ]{0,30}?)`

type Form = readonly [pattern: RegExp, name: RegExp, input: (...parts: readonly string[]) => JsonObject]

const converted = (value = '', from = '', to = '') => ({ value: Number(value.replaceAll(',', '')), from, to })

const forms: readonly Form[] = [
  [
    new RegExp(`^(?:convert|what (?:is|are)|how much (?:is|are)) ${number} ?${unit} (?:in|into|to) ${unit}$`, 'iu'),
    /convert/i,
    converted,
  ],
  [
    new RegExp(`^how many ${unit} (?:are|is|make|go into)(?: there)?(?: in)? ${number} ?${unit}$`, 'iu'),
    /convert/i,
    (to, value, from) => converted(value, from, to),
  ],
  [
    /^how many days (?:are |lie |is it )?(?:there )?(?:between|from) (.{3,40}?) (?:and|to|until) (.{3,40})$/i,
    /between/i,
    (start = '', end = '') => ({ start, end }),
  ],
  [
    /^when (?:is|does|will) (\p{Lu}[\p{L}'’-]+(?: (?:of|the|\p{Lu}[\p{L}'’-]+)){0,4})(?: (?:begin|start|be))?(?: in)?(?: (\d{4}))?$/u,
    /holiday/i,
    (name = '', year) => ({ name, ...(year !== undefined && { year: Number(year) }) }),
  ],
  [/^(?:what|which) (?:date|day) is (.{3,60})$/i, /date/i, (text = '') => ({ text })],
]

export function readToolQuestion(text: string): ToolQuestion | undefined {
  const asked = text.trim().replace(/(?<![?.!\s])[?.!\s]+$/, '')
  if (asked.length > 200) return undefined
  for (const [pattern, name, input] of forms) {
    const [, ...parts] = pattern.exec(asked.replace(/^W/, 'w')) ?? []
    if (parts.length > 0) return { name, input: input(...parts.map((part) => part?.trim())) }
  }
  return undefined
}
