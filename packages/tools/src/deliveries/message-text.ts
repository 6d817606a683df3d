/** A result as a message that people read on the way: short, plain, and honest about what was left out. */
import type { DeliveredResult } from '@gyre/core'

/** Loops of one's own may say in it why they were stuck. */
const mostOfOutcome = 100
const mostOfGoal = 200
const mostOfGap = 300

/** At most so many UTF-16 units, which no service counts as more. `written` is for services that read more than text. */
export function messageText(result: DeliveredResult, most: number, written = (text: string) => text): string {
  const { outcome, goal, answer, gap, session } = result
  // Half a character is refused by services, and what was refused is not sent again.
  const textOf = (text: string) => written(text.toWellFormed())
  const ended = cutText(textOf(oneLine(outcome)), mostOfOutcome)
  const head = `${ended}: ${cutText(textOf(oneLine(goal)), mostOfGoal)}`
  const missing = oneLine(gap ?? '')
  const open = missing === '' ? '' : `\n\nStill open: ${cutText(textOf(missing), mostOfGap)}`
  const foot = `${open}\n\n${session}`
  const room = most - head.length - foot.length - 2
  const said = textOf(answerText(answer))
  return said === '' ? `${head}${foot}` : `${head}\n\n${cutText(said, room)}${foot}`
}

function answerText(answer: DeliveredResult['answer']): string {
  if (answer === null) return ''
  return (typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2)).trim()
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** The beginning of a text in whole characters as people see them, with a mark that says how much is missing. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  const room = most - markOf(text.length, text.length).length
  const kept = wholeCharacters(text, Math.max(room, 0))
  return `${kept}${markOf(text.length - kept.length, text.length)}`
}

function markOf(missing: number, whole: number): string {
  return `… (cut: ${missing} of ${whole} characters are missing)`
}

/** Longer than the longest character people use: families, flags, letters with marks. */
const longestCharacter = 64

/** As many whole characters as fit. A little more than fits is looked at, so that the last is known to be whole. */
function wholeCharacters(text: string, room: number): string {
  // Made here: its tables take a while to load, and few texts are cut.
  const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })
  let end = 0
  for (const { index, segment } of characters.segment(text.slice(0, room + longestCharacter))) {
    const after = index + segment.length
    if (after > room) break
    end = after
  }
  return text.slice(0, end)
}
