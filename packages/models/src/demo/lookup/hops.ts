/**
 * A question about something that is only described, cut into questions that can be looked up one after the other.
 *
 *     Who founded the yard that built the paddle steamer Petrel?
 *       Which yard built the paddle steamer Petrel?     -> Ravel Yard
 *     Who founded the Ravel Yard?
 */

export type Hop = {
  /** What is to be looked up first. */
  readonly inner: string
  /** The question with what was found in the place of the description. */
  outer(answer: string): string
}

type Description = { readonly inner: string; readonly start: number; readonly end: number; readonly isPerson: boolean }

/** The innermost description in a question; undefined when all in it has a name. */
export function nextHop(question: string): Hop | undefined {
  const text = withoutMark(plainQuestion(question))
  const found = descriptionIn(text)
  if (!found || found.start < 4) return undefined
  const { inner, start, end, isPerson } = found
  return {
    inner,
    outer: (answer) => `${text.slice(0, start)}${isPerson ? answer : withArticle(answer)}${text.slice(end)}?`,
  }
}

const naming = /^what (is|was) the (?:full )?name of (?=the )/i

/** The name of somebody or something is who or what it is: `What was the name of the captain of the Petrel?` asks for the captain. */
export function plainQuestion(question: string): string {
  const text = withoutMark(question)
  const [asked = '', verb = ''] = naming.exec(text) ?? []
  if (asked === '') return question
  const named = text.slice(asked.length)
  const [, sort = ''] = /^the ([\p{L}-]+) of /u.exec(named) ?? []
  if (isPersonSort(sort)) return `Who ${verb} ${named}?`
  const found = descriptionIn(text)
  return found?.start === asked.length && found.end === text.length ? found.inner : question
}

function descriptionIn(text: string): Description | undefined {
  return relative(text) ?? participle(text) ?? role(text)
}

function withoutMark(question: string): string {
  return question.trim().replace(/(?<![?.\s])[?.\s]+$/, '')
}

function withArticle(answer: string): string {
  return /^the /i.test(answer) ? answer : `the ${answer}`
}

/** A few words up to a noun; none of them begins another phrase. */
const word = String.raw`(?!(?:the|an?|in|of|on|at|was|were|is|it|to|and|did|by|from|for|with|under) )[\p{L}\d'’-]+`
const noun = `(?:${word} ){0,2}?${word}`
const describing = new RegExp(
  String.raw`\bthe (${noun}) (?:(?:beside|after|in|under|on|for|to|from|at|by) )?(that|which|who|whom|whose|where)(?:,[^,]*,)? (?=[\p{L}])`,
  'gu',
)

/** `the yard that built the Petrel`, up to the end. */
function relative(text: string): Description | undefined {
  const match = [...text.matchAll(describing)].at(-1)
  if (!match) return undefined
  const [whole, sort = '', word = ''] = match
  const rest = clauseOf(text.slice(match.index + whole.length), text.slice(0, match.index))
  const isPerson = isPersonSort(sort)
  const isSubject = /^(?:that|which|who)$/.test(word) && isVerb(rest.split(' ', 1)[0] ?? '')
  const asked = isPerson ? 'Who' : `Which ${sort}`
  const link = isSubject ? '' : isPerson ? ' is it, ' : ' is it '
  const joint = isSubject ? '' : `${word} `
  const end = match.index + whole.length + rest.length
  return { inner: `${asked}${link || ' '}${joint}${rest}?`, start: match.index, end, isPerson }
}

/** Without the verb of the whole question, which stands behind the clause: `Where was the one who built it born?`. */
function clauseOf(rest: string, before: string): string {
  const [, asks = ''] = /\b(was|were|is|did) $/.exec(before) ?? []
  const [, clause] = (asks === 'did' ? infinitive : passive).exec(rest) ?? []
  return asks !== '' && clause?.split(' ').some(isVerb) ? clause : rest
}

const infinitive = /^(.+) (?:die|close|open|begin|end|sink|live|work|serve|found|pay|marry|leave|retire|burn|teach)\b/
const passive = /^(.+) (?:born|buried|built|[a-z]+ed)$/

const made = new RegExp(
  String.raw`\bthe (${noun}) ([\p{L}]+ed|built|led|kept|written|made|bought|ground) by (.+)$`,
  'gu',
)

/** `the lighthouse designed by the sister of Josef Holt`, up to the end. */
function participle(text: string): Description | undefined {
  const match = [...text.matchAll(made)].at(-1)
  if (!match || match.index < 4) return undefined
  const [, sort = '', verb = '', by = ''] = match
  // The one who did it is asked for first.
  const inside = role(text.slice(match.index + 4))
  if (inside && inside.start >= 4) return shifted(inside, match.index + 4)
  return { inner: `Which ${sort} was ${verb} by ${by}?`, start: match.index, end: text.length, isPerson: false }
}

function shifted({ start, end, ...rest }: Description, by: number): Description {
  return { ...rest, start: start + by, end: end + by }
}

const roles =
  'mother|father|husband|wife|sister|brother|aunt|uncle|niece|nephew|son|daughter|widow|founder|designer|discoverer|leader|maker|builder|owner|director|captain|author|inventor|architect'
const thing = String.raw`(?:the )?(?:[a-z\d-]+ ){0,2}(?:[\p{Lu}][\p{L}'’]+)(?: (?:[\p{Lu}&][\p{L}'’]*))*|the [a-z-]+ of (?:[\p{Lu}]?[\p{L}\d]+)|the [a-z\d-]+(?: [a-z-]+)?`
const ofThing = new RegExp(String.raw`\bthe (${roles}) of (${thing})`, 'gu')
const possessive = new RegExp(
  String.raw`((?:the [a-z]+|[\p{Lu}][\p{L}]+(?: [\p{Lu}][\p{L}]+)?))['’]s (${roles})\b`,
  'gu',
)

/** `the designer of the Narrows Bridge`, `Signe Holt's father`; not when that is all that is asked. */
function role(text: string): Description | undefined {
  const found = [...text.matchAll(ofThing)].at(-1)
  const owned = [...text.matchAll(possessive)].at(-1)
  const [match, who, what] = found ? [found, found[1], found[2]] : [owned, owned?.[2], owned?.[1]]
  if (!match || /^(?:who|what|which) (?:is|was|were|are) $/i.test(text.slice(0, match.index))) return undefined
  const inner = `Who was the ${who} of ${what}?`
  return { inner, start: match.index, end: match.index + match[0].length, isPerson: true }
}

function isPersonSort(sort: string): boolean {
  const last = sort.split(' ').at(-1) ?? ''
  return new RegExp(`^(?:man|woman|person|girl|boy|lady|surveyor|engineer|keeper|${roles})$`).test(last)
}

const irregular = new Set(
  'built laid led kept wrote made bought sold ground found gave ran sank lent won came went stood held drew taught took fed bore saw'.split(
    ' ',
  ),
)

function isVerb(word: string): boolean {
  return /^[a-z]+(?:ed|ies)$/.test(word) || irregular.has(word)
}
