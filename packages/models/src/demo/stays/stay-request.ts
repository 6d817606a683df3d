/**
 * What a text asks for that asks for rooms: when, for how many nights, for whom, and what kind of room.
 *
 *     one night in Hanukkah and also next weekend, for 3 adults
 *       -> one night, the holiday `Hanukkah`; the hint `next weekend`; 3 adults
 */

import { countOf, countPattern } from './counts.ts'
import { type DatePhrase, datePhrase, type When } from './date-phrase.ts'
import { type Guests, guestsIn } from './guests.ts'
import { SaidText } from './said-text.ts'
import { slug } from './slug.ts'
import { isFiller, speaksOfStay } from './stay-words.ts'

export type Stay = {
  /** Of letters and digits, for the ids of calls. */
  readonly id: string
  /** As it was said: `one night in Hanukkah`. */
  readonly words: string
  readonly when: When
  /** All nights of the time when left out. */
  readonly nights: number | undefined
  /** Its rooms are asked for in a hotel that was not known at first. */
  readonly isHere?: boolean
}

export type StayRequest = Guests & {
  readonly stays: readonly Stay[]
  /** Said of no stay: `and for two nights?`. */
  readonly nights: number | undefined
  /** Further arguments by the names they commonly have. */
  readonly wishes: Readonly<Record<string, string>>
  /** The hotel that the wishes have, as it was said. */
  readonly house: string | undefined
  /** A name behind `in`, `near` or `at` that is no time. */
  readonly place: string | undefined
  /** Words of earlier texts that may be the name of a hotel or of its town. */
  readonly names: readonly string[]
  /** Stays of earlier texts, the newest first: those that are meant when the words of this one prove to be no time. */
  readonly before: readonly (readonly Stay[])[]
  /** Words that were not understood. */
  readonly unread: readonly string[]
  /** It is to be booked. */
  readonly isBooking: boolean
}

/** Undefined for a text that asks for something else. `isAsked` lets it be about rooms whatever its words are. */
export function readStayRequest(text: string, today: string, isAsked = false): StayRequest | undefined {
  if (text.length > longest || changing.test(text)) return undefined
  const said = new SaidText(text.replace(/\s+/g, ' ').trim().replace(greeting, '').replace(arrival, 'from $1 to '))
  const several = roomsIn(said)
  const ages = agesIn(said)
  const inRoom = guestsIn(said)
  const house = houseIn(said)
  const wishes: StayRequest['wishes'] = {
    ...wishesIn(said),
    ...(house !== undefined && { property: slug(house.replace(/^The /, '')) }),
  }
  // A single is for one.
  const guests = inRoom.adults === undefined && wishes['room_type'] === 'single' ? { ...inRoom, adults: 1 } : inRoom
  const named = [guests.adults, guests.children, ...Object.values(wishes)]
  const isStay = isAsked || speaksOfStay(text) || named.some((each) => each !== undefined)
  const { unread: left, ...times } = staysIn(said.text, today, isStay)
  const unread = [several, ages, ...left].filter((words) => words !== undefined)
  const isMeant = isStay || (times.stays.length > 0 && unread.every((words) => looksLikeName(words)))
  const isBooking = /\b(?:book|reserve)\b(?! (?:fair|shop))/i.test(text)
  return isMeant ? { ...times, ...guests, wishes, house, names: [], before: [], unread, isBooking } : undefined
}

/** `the Grand Palace`: by the kind of house that it is. */
export function namesHouse(words: string): boolean {
  return houseNoun.test(words)
}

/** As hotels and towns are called: `Harbour House`, `the mill`. */
export function looksLikeName(words: string): boolean {
  return /^(?:the )?\p{Lu}\S*(?: \p{Lu}\S*)*$/u.test(words) || namesHouse(words)
}

