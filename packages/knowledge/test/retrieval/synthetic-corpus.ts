/** A corpus with known answers, made from a seed: the same seed gives the same documents and questions. */
import {
  chatDocument,
  registerDocument,
  type SyntheticDocument,
  type Telling,
  thingDocument,
} from './synthetic/documents.ts'
import { type Question, questionsAbout } from './synthetic/questions.ts'
import { type Random, seededRandom } from './synthetic/seeded-random.ts'
import { type Fact, type World, world } from './synthetic/world.ts'

export type SyntheticCorpus = {
  readonly documents: readonly SyntheticDocument[]
  readonly questions: readonly Question[]
}

/** Documents of things that share a name, or nothing at all, with what is asked for. */
const noise = { registers: 60, chats: 92 }
const mostInPassing = 3

export function syntheticCorpus(seed = 1): SyntheticCorpus {
  const random = seededRandom(seed)
  const made = world(random)
  const passing = factsInPassing(random, made)
  const own = Map.groupBy(made.facts, (fact) => fact.subject)
  const tellings: Telling[] = []
  const documents: SyntheticDocument[] = []
  const nextName = () => `page-${String(documents.length + 1).padStart(4, '0')}.md`
  // Mixed, so that neighbours in the store are not neighbours in the world.
  for (const thing of random.some(made.things, made.things.length)) {
    const written = thingDocument(random, nextName(), thing, {
      own: own.get(thing) ?? [],
      passing: passing.get(thing.name) ?? [],
    })
    documents.push(written.document)
    tellings.push(...written.tellings)
  }
  for (let count = 0; count < noise.registers; count++)
    documents.push(registerDocument(random, nextName(), made.things))
  for (let count = 0; count < noise.chats; count++) documents.push(chatDocument(random, nextName(), made))
  const questions = questionsAbout({ random, world: made, tellings: Map.groupBy(tellings, ({ fact }) => fact) })
  return { documents, questions }
}

/** A third of the facts about two things is told by the document of the second as well. */
function factsInPassing(random: Random, { facts }: World): ReadonlyMap<string, readonly Fact[]> {
  const passing = new Map<string, Fact[]>()
  for (const fact of facts) {
    if (!fact.object || !fact.relation.passing || !random.chance(0.3)) continue
    const known = passing.get(fact.object.name) ?? []
    if (known.length < mostInPassing) passing.set(fact.object.name, [...known, fact])
  }
  return passing
}
