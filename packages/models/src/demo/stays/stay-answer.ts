/** What is free, for somebody who has seen no tool. */
import type { Answer } from '../decision.ts'
import type { WaveResult, WaveResults } from '../reading/wave-results.ts'
import { nightsBetween, spokenDay } from './calendar-day.ts'
import { type House, houseList } from './houses.ts'
import type { PlacedRequest } from './placed-request.ts'
import { impossible, type Nights, nightsOf, otherNights, roomsId, saidBy, spanIn } from './stay-nights.ts'
import type { Stay, StayRequest } from './stay-request.ts'

export type Asked = PlacedRequest & {
  readonly results: WaveResults
  /** `2026-01-01`. */
  readonly today: string
}

export function stayAnswer(asked: Asked): Pick<Answer, 'text' | 'findings'> {
  const { request, results, nowhere } = asked
  const { stays, unread } = request
  const said = nowhere === undefined ? stays.map((stay) => ofStay(stay, asked)) : []
  const isKnown = said.some((each) => each.isKnown)
  const left = unread.map(notTaken)
  const why = said.length > 0 ? [] : [whyNoStay(asked)]
  const isOpen = said.length > 0 && !stays.some((stay) => results.has(roomsId(stay)))
  const text = [
    ...why,
    ...said.map((each) => each.text),
    ...(isKnown ? terms(request, results) : []),
    ...left,
    ...(isOpen ? [again] : []),
  ]
  const question = stays.map(({ words }) => words).join(' and ')
  return { text: text.join('\n\n'), findings: { isKnown, question, results: [] } }
}

const again = 'Ask again with other dates: `January 17-19`, `next weekend` or a holiday.'

function notTaken(words: string): string {
  if (/^\S+ rooms$/i.test(words)) return `I look for one room at a time: “${words}” is not taken into account.`
  return `I do not understand “${words}”: it is not taken into account.`
}

/** Rooms were wanted, and nobody said when or where. */
function whyNoStay({ nowhere, houses }: Asked): string {
  if (nowhere !== undefined) return `${noHouse(nowhere, houses)} Ask again with one of them, or without a place.`
  return 'I cannot look for free rooms without the dates of the stay. Ask again with them: `January 17-19`, `next weekend` or a holiday.'
}

function noHouse(where: string, houses: readonly House[]): string {
  return `There is no hotel of ours ${where}; there are ${houseList(houses)}.`
}

/** Why no rooms can be asked for, in words for the person who is asked for something else. */
export function obstacles(asked: Asked): string {
  const { request, nowhere, houses } = asked
  if (nowhere !== undefined) return noHouse(nowhere, houses)
  return request.stays.map((stay) => withoutRooms(stay, asked)).join('\n')
}

type Said = { readonly text: string; readonly isKnown: boolean }

function ofStay(stay: Stay, asked: Asked): Said {
  const { results, several } = asked
  const rooms = results.get(roomsId(stay))
  if (!rooms) return { text: withoutRooms(stay, asked), isKnown: false }
  const instead = results.get(`${roomsId(stay)}-instead`)
  if (rooms.status !== 'ok' && rooms.status !== 'empty')
    return { text: `“${stay.words}”: ${refusal(rooms)}`, isKnown: false }
  const why = nightsNote(stay, results)
  const listed = (found: WaveResult, said: string) => offers(found, said, several)
  if (rooms.status === 'ok') return { text: `${listed(rooms, `Free for “${stay.words}”`)}${why}`, isKnown: true }
  const other = instead?.status === 'ok' ? `\n${listed(instead, 'Free instead')}` : ''
  return { text: `${nothingFree(rooms, stay.words)}${why}${other}`, isKnown: true }
}

/** What is known where no rooms were asked for. */
function withoutRooms(stay: Stay, { results, houses, today }: Asked): string {
  const { id, words, when } = stay
  const nights = nightsOf(stay, results, today)
  if (nights) return `“${words}”: ${notAsked(nights, today)}`
  const found = [results.get(id), results.get(`${id}-hint`)].filter((result) => result !== undefined)
  if (found.length === 0) return `The dates of “${words}” were not looked up, so I cannot say what is free.`
  const said = found.map((result) => `\n- ${sentence(refusal(result))}`).join('')
  const place = when.kind === 'holiday' && houses.length > 0 ? `\n- ${noHouse(`in ${when.name}`, houses)}` : ''
  return `I found no dates for “${words}”:${place}${said}`
}

function notAsked(nights: Nights, today: string): string {
  const why = impossible(nights, today)
  if (why === 'no nights') return 'A stay has one night at least.'
  if (why === 'past') return `${spokenDay(nights.start)} has passed, and nobody can arrive then any more.`
  return `from ${spokenDay(nights.start)} to ${spokenDay(nights.end)}. Which rooms are free then was not looked up.`
}

