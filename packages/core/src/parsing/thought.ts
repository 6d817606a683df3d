/** One thought of a tree: a step further, or an answer. */
import { proseGrammar, type Read } from './prose-grammar.ts'
import { markersIn, markerValue, stripFences } from './reply-text.ts'

export type Thought = { readonly text: string; readonly isAnswer: boolean }

const form =
  'Write one next step after `THOUGHT:`, on a line of its own, and nothing of what comes after it. If the steps so far lead to the answer, write the answer after `ANSWER:` instead, complete and on a line of its own.'

const nothing: Read<Thought> = { ok: false, fault: 'there is nothing after `THOUGHT:` or `ANSWER:`' }

const names = ['THOUGHT', 'ANSWER', 'FINAL ANSWER']

/** A marker in capitals within a line, as in `So: ANSWER: 42`. One in backticks is a mention. */
const inLine = /(?<=[ \t.,;:：!?)])(?<!FINAL )[*_]{0,3}(?:THOUGHT|(?:FINAL[ _])?ANSWER)[*_]{0,3}[:：]/gu

/** Nothing but the word of a marker. */
const bareMarker = /^[*_#\s]{0,8}(?:THOUGHT|(?:FINAL[ _])?ANSWER)[*_\s]{0,8}$/i

/** An answer counts when it is marked; prose without a marker is a thought. */
export function readThought(text: string): Read<Thought> {
  const inside = stripFences(text.trim()).replace(inLine, '\n$&').trim()
  const markers = [...markersIn(inside, names, 'label')]
  const parts = markers.map((marker, index) => ({
    isAnswer: marker.name !== 'THOUGHT',
    text: markerValue(inside, marker, markers[index + 1]?.start),
  }))
  const answer = parts.findLast((part) => part.isAnswer && part.text !== '')
  const thought = parts.find((part) => !part.isAnswer && part.text !== '')
  if (answer) return { ok: true, value: answer }
  if (thought) return { ok: true, value: thought }
  if (markers.length > 0 || inside === '' || bareMarker.test(inside)) return nothing
  return { ok: true, value: { text: inside, isAnswer: false } }
}

/** What a thought says, without its marker. */
function words(text: string): string {
  const reading = readThought(text)
  return reading.ok ? reading.value.text : ''
}

export const thoughtGrammar = proseGrammar({ name: 'thought', version: 1, form, read: readThought, words })
