/** The verdict of a judge: satisfactory or not, with a score and a reason. */
import { isObject, type JsonObject } from '../json.ts'
import { parseJsonText } from './json-text.ts'
import { proseGrammar, type Read } from './prose-grammar.ts'
import { markersIn, markerValue, stripFences } from './reply-text.ts'
import { readScore } from './score.ts'

/** What a judge says of an answer; the score is from 0 to 10. */
export type Verdict = { readonly isSatisfactory: boolean; readonly score: number; readonly reason: string }

const form =
  'Write `SATISFACTORY` or `UNSATISFACTORY` on a line of its own. Then write `SCORE:` and a number from 0 to 10, and `REASON:` with what is right or wrong and where, each on a line of its own.'

/** The word decides. A score that is missing or cannot be read is 10 when the verdict is good, else 0. */
export function readVerdict(text: string): Read<Verdict> {
  const inside = stripFences(text.trim())
  const word = readWord(inside)
  if (!word.ok) return word
  const score = readScore(inside)
  const value = { isSatisfactory: word.value, score: score.ok ? score.value : usualScore(word.value) }
  return { ok: true, value: { ...value, reason: reasonIn(inside) } }
}

/** What a code check says: `{ pass, score?, reason? }` as JSON, or a verdict. */
export function readCheck(text: string): Read<Verdict> {
  const parsed = parseJsonText(text)
  if (parsed.ok && isObject(parsed.value) && 'pass' in parsed.value) return readPass(parsed.value)
  const verdict = readVerdict(text)
  return verdict.ok ? verdict : { ok: false, fault: 'it is neither `{ "pass": true | false }` nor a verdict' }
}

/** A verdict as a judge would write it. */
export function verdictText({ isSatisfactory, score, reason }: Verdict): string {
  return `${isSatisfactory ? 'SATISFACTORY' : 'UNSATISFACTORY'}\nSCORE: ${score}\nREASON: ${reason}`
}

function readPass({ pass, score, reason }: JsonObject): Read<Verdict> {
  if (typeof pass !== 'boolean') return { ok: false, fault: '`pass` must be true or false' }
  const read = readScore(String(score))
  const why = typeof reason === 'string' ? reason : reason == null ? '' : JSON.stringify(reason)
  return { ok: true, value: { isSatisfactory: pass, score: read.ok ? read.value : usualScore(pass), reason: why } }
}

function usualScore(isSatisfactory: boolean): number {
  return isSatisfactory ? 10 : 0
}

/**
 * The first line decides, or the one after `VERDICT:`. Further down stand reasons, and what is quoted from an answer: there
 * the word accepts nothing, but it may take back what was accepted.
 */
function readWord(text: string): Read<boolean> {
  const [first = '', ...rest] = text.split(/[\n\r]+/).filter((line) => line.trim() !== '')
  const isSatisfactory = wordOf(isHeading(first) ? (rest[0] ?? '') : first)
  if (isSatisfactory === undefined) {
    return { ok: false, fault: 'neither `SATISFACTORY` nor `UNSATISFACTORY` stands alone on the first line' }
  }
  if (isSatisfactory && rest.some((line) => wordOf(line) === false)) {
    return { ok: false, fault: 'it says both `SATISFACTORY` and `UNSATISFACTORY`' }
  }
  return { ok: true, value: isSatisfactory }
}

const label = String.raw`^(?:[-•]\s{0,3}|1[.)]\s{0,3})?(?:(?:final )?(?:verdict|judge?ment|evaluation|result)\s?[:：]\s{0,3})`
const headingLine = new RegExp(`${label}$`, 'i')
const verdictLine = new RegExp(`${label}?(?<negation>un-?|non-|not (?:yet )?)?satisfactory[.!]{0,3}$`, 'i')

/** What a line says that holds the word and nothing else: `**SATISFACTORY**` does, `SATISFACTORY: no` says nothing. */
function wordOf(line: string): boolean | undefined {
  const found = verdictLine.exec(plain(line))?.groups
  return found && found['negation'] === undefined
}

function isHeading(line: string): boolean {
  return headingLine.test(plain(line))
}

/** A line without its decoration. A long one is no verdict. */
function plain(line: string): string {
  return line.length > 100 ? '' : line.replace(/[#*_`~]+/g, '').trim()
}

/** What follows `REASON:`; without that, all that is neither the verdict nor the score. */
function reasonIn(text: string): string {
  const markers = [...markersIn(text, ['REASON', 'SCORE', 'VERDICT'], 'label')]
  const at = markers.findLastIndex(({ name }) => name === 'REASON')
  const marker = markers[at]
  if (marker) return markerValue(text, marker, markers[at + 1]?.start)
  const lines = text.split(/[\n\r]+/)
  const isVerdict = (line: string) => wordOf(line) !== undefined || isHeading(line)
  const isReason = (line: string) => !/^[\s*_`#>-]*score\s?[*_]*[:：]/i.test(line) && !isVerdict(line)
  return lines.filter(isReason).join('\n').trim()
}

/** The protocol in which a judge gives a verdict. */
export const verdictGrammar = proseGrammar({ name: 'verdict', version: 1, form, read: readVerdict })
