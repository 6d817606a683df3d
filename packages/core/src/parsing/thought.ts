/** One thought of a tree: a step further, or an answer. */
import { holdsTags } from './call-remains.ts'
import { proseGrammar, type Read } from './prose-grammar.ts'
import { onLines } from './quoted-text.ts'
import { type Marker, markersIn, markerValue, stripFences } from './reply-text.ts'

/** A step further in a tree of thoughts, or an answer. */
export type Thought = { readonly text: string; readonly isAnswer: boolean }

const form =
  'Write one next step after `THOUGHT:`, on a line of its own, and nothing of what comes after it. If the steps so far lead to the answer, write the answer after `ANSWER:` instead, complete and on a line of its own.'

const nothing: Read<Thought> = { ok: false, fault: 'there is nothing after `THOUGHT:` or `ANSWER:`' }

const names = ['THOUGHT', 'ANSWER', 'FINAL ANSWER']

/** A marker in capitals that begins a sentence or an item of a list. In the middle of a sentence it is a mention. */
const inLine =
  /(?<=[.!?][ \t]{1,3}|^[ \t]{0,8}(?:[-*•]|\d{1,2}[.)])[ \t]{1,4}|(?:THOUGHT|ANSWER):[ \t]{1,3})[*_]{0,3}(?:THOUGHT|(?:FINAL[ _])?ANSWER)[*_]{0,3}[:：]/gmu

/** Nothing but the word of a marker. */
const bareMarker = /^[*_#\s]{0,8}(?:THOUGHT|(?:FINAL[ _])?ANSWER)[*_\s]{0,8}$/i

/** What stands after `ANSWER:` when there is none yet. `None` and `unknown` may be answers. */
const noAnswerYet =
  /^[([<]?(?:n\/a|tbd|to be (?:found|determined|decided|computed|continued)|(?:none|nothing|no answer|unknown) yet|not (?:yet (?:known|found|clear|available|determined|reached)|(?:known|found|clear|available|determined|reached) yet))[)\]>]?[.!…]?$/i

/**
 * An answer counts when it is marked, and goes on to the end of the reply or to the next thought: lines in it may begin
 * with `Answer:`. After another thought, what is answered then counts. Prose without a marker is a thought.
 */
export function readThought(text: string): Read<Thought> {
  const inside = stripFences(text.trim()).trim()
  if (holdsTags(inside, 'none')) return { ok: false, fault: 'there is a tool call, and no tool can be used here' }
  const asWritten = partsOf(inside)
  const spread = asWritten.answer === '' ? onLines(inside, inLine).trim() : inside
  const { answer, thought, lead, isMarked } = spread === inside ? asWritten : partsOf(spread)
  if (answer !== '' && !noAnswerYet.test(answer)) return { ok: true, value: { text: answer, isAnswer: true } }
  const step = thought || lead || answer || (isMarked || bareMarker.test(inside) ? '' : inside)
  return step === '' ? nothing : { ok: true, value: { text: step, isAnswer: false } }
}

type Parts = {
  readonly answer: string
  readonly thought: string
  /** What stands before the answer. */
  readonly lead: string
  readonly isMarked: boolean
}

/** The marked parts of a text; '' where there is none. */
function partsOf(text: string): Parts {
  const markers = protocolOf([...markersIn(text, names, 'label')])
  // An answer after an answer is part of the first, unless it is said to be the final one.
  const heads = markers.filter((marker, index) => {
    return !isAnswer(marker) || !isAnswer(markers[index - 1]) || marker.name === 'FINAL ANSWER'
  })
  const saidAt = (at: number) => {
    const marker = heads[at]
    return marker ? withoutMarkers(markerValue(text, marker, heads[at + 1]?.start)) : ''
  }
  const answerAt = heads.findLastIndex((marker, at) => isAnswer(marker) && saidAt(at) !== '')
  const thoughtAt = heads.findIndex((marker, at) => !isAnswer(marker) && saidAt(at) !== '')
  return {
    answer: saidAt(answerAt),
    thought: saidAt(thoughtAt),
    lead: withoutMarkers(text.slice(0, heads[answerAt]?.start ?? 0)),
    isMarked: heads.length > 0,
  }
}

/**
 * The markers that are meant. Where an answer is marked in capitals, as it was asked for, others are words of a text; and
 * so are several lines with `Answer:` amid prose: they belong to questions.
 */
function protocolOf(markers: readonly Marker[]): readonly Marker[] {
  const isLoud = ({ written }: Marker) => written === written.toUpperCase()
  if (markers.some((marker) => isAnswer(marker) && isLoud(marker))) return markers.filter(isLoud)
  const [first] = markers
  const isProse = isAnswer(first) && first?.start !== 0 && markers.filter(isAnswer).length > 1
  return isProse ? markers.filter((marker) => !isAnswer(marker)) : markers
}

function isAnswer(marker: Marker | undefined): boolean {
  return marker !== undefined && marker.name !== 'THOUGHT'
}

const leadingMarkers = /^(?:[*_#\s]{0,8}(?:THOUGHT|(?:FINAL[ _])?ANSWER)(?:[*_]{0,3}[:：]|[:：][*_]{1,3}(?=\s)))+/i

/** Without markers that say nothing, at either end. */
function withoutMarkers(text: string): string {
  const said = text.replace(leadingMarkers, '').trim()
  // A reply may have very many parts, and few of them end with the end of a marker.
  if (!':：*_'.includes(said.at(-1) ?? '')) return said
  let end = said.length
  for (const { start, valueStart } of [...markersIn(said, names, 'label')].reverse()) {
    if (said.slice(valueStart, end).trim() !== '') break
    end = start
  }
  return said.slice(0, end).trim()
}

/** The protocol of one thought. */
export const thoughtGrammar = proseGrammar({ name: 'thought', version: 1, form, read: readThought })
