/** The verdict of a judge: satisfactory or not, with a score and a reason. */
import type { Json } from '../json.ts'
import { parseJsonText } from './json-text.ts'
import { proseGrammar, type Read } from './prose-grammar.ts'
import { markersIn, markerValue, stripFences } from './reply-text.ts'
import { readScore } from './score.ts'

export type Verdict = { readonly isSatisfactory: boolean; readonly score: number; readonly reason: string }

const form =
  'Write `SATISFACTORY` or `UNSATISFACTORY` on a line of its own. Then write `SCORE:` and a number from 0 to 10, and `REASON:` with what is right or wrong and where, each on a line of its own.'

/** Without a readable score a verdict is none: the best attempt could not be told. */
export function readVerdict(text: string): Read<Verdict> {
  const inside = stripFences(text.trim())
  const word = readWord(inside)
  if (!word.ok) return word
  const score = readScore(inside)
  if (!score.ok) return score
  return { ok: true, value: { isSatisfactory: word.value, score: score.value, reason: reasonIn(inside) } }
}

/** What a code check says: `{ pass, score?, reason? }` as JSON, or a verdict, whose score may be left out. */
export function readCheck(text: string): Read<Verdict> {
  const parsed = parseJsonText(text)
  if (parsed.ok && isObject(parsed.value) && 'pass' in parsed.value) return readPass(parsed.value)
  const inside = stripFences(text.trim())
  const word = readWord(inside)
  if (!word.ok) return { ok: false, fault: 'it is neither `{ "pass": true | false }` nor a verdict' }
  const isScored = !markersIn(inside, ['SCORE'], 'label').next().done
  const score = isScored ? readScore(inside) : usualScore(word.value)
  if (!score.ok) return score
  return { ok: true, value: { isSatisfactory: word.value, score: score.value, reason: reasonIn(inside) } }
}

/** A verdict as a judge would write it. */
export function verdictText({ isSatisfactory, score, reason }: Verdict): string {
  return `${isSatisfactory ? 'SATISFACTORY' : 'UNSATISFACTORY'}\nSCORE: ${score}\nREASON: ${reason}`
}

type Fields = { readonly [key: string]: Json | undefined }

function readPass({ pass, score, reason }: Fields): Read<Verdict> {
  if (typeof pass !== 'boolean') return { ok: false, fault: '`pass` must be true or false' }
  const read = score === undefined || score === null ? usualScore(pass) : readScore(String(score))
  if (!read.ok) return read
  const why = typeof reason === 'string' ? reason : reason == null ? '' : JSON.stringify(reason)
  return { ok: true, value: { isSatisfactory: pass, score: read.value, reason: why } }
}

function usualScore(isSatisfactory: boolean): Read<number> & { readonly ok: true } {
  return { ok: true, value: isSatisfactory ? 10 : 0 }
}

function isObject(value: Json): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** All lines that give a verdict must give the same: a reply that says both has said nothing. */
function readWord(text: string): Read<boolean> {
  const words = new Set(text.split(/[\n\r]+/).flatMap((line) => wordOf(line) ?? []))
  const [isSatisfactory] = words
  if (words.size > 1) return { ok: false, fault: 'it says both `SATISFACTORY` and `UNSATISFACTORY`' }
  if (isSatisfactory !== undefined) return { ok: true, value: isSatisfactory }
  return { ok: false, fault: 'there is neither `SATISFACTORY` nor `UNSATISFACTORY` on a line of its own' }
}

const verdictLine =
  /^[\s>#*_`~"“•-]*(?:\d{1,2}[.)]\s{1,3})?[*_]*(?:(?:final )?(?:verdict|judge?ment|evaluation|result)[*_`]*\s?[:：][*_`"“\s]*)?(?<negation>un-?|non-|not?\b[a-z ]{0,20})?(?<word>satisfactory)(?![\p{L}\p{N}])(?<rest>.*)$/isu

/** What a line decides: `**SATISFACTORY**` does, `Satisfactory sources are missing` and `SATISFACTORY: no` do not. */
function wordOf(line: string): boolean | undefined {
  const { negation, word = '', rest = '' } = verdictLine.exec(line.slice(0, 300))?.groups ?? {}
  if (word === '') return undefined
  if (negation !== undefined) return false
  if (/^[\s.!*_`~"”)\]]*$/.test(rest)) return true
  // In capitals the reason may follow on the same line; one that takes the word back does not count.
  const [, reason = ''] = /^[*_`"”]*\s?[:,;.!(–—-][\s*_`-]*(.*)$/s.exec(rest) ?? []
  const isTakenBack = /^(?:no|not|none|never|false|un|partial|partly|almost|nearly|only|except|if|but)(?![\p{L}])/iu
  return word === 'SATISFACTORY' && reason !== '' && !isTakenBack.test(reason) ? true : undefined
}

/** What follows `REASON:`; without that, all that is neither the verdict nor the score. */
function reasonIn(text: string): string {
  const markers = [...markersIn(text, ['REASON', 'SCORE', 'VERDICT'], 'label')]
  const at = markers.findLastIndex(({ name }) => name === 'REASON')
  const marker = markers[at]
  if (marker) return markerValue(text, marker, markers[at + 1]?.start)
  const lines = text.split(/[\n\r]+/)
  const isReason = (line: string) => !/^[\s*_`#>-]*score\s?[*_]*[:：]/i.test(line) && !isBare(line)
  return lines.filter(isReason).join('\n').trim()
}

/** A line that holds the word and nothing else. */
function isBare(line: string): boolean {
  return line.length < 60 && /^[^\p{L}]*(?:verdict\W*)?(?:un|not )?satisfactory[^\p{L}\p{N}]*$/iu.test(line)
}

export const verdictGrammar = proseGrammar({ name: 'verdict', version: 1, form, read: readVerdict })
