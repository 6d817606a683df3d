/** Sides of its subject that a task names itself: `light, cross and power their waters`. */
import { askedFor, capitalised } from './subject.ts'

export type Aspect = { readonly topic: string; readonly things: readonly string[] }

/** What people do, and the things they do it with: documents speak of the things. */
const thingsFor: ReadonlyMap<string, readonly string[]> = new Map(
  [
    'light: light, lighthouse, lamp',
    'cross travel sail: crossing, ferry, boat, bridge',
    'power drive: power, mill, engine, electricity',
    'trade sell buy: trade, company, harbour, bank',
    'build: building, yard, builder, quarry',
    'farm feed eat: farm, animals, food',
    'learn teach: school, museum, library',
    'work earn: work, trade, wages',
    'rescue protect: rescue, lifeboat, storm, wreck',
    'observe study measure: survey, observatory, instrument',
  ].flatMap((line) => {
    const [deeds = '', things = ''] = line.split(': ')
    return deeds.split(' ').map((deed) => [deed, things.split(', ')] as const)
  }),
)

/** None when the task lists nothing. */
export function aspectsOf(task: string): readonly Aspect[] {
  return itemsIn(askedFor(task)).map((item) => {
    const things = thingsFor.get(item) ?? [item]
    return { topic: capitalised(listed(things)), things }
  })
}

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
  return items.length === said.length ? items : []
}

/** `ferries, boats and bridges`. */
export function listed(texts: readonly string[]): string {
  const last = texts.at(-1) ?? ''
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} and ${last}`
}
