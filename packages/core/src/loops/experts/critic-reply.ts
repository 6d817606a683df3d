/** What the critic says of an answer: exactly that it is confirmed, or the corrected answer. */
import type { Grammar, Parsed } from '../../parsing/grammar.ts'
import { material } from '../../parsing/material.ts'
import { proseGrammar } from '../../parsing/prose-grammar.ts'
import { parseReactReply } from '../../parsing/react-reply.ts'
import { markersIn, markerValue, stripFences, stripThinking } from '../../parsing/reply-text.ts'
import { contradicts } from './contradiction.ts'
import { verdictOf } from './critic-verdict.ts'
import { excerptOf } from './placeholders.ts'

export type Critique =
  | { readonly is: 'confirmed' }
  | { readonly is: 'corrected'; readonly answer: string }
  /** It says that the answer is wrong, in these words, and gives no other. */
  | { readonly is: 'denied'; readonly why: string }
  /** Why the reply is not taken for an answer. */
  | { readonly is: 'refused'; readonly why: string }

/** What a reply says, and why it is asked for once more where it is not what was asked for. */
type Reading = { readonly critique: Critique; readonly fault?: string }

const confirmed: Reading = { critique: { is: 'confirmed' } }

/** An answer of so many characters is long: of a correction that keeps less than this share of it, most is lost. */
const longAnswer = 240
const leastShare = 0.4

/** So much is kept of the words of a denial. */
const longestDenial = 600

/** The best that can be made of a reply, also of one that is not in its form. */
export function readCritique(reply: string, answer: string): Critique {
  return readingOf(reply, answer).critique
}

const form =
  'If the answer is right, reply with the one word CONFIRMED. If it is not, reply with `Corrected answer:` and, behind it, the whole corrected answer.'

/** The form of a critique. Whoever is asked once more has to see what it is about. */
export function criticGrammar(answer: string): Grammar {
  const grammar = proseGrammar({
    name: 'critique',
    version: 1,
    form,
    read: (text) => {
      const { critique, fault } = readingOf(text, answer)
      return fault === undefined ? { ok: true, value: critique } : { ok: false, fault }
    },
  })
  const repair = (fault: string) =>
    `You were asked to confirm or correct the answer below. ${grammar.repair(fault, [])}\n\n${material({ answer })}`
  return { ...grammar, repair }
}

function readingOf(reply: string, answer: string): Reading {
  // Calls and labels of a protocol are no part of an answer, whoever taught them.
  const parsed = parseReactReply(reply, [], false)
  if (parsed.kind !== 'answer') return refusal(unreadable(parsed, reply))
  const said = wholeSolution(reply, parsed.text.trim())
  const bare = stripFences(said).trim()
  if (bare === '') return refusal('it is empty')
  const behind = behindLabel(bare, answer)
  if (behind !== undefined) return labelledReading(behind, answer)
  if (bare === answer.trim() || said === answer.trim()) return confirmed
  return confirmation(bare, answer) ?? verdict(bare, answer) ?? foreignLabel(bare, answer) ?? correction(said, answer)
}

