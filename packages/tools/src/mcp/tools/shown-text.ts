/** What a server writes about its tools, as models are shown it: what people would see, not endless, and no orders. */
import { carriedText } from '../../sanitiser/carried-text.ts'
import { suspicionsIn } from '../../sanitiser/injection/find.ts'
import { removeInvisible } from '../../sanitiser/invisible.ts'

export type ShownText = {
  readonly text: string
  /** It reads like orders to the model: the text is not to be shown. */
  readonly isSuspicious: boolean
}

const longest = 2000
/** What stands further behind could not be shown anyway. */
const mostRead = 10 * longest

/** A description is no place for these: they only make an order look weighty. */
const orderTag =
  /<\s*\/?\s*(?:important|critical|instructions?|system(?:[-_ ](?:prompt|message|reminder))?)\b[^<>]{0,80}>/i

export function shownText(given: string): ShownText {
  const { text: seen, removed } = removeInvisible(given.slice(0, mostRead).toWellFormed())
  const isCut = seen.length > longest || given.length > mostRead
  const text = isCut ? `${seen.slice(0, longest).toWellFormed()}… (cut)` : seen
  const isSuspicious =
    carriedText(removed).length > 0 || orderTag.test(text.normalize('NFKC')) || suspicionsIn(text).length > 0
  return { text, isSuspicious }
}

/** Whether it can be shown as it is. */
export function isPlain(given: string): boolean {
  // Most are single words.
  if (/^[\w.$:/-]{1,64}$/.test(given)) return true
  const { text, isSuspicious } = shownText(given)
  return text === given && !isSuspicious
}
