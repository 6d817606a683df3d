/** For whom a room is: `3 adults and a child`, `a family of four`, `my wife and I`, `just me`. */
import { countPattern } from './counts.ts'
import type { SaidText } from './said-text.ts'

export type Guests = {
  readonly adults: number | undefined
  readonly children: number | undefined
  /** Words that leave open who is a child. */
  readonly family?: string
}

const count = `(${countPattern})`
const child = '(?:child(?:ren)?|kids?|bab(?:y|ies)|infants?|toddlers?|teen(?:ager)?s?)'
const adult = '(?:adults?|grown-?ups?|guests?|people|persons?|pax|travell?ers?|seniors?|(?:wo)?men|of us)'
const companion = '(?:friends?|colleagues?)'
const relative =
  '(?:wife|husband|partner|spouse|girlfriend|boyfriend|fianc[ée]e?|friend|colleague|boss|mother|mum|mom|father|dad|sister|brother|aunt|uncle)'

/** Takes them out of the text. */
export function guestsIn(said: SaidText): Guests {
  said.text = said.text.replace(/\bboth of us\b/i, 'two of us')
  const family = familyIn(said)
  if (family) return family
  const isPartOf = new RegExp(`\\b(?:including|incl\\.?|of (?:them|whom)) (?:${countPattern})`, 'i').test(said.text)
  if (isPartOf) said.text = said.text.replace(/,? ?\b(?:including|incl\.?|of whom|with) /i, ' and ')
  const children = childrenIn(said)
  const adults = adultsIn(said, (children ?? 0) > 0)
  if (isPartOf && adults !== undefined && children !== undefined && children < adults)
    return { adults: adults - children, children }
  return { adults, children }
}

/** Two of a family are taken for its adults. */
function familyIn(said: SaidText): Guests | undefined {
  const all = /\bfamily of /i.test(said.text)
    ? said.count(`(?:(?:a|an|our|my|the) )?family of ${count}`)
    : said.count(`${count}[ -](?:person|head) family`)
  if (all === undefined) return namedFamily(said)
  return { adults: Math.min(2, all), children: Math.max(0, all - 2), family: `a family of ${all}` }
}

/** `a family with two kids`. */
function namedFamily(said: SaidText): Guests | undefined {
  if (said.take(`((?:a|our|my|the) family) (?=with (?:${countPattern}) ${child})`) === undefined) return undefined
  return { adults: 2, children: childrenIn(said), family: 'a family' }
}

function childrenIn(said: SaidText): number | undefined {
  if (said.take(`(?:and )?((?:without|no) (?:any )?${child})\\b`) !== undefined) return 0
  const named = said.sum(`(?:my|our)(?: (?:little|young|small|baby))? (a )?(?:son|daughter|baby|child|kid|toddler)`)
  const counted = said.sum(`(?:(?:my|our) )?${count} (?:(?:small|young|little) )?(?:${child}|sons|daughters)`)
  const aged = said.sum(`${count} \\d{1,2}[- ]years?[- ]olds?`)
  const all = [named, counted, aged].filter((each) => each !== undefined)
  return all.length === 0 ? undefined : all.reduce((sum, each) => sum + each)
}

function adultsIn(said: SaidText, hasChildren: boolean): number | undefined {
  const pairs = said.sum(`${count} couples?(?! of)`)
  const couples = pairs === undefined ? undefined : 2 * pairs
  const relatives = relativesIn(said, hasChildren)
  const counted =
    said.sum(`${count} ${adult}`) ??
    said.count(`(?:an? )?(?:party|group|team) of ${count}`) ??
    said.count(`(?:we|us) (?:are )?${count}(?! (?:night|day|week)s?)`)
  const all = [couples, relatives, counted].filter((each) => each !== undefined)
  if (all.length > 0) return all.reduce((sum, each) => sum + each)
  return aloneIn(said) ?? bareCountIn(said)
}

const speaker =
  /,? ?\band (?:I|me|myself)\b|\b(?:for )?(?:me|myself|I)(?= and (?:my|our|an?|\d|two|three|four)\b)|(?<=\bwith )(?=(?:my|our|an?|\d|two|three|four)\b)/

/** Whoever brings somebody comes too, and so does one with wife and children; a room for one's parents is for them alone. */
function relativesIn(said: SaidText, hasChildren: boolean): number | undefined {
  const isWithSpeaker = hasChildren || speaker.test(said.text)
  const parents = said.sum('(?:my|our|the) (?:grand)?(parents|in-laws)') === undefined ? 0 : 2
  const single = said.sum(`(?:my|our|a) (?:best |old )?(${relative})\\b(?!s)`) ?? 0
  const several = said.sum(`(?:(?:my|our) )?${count} ${companion}`) ?? 0
  const all = parents + single + several
  if (all === 0) return undefined
  said.text = said.text.replace(speaker, ' ')
  return all + (isWithSpeaker ? 1 : 0)
}

const alone =
  '(solo|alone|(?:just|only) (?:for )?(?:me|myself|one)|(?:by |for )?myself|(?:on|by) my own|(?<=rooms? for )me(?! and))\\b'

function aloneIn(said: SaidText): number | undefined {
  if (said.take(alone) === undefined) return undefined
  // It may be said twice: `just me, travelling alone`.
  said.take(alone)
  return 1
}

/** `for two`. */
function bareCountIn(said: SaidText): number | undefined {
  return said.count(
    `(?<=\\bfor )${count}(?=\\s*$|\\s*[,;.?!]|\\s+(?:and|or|in|on|at|over|during|from|next|this|tomorrow|tonight|today|please|with)\\b)`,
  )
}
