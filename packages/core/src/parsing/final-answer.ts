/** The answer after a marker, for loops whose replies are prose that ends in one. */
import { onLines } from './quoted-text.ts'
import { markersIn, markerValue, stripFences, stripThinking } from './reply-text.ts'

export type MarkedAnswer = { readonly answer: string; readonly marked: boolean }

/**
 * The text after the last such marker that has any, in any case and decoration; else the whole reply without its
 * thinking, and `marked` is false. In the middle of a line only the marker in capitals counts.
 */
export function answerAfter(text: string, marker = 'FINAL ANSWER'): MarkedAnswer {
  const whole = stripThinking(text).trim()
  const inside = stripFences(whole)
  const answer = lastValue(inside, marker) || lastValue(withLineBreaks(inside, marker), marker)
  if (answer !== '') return { answer, marked: true }
  return { answer: withoutEmptyMarkers(whole, marker), marked: false }
}

function lastValue(text: string, marker: string): string {
  const markers = [...markersIn(text, [marker])]
  const values = markers.map((each, index) => markerValue(text, each, markers[index + 1]?.start))
  return values.findLast((value) => value !== '') ?? ''
}

/** Moves markers in capitals that stand in the middle of a line to lines of their own. */
function withLineBreaks(text: string, marker: string): string {
  const words = marker.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) return text
  return onLines(text, new RegExp(`(?<=[ \\t.!?*])${words.join('[ _]')}[*_]{0,3}:`, 'gu'))
}

/** A marker with nothing after it is no part of an answer. */
function withoutEmptyMarkers(text: string, marker: string): string {
  let end = text.length
  for (const each of [...markersIn(text, [marker])].reverse()) {
    if (markerValue(text, each, end) !== '') break
    end = each.start
  }
  return text.slice(0, end).trim()
}