const houseNoun = /^(?:[\p{L}’']+ ){0,2}(?:house|lodge|mill|inn|manor|villa|hostel|resort|palace)$/iu

const greeting = /^(?:(?:hi|hello|hey|dear \w+|good (?:morning|afternoon|evening|day))(?: there)?[,.! ]+)+/i

/** `Check in on 5 December and check out on 8 December`. */
const arrival =
  /\b(?:check(?:ing)?[ -]?in|arriv(?:e|ing)) (?:on )?(.+?),? (?:and )?(?:check(?:ing)?[ -]?out|leav(?:e|ing)|depart(?:ing)?) (?:on )?/gi

/** A stay that there is already. */
const changing = /\b(?:cancel|change|modify|move|confirm)\b.*\b(?:booking|reservation|stay|room)\b/i

/** A longer text tells of more than a stay. */
const longest = 400

const kinds = 'single|double|family|suite'

/** `2 rooms`, `two double rooms`: the kind stays in the text. */
function roomsIn(said: SaidText): string | undefined {
  const pattern = new RegExp(`\\b(${countPattern}) (?:(${kinds})s?(?: rooms?)?|rooms?)\\b`, 'i')
  const [text, count = '', kind = ''] = pattern.exec(said.text) ?? []
  if (text === undefined || /^(?:an?|zero|no)\b/i.test(count)) return undefined
  said.text = said.text.replace(text, ` ${kind} `)
  if (countOf(count) < 2) return undefined
  return kind === '' ? text : `${count} rooms`
}

/** `aged 4, 6 and 9`: nothing hangs on it, but it is not overheard. */
function agesIn(said: SaidText): string | undefined {
  const [text] = /\b(?:aged|ages) \d{1,2}(?:(?:,? and|,) \d{1,2})*/i.exec(said.text) ?? []
  if (text !== undefined) said.text = said.text.replace(text, ' ')
  return text
}

function wishesIn(said: SaidText): Readonly<Record<string, string>> {
  const board = said.take('(half[ -]board|breakfast|room[ -]only)\\b(?: included)?')
  const room = said.take(`(${kinds})s?\\b(?: rooms?)?`)
  return {
    ...(room !== undefined && { room_type: room.toLowerCase() }),
    ...(board !== undefined && { board_filter: board.toLowerCase().replace(/[ -]/, '_') }),
  }
}

const houseName = "(\\p{Lu}[\\p{L}’']*(?: \\p{Lu}[\\p{L}’']*)*)"
const houses = [
  new RegExp(`\\bat the ${houseName}`, 'u'),
  new RegExp(`\\bat ${houseName.replace(/\*\)$/, '+)')}`, 'u'),
  new RegExp(
    `^(?:[Ii]s|[Dd]oes) (?:the )?${houseName}(?= (?:free|available|have|vacant|(?:fully )?booked|full)\\b)`,
    'u',
  ),
]

/** A house of one word is named with `the`: `at Christmas` is a time. */
function houseIn(said: SaidText): string | undefined {
  for (const pattern of houses) {
    const [text, house] = pattern.exec(said.text) ?? []
    if (text === undefined || house === undefined || /\b(?:Eve|Day|Year|Week|Night)\b/.test(house)) continue
    said.text = said.text.replace(text, ' ')
    return house
  }
  return undefined
}

type Piece = {
  readonly phrase: DatePhrase | undefined
  readonly nights: number | undefined
  readonly rest: string
  readonly text: string
}

type Times = Pick<StayRequest, 'stays' | 'nights' | 'place' | 'unread'>

function staysIn(text: string, today: string, isStay: boolean): Times {
  const said = piecesOf(text)
  // A word in small letters is a name where all else says when: `christmas and also next weekend`.
  const mayBeName = isStay || /^\p{L}{4,}$/u.test(text) || said.some((piece) => readPiece(piece, today, false).phrase)
  // `a room with a balcony and parking`.
  const isBeside = (at: number) => /\bwith(?:out)?\b/i.test(said[at - 1] ?? '')
  const pieces = said.map((piece, at) => readPiece(piece, today, mayBeName && !isBeside(at)))
  // `Hanukkah and Purim, one night each`.
  const isShared = (piece: Piece) => !piece.phrase || /\b(?:each|apiece)\b/i.test(piece.text)
  const loose = pieces.find((piece) => piece.nights !== undefined && isShared(piece))?.nights
  const stays = pieces.flatMap(({ phrase, nights = loose, text: piece }): readonly Stay[] =>
    phrase ? [{ ...timed(phrase, nights), words: wordsOf(piece, phrase.words) }] : [],
  )
  const unread = pieces.map(({ rest }) => unreadIn(rest)).filter((words) => words !== '')
  const distinct = [...new Map(stays.map((stay) => [stay.id, stay])).values()].slice(0, mostStays)
  const place = pieces.flatMap(({ rest }) => placeName.exec(rest)?.[1] ?? [])[0]
  return { stays: distinct, nights: loose, place, unread }
}

const placeName = /\b(?:in|near|at|around|outside|to) (?:the )?(\p{Lu}[\p{L}’'-]*(?: \p{Lu}[\p{L}’'-]*)*)/u

function timed({ words, when }: Pick<DatePhrase, 'words' | 'when'>, nights: number | undefined): Stay {
  return { id: slug(nights === undefined ? words : `${words} ${nights}`), words, when, nights }
}

/** The same time for so many nights. */
export function ofNights({ id, words, when }: Stay, nights: number): Stay {
  return { id: slug(`${id.slice(0, 30)} for ${nights}`), words, when, nights }
}

/** More at once are no question of a person. */
const mostStays = 8

/** `January 17, 2027` and `between Christmas and New Year` are one. */
function piecesOf(text: string): readonly string[] {
  return text
    .replace(/\b(\d{1,2}\.\d{1,2})\.(?= |$)/g, '$1')
    .replace(/\bbetween (.+?) and /gi, 'between $1 & ')
    .split(/[,;](?! ?\d{4}\b) ?(?:and |or |then |plus )?(?:also )?| (?:and|or|plus|then) (?:also )?|[.?!](?: |$)/i)
    .map((piece) => piece.replace(' & ', ' and ').trim())
    .filter((piece) => piece !== '')
}

function readPiece(piece: string, today: string, isStay: boolean): Piece {
  const length = lengthIn(piece)
  const bare = length ? piece.replace(length.text, ' ').replace(/\s+/g, ' ').trim() : piece
  const phrase = datePhrase(bare, today, isStay)
  return { phrase, nights: length?.nights, rest: phrase?.rest ?? bare, text: piece }
}

/** `two nights`, `for a week`, `3 days`; not `in two weeks` and `3 days after Easter`. */
const length = new RegExp(
  `(?<!\\b(?:in|next|this|last|within|after) )\\b(?:for )?(${countPattern})[ -](night|day|week)s?\\b(?! (?:after|before|from now|ago|later|hence)\\b)`,
  'i',
)

function lengthIn(piece: string): { readonly nights: number; readonly text: string } | undefined {
  const [text, count = '', unit = ''] = length.exec(piece) ?? []
  if (text === undefined) return undefined
  const said = countOf(count)
  const nights = /week/i.test(unit) ? said * 7 : /day/i.test(unit) ? Math.max(1, said - 1) : said
  return { nights, text }
}

/** From the nights to the date, as it was said; only the date where other words stand between. */
function wordsOf(piece: string, date: string): string {
  const said = length.exec(piece)?.[0].replace(/^for /i, '')
  if (said === undefined) return date
  const [from, till] = [piece.indexOf(said), piece.indexOf(date)]
  const between = till > from ? piece.slice(from + said.length, till) : ''
  return /^ (?:(?:in|on|at|over|during|from|of|the) ?)*$/i.test(between)
    ? `${said}${between}${date}`
    : `${said}, ${date}`
}

function unreadIn(rest: string): string {
  const words = rest.split(/\s+/)
  const isSaid = (word: string) => !isFiller(word.replace(/[,.;:?!]+$/, ''))
  const [first, last] = [words.findIndex(isSaid), words.findLastIndex(isSaid)]
  return first < 0
    ? ''
    : words
        .slice(first, last + 1)
        .join(' ')
        .replace(/[,.;:?!]+$/, '')
}
