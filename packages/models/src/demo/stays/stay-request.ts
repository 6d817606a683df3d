/**
 * What a text asks for that asks for rooms: when, for how many nights, for whom, and what kind of room.
 *
 *     one night in Hanukkah and also next weekend, for 3 adults
 *       -> one night, the holiday `Hanukkah`; the hint `next weekend`; 3 adults
 */
import { type DatePhrase, datePhrase, type When } from './date-phrase.ts'
import { slug } from './slug.ts'
import { countOf, countPattern, isFiller, speaksOfStay } from './stay-words.ts'

export type Stay = {
  /** Of letters and digits, for the ids of calls. */
  readonly id: string
  /** As it was said: `one night in Hanukkah`. */
  readonly words: string
  readonly when: When
  /** All nights of the time when left out. */
  readonly nights: number | undefined
}

export type StayRequest = {
  readonly stays: readonly Stay[]
  readonly adults: number | undefined
  readonly children: number | undefined
  /** Further arguments by the names they commonly have. */
  readonly wishes: Readonly<Record<string, string>>
  /** Words that were not understood. */
  readonly unread: readonly string[]
}

/** Undefined for a text that asks for something else. */
export function readStayRequest(text: string, today: string): StayRequest | undefined {
  if (text.length > longest) return undefined
  const said = new Said(text.replace(/\s+/g, ' ').trim().replace(arrival, 'from $1 to '))
  const children = said.count(`(${countPattern}) (?:child(?:ren)?|kids?)`)
  const adults =
    said.count(`(${countPattern}) (?:adults?|grown-?ups?|guests?|people|persons?|of us)`) ??
    said.count(`(?<=\\bfor )(${countPattern})(?=$| ?[,;.?!]| (?:and|in|on|at|over|during|from|next|this)\\b)`)
  const wishes = wishesIn(said)
  const several = said.take('((?:[2-9]|two|three|four|five|six) rooms)')
  const isStay = speaksOfStay(text) || [adults, children, ...Object.values(wishes)].some((each) => each !== undefined)
  const { stays, unread: left } = staysIn(said.text, today, isStay)
  const unread = several === undefined ? left : [several, ...left]
  const isMeant = isStay || (stays.length > 0 && unread.length === 0)
  return isMeant ? { stays, adults, children, wishes, unread } : undefined
}

/** `Check in on 5 December and check out on 8 December`. */
const arrival =
  /\b(?:check(?:ing)?[ -]?in|arriv(?:e|ing)) (?:on )?(.+?),? (?:and )?(?:check(?:ing)?[ -]?out|leav(?:e|ing)|depart(?:ing)?) (?:on )?/gi

/** A longer text tells of more than a stay. */
const longest = 400

/** A text of which parts are taken out as they are understood. */
class Said {
  text: string

  constructor(text: string) {
    this.text = text
  }

  take(pattern: string): string | undefined {
    const match = new RegExp(`(?:\\b(?:for|with|and|plus|in|at) )*(?:\\b(?:an?|the) )?\\b${pattern}`, 'i').exec(
      this.text,
    )
    if (!match) return undefined
    this.text = `${this.text.slice(0, match.index)} ${this.text.slice(match.index + match[0].length)}`
    return match[1] ?? match[0]
  }

  count(pattern: string): number | undefined {
    const match = new RegExp(`(?:\\b(?:for|with|and|plus) |, ?)*(?<![\\d-])\\b${pattern}\\b`, 'i').exec(this.text)
    if (!match) return undefined
    this.text = `${this.text.slice(0, match.index)} ${this.text.slice(match.index + match[0].length)}`
    return countOf(match[1] ?? '')
  }
}

function wishesIn(said: Said): Readonly<Record<string, string>> {
  const board = said.take('(half[ -]board|breakfast|room[ -]only)\\b(?: included)?')
  const room = said.take('(single|double|family|suite)s?\\b(?: rooms?)?')
  const house = houseIn(said)
  return {
    ...(room !== undefined && { room_type: room.toLowerCase() }),
    ...(board !== undefined && { board_filter: board.toLowerCase().replace(/[ -]/, '_') }),
    ...(house !== undefined && { property: slug(house.replace(/^The /, '')) }),
  }
}

const houseName = "(\\p{Lu}[\\p{L}’']*(?: \\p{Lu}[\\p{L}’']*)*)"
const houses = [
  new RegExp(`\\bat the ${houseName}`, 'u'),
  new RegExp(`\\bat ${houseName.replace(/\*\)$/, '+)')}`, 'u'),
  new RegExp(`^(?:[Ii]s|[Dd]oes) (?:the )?${houseName}(?= (?:free|available|have|vacant)\\b)`, 'u'),
]

/** A house of one word is named with `the`: `at Christmas` is a time. */
function houseIn(said: Said): string | undefined {
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

function staysIn(text: string, today: string, isStay: boolean): Pick<StayRequest, 'stays' | 'unread'> {
  const said = piecesOf(text)
  // A word in small letters is a name where all else says when: `christmas and also next weekend`.
  const mayBeName = isStay || /^\p{L}{4,}$/u.test(text) || said.some((piece) => readPiece(piece, today, false).phrase)
  const pieces = said.map((piece) => readPiece(piece, today, mayBeName))
  // `Hanukkah and Purim, one night each`.
  const isShared = (piece: Piece) => !piece.phrase || /\b(?:each|apiece)\b/i.test(piece.text)
  const loose = pieces.find((piece) => piece.nights !== undefined && isShared(piece))?.nights
  const stays = pieces.flatMap(({ phrase, nights = loose, text: piece }): readonly Stay[] => {
    if (!phrase) return []
    const words = wordsOf(piece, phrase.words)
    return [
      { id: slug(nights === undefined ? phrase.words : `${phrase.words} ${nights}`), words, when: phrase.when, nights },
    ]
  })
  const unread = pieces.map(({ rest }) => unreadIn(rest)).filter((words) => words !== '')
  return { stays: [...new Map(stays.map((stay) => [stay.id, stay])).values()].slice(0, mostStays), unread }
}

/** More at once are no question of a person. */
const mostStays = 8

/** `January 17, 2027` and `between Christmas and New Year` are one. */
function piecesOf(text: string): readonly string[] {
  return text
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
