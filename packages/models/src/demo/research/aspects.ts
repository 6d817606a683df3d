/** Sides of its subject that a task names itself: `light, cross and power their waters`. */
import { contentWords } from '../lookup/content-words.ts'
import { askedFor } from './asked-for.ts'
import { capitalised } from './subject.ts'

/** What people do, and the heading of what they do it with: documents speak of the things. */
const headingFor: ReadonlyMap<string, string> = new Map(
  [
    'light: Lights, lighthouses and lamps',
    'cross travel sail: Crossings, ferries, boats and bridges',
    'power drive: Power, mills, engines and electricity',
    'trade sell buy: Trade, companies, harbours and banks',
    'build: Building, yards, builders and quarries',
    'farm feed eat: Farms, animals and food',
    'learn teach: Schools, museums and libraries',
    'work earn: Work, trade and wages',
    'rescue protect: Rescues, lifeboats, storms and wrecks',
    'observe study measure: Surveys, observatories and instruments',
  ].flatMap((line) => {
    const [deeds = '', heading = ''] = line.split(': ')
    return deeds.split(' ').map((deed) => [deed, heading] as const)
  }),
)

/** The headings of what a task lists; none when it lists nothing. */
export function aspectsOf(task: string): readonly string[] {
  return itemsIn(askedFor(task)).map((item) => headingFor.get(item) ?? capitalised(item))
}

/** The heading of the field that a word is of, in the words of documents: lamps are of `Lights, lighthouses and lamps`. */
export function fieldOf(word: string): string | undefined {
  return [...headingFor.values()].find((heading) => contentWords(heading).includes(word))
}

/** Whether a heading lists things, one of which is enough: those of a field, or one that the task lists. */
export function isAspect(heading: string, task: string): boolean {
  return aspectsOf(task).includes(heading) || [...headingFor.values()].includes(heading)
}

/** Two with a comma between them are no list: `Where did they work, and what became of them?` */
const fewestItems = 3

/** With a comma at least: two things alone are often one, as `history and origins` are. */
function itemsIn(asked: string): readonly string[] {
  const comma = asked.indexOf(',')
  const joint = /,?\s+(?:and|or)\s+/.exec(asked.slice(Math.max(0, comma)))
  if (comma < 0 || !joint) return []
  const end = comma + joint.index
  const [first = '', ...others] = asked.slice(0, end).split(',')
  const said = [
    /(?<![\p{L}-])[\p{Ll}-]+(?: [\p{Ll}-]+)?$/u.exec(first)?.[0],
    ...others.map((other) => /^\s*([\p{Ll}-]+(?: [\p{Ll}-]+){0,2})$/u.exec(other)?.[1]),
    /^(?:the )?[\p{Ll}-]+/u.exec(asked.slice(end + joint[0].length))?.[0],
  ]
  const items = said.flatMap((item) => item?.replace(/^(?:the|an?|of|in|on) /, '') ?? [])
  return items.length === said.length && items.length >= fewestItems ? items : []
}

/** `ferries, boats and bridges`. */
export function listed(texts: readonly string[]): string {
  const last = texts.at(-1) ?? ''
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} and ${last}`
}