/** Solutions end with a `Final answer:`. What led to it belongs to them, unless that is thinking in a protocol's form. */
function wholeSolution(reply: string, text: string): string {
  const whole = stripThinking(reply).trim()
  const before = whole.endsWith(text) ? whole.slice(0, whole.length - text.length) : ''
  const isSolution = /\n[\s#*_]{0,6}final answer[*_\s]{0,4}[:：][*_\s]{0,4}$/i.test(before.slice(-60))
  return isSolution && protocolIn(before).length === 0 ? whole : text
}

function unreadable(parsed: Exclude<Parsed, { readonly kind: 'answer' }>, reply: string): string {
  if (reply.trim() === '') return 'it is empty'
  return parsed.kind === 'fault' ? parsed.fault : 'it calls a tool'
}

/** "This is wrong" may well be an answer where it is called one; "the answer is wrong" is none. */
const aboutAnswer = /^[\s>#*_`"'([-]{0,9}(?:(?:the|this|your) (?:answer|response)|(?:not |un)?confirmed)(?!\p{L})/iu

function labelledReading(said: string, answer: string): Reading {
  if (isUnchanged(said)) return confirmed
  const about = aboutAnswer.test(said) ? (confirmation(said, answer) ?? verdict(said, answer)) : undefined
  return about ?? foreignLabel(said, answer) ?? correction(said, answer)
}

function refusal(why: string): Reading {
  return { critique: { is: 'refused', why }, fault: why }
}

/** The word alone, however it is dressed. */
const word = /^[\s>#*_`"'([-]*confirmed[\s*_`"')\].!✓✔✅]*$/iu
/** The word as a sentence of its own, with others behind it. */
const sentence = /^[\s>#*_`"'([-]{0,9}confirmed[*_`"')\]]{0,9}[.!][*_`"')\]]{0,9}\s+(?=\S)/i
const beginsWithWord = /^[\s>#*_`"'([-]{0,9}confirmed(?!\p{L})/iu

/** What has the word at its beginning or its end; undefined when none has. */
function confirmation(said: string, answer: string): Reading | undefined {
  const beside = besideWord(said)
  if (beside !== undefined) {
    // Thinking aloud before the word, or explaining it afterwards, changes nothing of what it says.
    return isAgainst(beside, answer) ? refusal('it confirms the answer and says something else beside that') : confirmed
  }
  if (!beginsWithWord.test(said) || beginsWithWord.test(answer)) return undefined
  return reservation.test(said) ? denial(said) : refusal('it is neither CONFIRMED alone nor a corrected answer')
}

/** What stands beside the word: '' when nothing does. */
function besideWord(said: string): string | undefined {
  const lines = said.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  if (word.test(lines[0] ?? '')) return lines.slice(1).join('\n')
  if (word.test(lines.at(-1) ?? '')) return lines.slice(0, -1).join('\n')
  const start = sentence.exec(said)
  return start ? said.slice(start[0].length) : undefined
}

const reservation =
  /(?<!\p{L})(?:not|but|except|however|though|wrong|incorrect|false|instead|corrected|should (?:be|say|read))(?!\p{L})/iu

/** Whether words beside a confirmation may be a correction. To ask once more costs less than to lose one. */
function isAgainst(beside: string, answer: string): boolean {
  return beside !== '' && beside.trim() !== answer.trim() && (reservation.test(beside) || contradicts(beside, answer))
}

/** Words about the answer instead of the answer. */
function verdict(said: string, answer: string): Reading | undefined {
  // An answer that is such a sentence itself is corrected by another one.
  const found = verdictOf(answer) === undefined ? verdictOf(said) : undefined
  if (found === 'wrong') return denial(said)
  return found === 'right' ? { ...confirmed, fault: 'it speaks about the answer' } : undefined
}

/** Lines of other forms than this one, where the answer has none of the kind. */
function foreignLabel(said: string, answer: string): Reading | undefined {
  const known = new Set(protocolIn(answer))
  const label = protocolIn(said).find((name) => !known.has(name))
  return label === undefined ? undefined : refusal(`it has a line \`${label}:\`, which is no part of an answer`)
}

function denial(said: string): Reading {
  const why = excerptOf(said, longestDenial).text
  return { critique: { is: 'denied', why }, fault: 'it says that the answer is wrong, and gives no other' }
}

const protocol = ['COMPLETION_STATUS', 'NEXT_FOCUS', 'CONFIDENCE', 'GAPS', 'REFERRAL', 'THOUGHT', 'ACTION_INPUT']

function protocolIn(text: string): readonly string[] {
  return [...markersIn(text, protocol, 'label')].map(({ name }) => name)
}

/** What stands behind the label of a corrected answer, wherever that is; a label that the answer has as well is its own. */
function behindLabel(said: string, answer: string): string | undefined {
  const own = new Set(labelsIn(answer).map(({ name }) => name))
  const label = labelsIn(said).find(({ name }) => !own.has(name))
  return label && markerValue(said, label)
}

/** A `Final answer:` in plain words may be that of a solution. */
function labelsIn(text: string) {
  const found = [...markersIn(text, ['CORRECTED_ANSWER', 'CORRECTED', 'FINAL_ANSWER'], 'label')]
  return found.filter(({ name, written }) => name !== 'FINAL_ANSWER' || written === name)
}

/** Some write the label and say behind it that there is nothing to correct. */
const unchanged =
  /^[\s*_`"'([-]*(?:confirmed|n\/a|no (?:changes?|corrections?)(?: (?:is |are )?(?:needed|necessary|required))?|none (?:needed|necessary|required)|not (?:needed|necessary|required)|unchanged)[\s*_`"')\].!]*$/i

function isUnchanged(behind: string): boolean {
  return behind.length <= 80 && unchanged.test(behind)
}

function correction(said: string, answer: string): Reading {
  // A fence around all of it is no part of it, unless the answer has code.
  const corrected = (hasCode(answer) ? said : stripFences(said)).trim()
  if (corrected === answer.trim()) return confirmed
  if (corrected === '') return refusal('it is empty')
  const loss = lossOf(corrected, answer)
  // Nothing about its form is wrong: it is not asked for again.
  return { critique: loss === undefined ? { is: 'corrected', answer: corrected } : { is: 'refused', why: loss } }
}

/** What a correction would lose. */
function lossOf(corrected: string, answer: string): string | undefined {
  const isMostGone = answer.length > longAnswer && corrected.length < answer.length * leastShare
  if (isMostGone) return 'it drops most of the answer'
  return hasCode(answer) && !hasCode(corrected) ? 'it drops the code of the answer' : undefined
}

function hasCode(text: string): boolean {
  return /^[ \t]{0,3}(?:`{3}|~{3})/m.test(text)
}
