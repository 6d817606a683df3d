/**
 * Weeks, weekends and weekdays. A week goes from Monday to Sunday, a weekend is its Saturday and Sunday.
 * `this` is the one that runs or comes first, `next` the one of the week after this: where people differ, the other
 * reading is told.
 */
import { type Day, mondayOf, weekdayFrom, weekdayOf } from '../dates/day.ts'
import { shortDay, spokenDay, weekdayName } from '../dates/spoken-date.ts'
import type { HintRule, Reading } from './hint.ts'
import { weekdayOfWord, weekdayPattern } from './hint-words.ts'

/** How many weeks from this one. */
const weekWords: Readonly<Record<string, number>> = {
  '': 0,
  this: 0,
  current: 0,
  coming: 0,
  'this coming': 0,
  upcoming: 0,
  next: 1,
  following: 1,
  last: -1,
  past: -1,
  previous: -1,
}

const which = '(?:(this|current|coming|this coming|upcoming|next|following|last|past|previous) )?'

export const weekendHint: HintRule = (text, { today }) => {
  const match = new RegExp(`^(?:the )?${which}(long )?week-?ends?( after next)?$`).exec(text)
  if (!match) return undefined
  const steps = match[3] ? 2 : weekendSteps(match[1] ?? '', today)
  const running = mondayOf(today) + 5
  const saturday = running + steps * 7
  const long = match[2] !== undefined
  const meaning = ['last weekend', 'this weekend', 'next weekend', 'the weekend after next'][steps + 1] ?? ''
  return {
    start: saturday - (long ? 1 : 0),
    end: saturday + 1,
    meaning: long ? `${meaning}, from Friday` : meaning,
    ...(steps === 1 && weekdayOf(today) < 6 && { note: otherWeekend(running) }),
  }
}

/** A weekend that runs is no longer coming. */
function weekendSteps(word: string, today: Day): number {
  if (word.endsWith('coming') && weekdayOf(today) > 5) return 1
  return weekWords[word] ?? 0
}

/** On a Wednesday some say `next weekend` for the one that comes first. */
function otherWeekend(saturday: Day): string {
  return `If the coming weekend is meant: ${spokenDay(saturday)} to ${spokenDay(saturday + 1)} (say \`this weekend\`).`
}

/** Of a longer stretch, no week is meant more than another. */
const longestBase = 14

/** `the night of 5 May`: that day. */
export const timeOfDayHint: HintRule = (text, { read }) => {
  const [, day] = /^(?:the )?(?:day|morning|afternoon|evening|night) of (?:the )?(.+)$/.exec(text) ?? []
  const base = day ? read(day) : undefined
  return base && base.start === base.end ? base : undefined
}

/** `the weekend of 17 January`, `the week of 3 May`. */
export const aroundDayHint: HintRule = (text, { read }) => {
  const match = /^(?:the )?(week|week-?end) (?:of|around|containing|from) (?:the )?(.+)$/.exec(text)
  const base = match?.[2] ? read(match[2]) : undefined
  if (!match || !base || base.end - base.start >= longestBase) return undefined
  const monday = mondayOf(base.start)
  const note = base.note ? { note: base.note } : {}
  if (match[1] === 'week')
    return { start: monday, end: monday + 6, meaning: `the week of ${shortDay(base.start)}`, ...note }
  return { start: monday + 5, end: monday + 6, meaning: `the weekend in the week of ${shortDay(base.start)}`, ...note }
}

export const weekHint: HintRule = (text, { today }) => {
  const match = new RegExp(`^(?:the )?${which}week( after next| before last)?$`).exec(text)
  if (!match) return undefined
  const word = match[1] === 'coming' || match[1] === 'upcoming' ? 'next' : (match[1] ?? '')
  const steps = match[2] ? (match[2] === ' after next' ? 2 : -2) : (weekWords[word] ?? 0)
  const monday = mondayOf(today) + steps * 7
  return { start: monday, end: monday + 6, meaning: `${text}, from Monday to Sunday` }
}

/** `Friday`, `this Friday`, `next Friday`, `last Friday`. */
export const weekdayHint: HintRule = (text, { today }) => {
  const match = new RegExp(`^${which}${weekdayPattern}$`).exec(text)
  const weekday = match?.[2] ? weekdayOfWord(match[2]) : undefined
  if (!match || weekday === undefined) return undefined
  const steps = weekWords[match[1] ?? ''] ?? 0
  if (steps < 0) return onDay(weekdayFrom(today - 7, weekday), 'the last one before today')
  const first = weekdayFrom(today, weekday)
  if (steps === 0) return firstOne(first, today)
  const day = mondayOf(today) + 7 + weekday - 1
  return { ...onDay(day, `the ${weekdayName(day)} of next week`), ...(first > today && first < day && otherDay(first)) }
}

function firstOne(first: Day, today: Day): Reading {
  const reading = onDay(first, 'the first one from today on')
  if (first !== today) return reading
  return { ...reading, note: `That is today; the one after it is ${shortDay(first + 7)}.` }
}

function otherDay(day: Day): { note: string } {
  return { note: `If the coming one is meant: ${spokenDay(day)} (say \`this ${weekdayName(day)}\`).` }
}

/** `Monday of next week`, `next week Monday`, `Friday this week`. */
export const weekdayInWeekHint: HintRule = (text, { today }) => {
  const week = '(this|next|last) week'
  const after = new RegExp(`^${weekdayPattern} (?:of |in )?${week}$`).exec(text)
  const before = new RegExp(`^${week}(?: on)? ${weekdayPattern}$`).exec(text)
  const [word, when] = after ? [after[1], after[2]] : [before?.[2], before?.[1]]
  const weekday = word ? weekdayOfWord(word) : undefined
  if (!when || weekday === undefined) return undefined
  return onDay(mondayOf(today) + (weekWords[when] ?? 0) * 7 + weekday - 1, text)
}

function onDay(day: Day, meaning: string): Reading {
  return { start: day, end: day, meaning }
}
