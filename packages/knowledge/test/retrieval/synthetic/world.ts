/** The things of the synthetic world, and what is true of them. */
import { firmName, journeyName, machineSeries, personName, roots } from './names.ts'
import type { Kind, Relation } from './relation.ts'
import { relations } from './relations.ts'
import type { Random } from './seeded-random.ts'

export type Thing = {
  readonly kind: Kind
  readonly name: string
  /** What people say for it who know it, and nothing else is called. */
  readonly short: string
  readonly code?: string
}

export type Fact = {
  readonly subject: Thing
  readonly relation: Relation
  /** A thing, or what is said in its place. */
  readonly object: Thing | undefined
  readonly answer: string
}

export type World = { readonly things: readonly Thing[]; readonly facts: readonly Fact[] }

const counts = { person: 150, firm: 80, place: 70, series: 36, journey: 40 }

export function world(random: Random): World {
  const things = inventThings(random)
  const byKind = Map.groupBy(things, (thing) => thing.kind)
  const facts = things.flatMap((subject) =>
    relations
      .filter((relation) => relation.of === subject.kind)
      .map((relation) => inventFact(random, { subject, relation, byKind })),
  )
  return { things, facts }
}

function inventThings(random: Random): readonly Thing[] {
  const places = roots(random, counts.place)
  const families = roots(random, 60)
  const shared = [...places, ...families]
  const things = new Map<string, Thing>()
  const add = (thing: Thing) => {
    const known = [...things.values()].some((other) => other.name === thing.name || other.short === thing.short)
    if (!known) things.set(thing.name, thing)
    return !known
  }
  const fill = (count: number, invent: () => Thing) => {
    for (let left = count; left > 0; ) if (add(invent())) left--
  }
  for (const place of places) add({ kind: 'place', name: place, short: place })
  fill(counts.person, () => {
    // A fifth of the people are called like a town.
    const { name, trade } = personName(random, random.pick(random.chance(0.2) ? places : families))
    return { kind: 'person', name, short: `the ${trade} ${name.split(' ')[1]}` }
  })
  fill(counts.firm, () => {
    const name = firmName(random, random.pick(shared))
    return { kind: 'firm', name, short: name }
  })
  fill(counts.journey, () => {
    const name = journeyName(random, random.pick(shared))
    return { kind: 'journey', name, short: name }
  })
  for (const root of roots(random, counts.series))
    for (const { name, code } of machineSeries(random, root, 3)) add({ kind: 'machine', name, short: code, code })
  return [...things.values()]
}

type Drawing = {
  readonly subject: Thing
  readonly relation: Relation
  readonly byKind: ReadonlyMap<Kind, readonly Thing[]>
}

function inventFact(random: Random, { subject, relation, byKind }: Drawing): Fact {
  const { values } = relation
  if (typeof values === 'string') {
    const object = random.pick((byKind.get(values) ?? []).filter((thing) => thing !== subject))
    return { subject, relation, object, answer: object.name }
  }
  if (!('from' in values)) return { subject, relation, object: undefined, answer: random.pick(values) }
  const number = values.from + random.below(values.to - values.from)
  const answer = values.unit === undefined ? `${number}` : `${number} ${values.unit}`
  return { subject, relation, object: undefined, answer }
}
