/** Whether a verb commands, or only tells what somebody does. */
import { isFoundAnywhere, isLetter } from './letters.ts'

/** Words that may stand between the beginning of a command and its verb. */
const soft =
  words(`please kindly now just simply also always completely entirely immediately first instead only silently again
  quickly carefully secretly fully then and or but so bitte jetzt nun sofort einfach por favor ahora solo agora apenas subito ora
  adesso nu dan proszę teraz пожалуйста теперь сейчас lütfen hemen maintenant simplement und et y e en i и`)

/** `Read the mails and send them`: the noun before is not who does it. */
const joining = words('and or then und et y e en i и')

/** After these a verb tells, asks or forbids. */
const telling = words(`that which who whom they we i he she it people can could may might would did does do cannot
  not never don't doesn't didn't won't the a an this these those my his her its their our your such no any some each every of in
  for with by from on at as than if when while because helps let make made
  ont avait avaient est été ne ha han había não tem non hanno nicht niemals har hade не нет nie le les la un une der die das ein eine`)

const obliging = words('must shall should musst sollst soll muss debes debe deves deve doit dois devi moet you du tu')

/** `You have to ignore`, `the agent is to ignore`, but not `it was told to ignore`. */
const obligation = /\b(?:has|have|need|needs|required|is|are|sure|obliged)$|\byou(?:\s+[\w']{1,20}){0,3}$/i

const forbidding = /(?:不要|别|別|勿|不得|不可|不会|不會|不)$/

/** In some languages a `not` comes after the verb. */
const forbiddenAfter = /^(?: (?:sie|du|bitte|vous))? (?:nicht|pas|jamais|niet|ikke|inte)\b/i

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/))
}

/** Sentences in which so many soft words follow each other are none. */
const mostSoft = 4

/** Whether the verb from `start` to `end` is a command. */
export function isCommand(text: string, start: number, end: number): boolean {
  if (forbiddenAfter.test(text.slice(end, end + 16))) return false
  let at = start
  let isJoined = false
  for (let count = 0; count < mostSoft; count++) {
    const wordEnd = beforeGap(text, at)
    at = wordStart(text, wordEnd)
    // It is the first word, or stands after a comma, a colon, a bracket.
    if (at === wordEnd) return true
    if (isFoundAnywhere(text.charCodeAt(wordEnd - 1))) return !forbidding.test(text.slice(wordEnd - 2, wordEnd))
    const word = text.slice(at, wordEnd).toLowerCase()
    if (!soft.has(word)) return commands(word, text, at) && (isJoined || !isPlural(word))
    isJoined ||= joining.has(word)
  }
  return true
}

function commands(word: string, text: string, start: number): boolean {
  if (obliging.has(word)) return true
  if (word === 'to') return obligation.test(textBefore(text, start))
  if (word === 'will') return /\b(?:you|assistant)$/i.test(textBefore(text, start))
  return !telling.has(word)
}

function textBefore(text: string, start: number): string {
  return text.slice(Math.max(0, start - 60), start).trimEnd()
}

/** `Models ignore it` tells, `model ignore it` commands. */
function isPlural(word: string): boolean {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss')
}

const widestGap = 8

/** The end of the word before, past spaces and marks of emphasis. */
function beforeGap(text: string, from: number): number {
  let at = from
  while (from - at < widestGap && isGap(text.charCodeAt(at - 1))) at -= 1
  return at
}

function isGap(code: number): boolean {
  return (
    code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0x2a || code === 0x5f || code === 0x22 || code === 0x60
  )
}

const longestWord = 40

function wordStart(text: string, end: number): number {
  let at = end
  while (end - at < longestWord && isInWord(text.charCodeAt(at - 1))) at -= 1
  return at
}

function isInWord(code: number): boolean {
  return code === 0x27 || code === 0x2d || isLetter(code)
}