/** What a tool said against a call, for somebody who does not know its arguments. */
function refusal({ text }: WaveResult): string {
  const plain = text
    .replace(/^(?:`[\w.]+` failed|Not run): /, '')
    .replace(/^`(?:name|text)`: |^bad arguments for `[\w.]+`\. /, '')
    .replace(/, such as check_out \S+?,/, '')
  return plain.replace(
    /`?\b(check_in|check_out|room_type|property|board_filter)\b`?/g,
    (name) => argumentNames[name.replaceAll('`', '')] ?? name,
  )
}

const argumentNames: Readonly<Record<string, string>> = {
  check_in: 'the day of arrival',
  check_out: 'the day of leaving',
  room_type: 'the kind of room',
  property: 'the hotel',
  board_filter: 'the board',
}

/** The first one. */
function sentence(text: string): string {
  const first = /^[\s\S]*?\.(?=\s|$)/.exec(text)?.[0] ?? text
  return first.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}

const head = /^(\d{4}-\d\d-\d\d) to (\d{4}-\d\d-\d\d) \(\d+ nights?\), (.+?): \d+ offers?, (.*)$/

/** The offers with a head that speaks of days; as the tool wrote them when they have another form. */
function offers({ text }: WaveResult, said: string, several: readonly House[]): string {
  const [first = '', ...lines] = text.split('\n')
  const [, start = '', end = '', guests = ''] = head.exec(first) ?? []
  if (start === '') return `${said}: ${text}`
  const isMeant = (line: string) => several.length === 0 || several.some(({ name }) => line.startsWith(`- ${name},`))
  const offered = lines.filter(isMeant).map((line) => line.replace(/ \([a-z]+(?:-[a-z]+)*\)(?=: )/g, ''))
  return [`${said}, ${period({ start, end }, guests)}:`, ...offered].join('\n')
}

function period({ start, end }: Nights, guests: string): string {
  const nights = nightsBetween(start, end)
  return `${spokenDay(start)} to ${spokenDay(end)} (${nights} ${nights === 1 ? 'night' : 'nights'}, ${guests})`
}

function nothingFree({ text }: WaveResult, words: string): string {
  const [first = '', ...lines] = text.split('\n')
  const [, start, end, guests = ''] =
    /(\d{4}-\d\d-\d\d) to (\d{4}-\d\d-\d\d) \(\d+ nights?\), (.+?)\.$/.exec(first) ?? []
  if (start === undefined || end === undefined) return `“${words}”: ${text}`
  const at = lines.findIndex((line) => !line.startsWith('- '))
  const why = at < 0 ? lines : lines.slice(0, at)
  const near = otherNights(text) ? [] : lines.slice(Math.max(0, at))
  return [`Nothing is free for “${words}”, ${period({ start, end }, guests)}:`, ...why, ...near].join('\n')
}

/** Which nights of a longer time were taken, where that was not said. */
function nightsNote(stay: Stay, results: WaveResults): string {
  const { id, when } = stay
  const time = when.kind === 'holiday' ? saidBy(results, id) : undefined
  const taken = spanIn(results.get(roomsId(stay))?.text ?? '')
  if (!time || !taken || when.kind !== 'holiday' || time.start === time.end) return ''
  const whole = `\n${when.name} is from ${spokenDay(time.start)} to ${spokenDay(time.end)}`
  if (taken.start > time.start) return `${whole} and has begun: I looked from today on.`
  const nights = nightsBetween(taken.start, taken.end)
  if (taken.end >= time.end) return `${whole}.`
  return `${whole}: I took ${nights === 1 ? 'its first night' : `its first ${nights} nights`}.`
}

/** What the prices are for, and for whom. */
function terms({ adults, children, family, stays, isBooking }: StayRequest, results: WaveResults): readonly string[] {
  const rooms = stays.flatMap((stay) => [results.get(roomsId(stay)), results.get(`${roomsId(stay)}-instead`)])
  const [first = ''] = rooms.find((result) => result?.status === 'ok')?.text.split('\n') ?? []
  const [, , , party = '', priced = ''] = head.exec(first) ?? []
  if (priced === '') return []
  const guests = adults === undefined && children === undefined ? [`You named no guests, so this is for ${party}.`] : []
  const taken = family === undefined ? [] : [`I took ${family} for ${party}.`]
  const booked = isBooking ? ['Nothing is booked: I can only tell what is free.'] : []
  return [[`Prices: ${priced.replace(/\.$/, '')}.`, ...guests, ...taken, ...booked].join(' ')]
}
