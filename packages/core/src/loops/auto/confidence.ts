/** A judge's confidence in another form than the one that was asked for: a percentage, in JSON or in a line. */
import { isObject, type JsonObject } from '../../json.ts'
import { parseJsonText } from '../../parsing/json-text.ts'

const line =
  /^[\s>#*_`-]{0,12}confidence(?: score| level)?[*_`]{0,4}\s{0,3}[:：=][*_`\s]{0,8}(?<number>\d{1,3}(?:\.\d{1,6}|,\d{1,2})?)(?<unit>\s?%|\s?\/\s?100\b)?(?![\d.,/]*\d)[^\n]*/im

type Confidence = { readonly confidence: number; readonly reason: string }

/** What a text says, from 0 to 1; undefined when it says nothing of it. */
export function readConfidence(text: string): Confidence | undefined {
  const parsed = parseJsonText(text)
  const fields = parsed.ok && isObject(parsed.value) ? parsed.value : undefined
  if (fields && 'confidence' in fields) return inFields(fields)
  const found = line.exec(text)
  const { number = '', unit } = found?.groups ?? {}
  const confidence = found ? fractionOf(Number(number.replace(',', '.')), unit !== undefined) : undefined
  const reason = text.replace(found?.[0] ?? '', '').trim()
  return confidence === undefined ? undefined : { confidence, reason: reason || noReason }
}

const noReason = 'The judge gave no reason.'

function inFields({ confidence, reason }: JsonObject): Confidence | undefined {
  const { number = '', unit } =
    /^\s*(?<number>\d{1,3}(?:\.\d{1,9})?)\s*(?<unit>%)?\s*$/.exec(String(confidence))?.groups ?? {}
  const fraction = number === '' ? undefined : fractionOf(Number(number), unit !== undefined)
  const why = typeof reason === 'string' && reason.trim() !== '' ? reason : noReason
  return fraction === undefined ? undefined : { confidence: fraction, reason: why }
}

/** A number above 1 is a percentage. */
function fractionOf(number: number, isPercentage: boolean): number | undefined {
  if (!isPercentage && number <= 1) return number
  return number <= 100 ? number / 100 : undefined
}
