/** The documents of the synthetic world: one of each thing, and others that only share its names or words. */
import { fillerSentences } from './filler.ts'
import type { Kind } from './relation.ts'
import type { Random } from './seeded-random.ts'
import type { Fact, Thing, World } from './world.ts'

export type SyntheticDocument = { readonly name: string; readonly text: string }

/** Where a fact is told, and by which of its sentences. */
export type Telling = {
  readonly fact: Fact
  readonly document: string
  readonly sentence: number
  readonly passing: boolean
}

type Written = { readonly document: SyntheticDocument; readonly tellings: readonly Telling[] }

const headings = [
  'Background',
  'Early years',
  'Details',
  'From the records',
  'What is known',
  'Later',
  'In the district',
  'Remarks',
  'Sources',
  'Day by day',
]
const titles = ['{s}', '{s}', 'Notes on {s}', '{s}: a short account', 'About {s}']
const roles: Readonly<Record<Kind, readonly string[]>> = {
  person: ['this craftsman', 'our subject'],
  firm: ['the firm', 'the house'],
  place: ['the place', 'the little town'],
  machine: ['the machine', 'the apparatus'],
  journey: ['the undertaking', 'the party'],
}
const registerTitles = [
  'Guest book of an inn',
  'Subscribers of a newspaper',
  'List of letters not delivered',
  'Seating plan of a dinner',
  'Names on an old map',
  'Auction list',
]
const chatTitles = [
  'Weather diary',
  'Minutes of a meeting',
  'A walk after lunch',
  'Household advice',
  'From a notebook',
  'Letter to an aunt',
]

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Headed parts; the first one follows the title at once. */
function inParts(random: Random, title: string, sentences: readonly string[]): string {
  const parts = Math.max(1, Math.round(sentences.length / 7))
  const size = Math.ceil(sentences.length / parts)
  const names = random.some(headings, parts)
  const body = Array.from({ length: parts }, (_, part) => {
    const text = sentences.slice(part * size, (part + 1) * size)
    const half = Math.ceil(text.length / 2)
    const paragraphs = [text.slice(0, half), text.slice(half)].filter((one) => one.length > 0)
    const prose = paragraphs.map((one) => one.join(' ')).join('\n\n')
    return part === 0 ? prose : `## ${names[part]}\n\n${prose}`
  })
  return `# ${title}\n\n${body.join('\n\n')}\n`
}

/** Own facts and facts of others in passing, in random order among sentences that say nothing. */
export function thingDocument(
  random: Random,
  name: string,
  thing: Thing,
  { own, passing }: { readonly own: readonly Fact[]; readonly passing: readonly Fact[] },
): Written {
  const tellings: Telling[] = []
  const told = random.some(own, own.length).map((fact, at) => {
    const which = random.below(fact.relation.told.length)
    tellings.push({ fact, document: name, sentence: which, passing: false })
    const subject = at === 0 || random.chance(0.55) ? thing.name : random.pick(roles[thing.kind])
    const text = fact.relation.told[which]?.sentence ?? ''
    return sentence(text.replace('{s}', subject).replace('{o}', fact.answer))
  })
  for (const fact of passing) {
    tellings.push({ fact, document: name, sentence: 0, passing: true })
    told.splice(
      random.below(told.length) + 1,
      0,
      sentence((fact.relation.passing ?? '').replace('{s}', fact.subject.name)),
    )
  }
  const first = `${sentence(thing.short === thing.name ? thing.name : `${thing.name}, ${thing.short},`)} is the subject of these pages.`
  const rest = told.flatMap((text) => [...fillerSentences(random, random.below(3)), text])
  const sentences = [first, ...rest, ...fillerSentences(random, 2 + random.below(5))]
  return {
    document: { name, text: inParts(random, random.pick(titles).replace('{s}', thing.name), sentences) },
    tellings,
  }
}

/** Names without a fact: what a search for a name alone finds. */
export function registerDocument(random: Random, name: string, things: readonly Thing[]): SyntheticDocument {
  const lines = random
    .some(things, 12 + random.below(14))
    .map(
      (thing) => `- ${thing.name}, ${random.pick(['paid', 'absent', 'see overleaf', 'two copies', 'by the window'])}`,
    )
  const prose = fillerSentences(random, 4 + random.below(4)).join(' ')
  return {
    name,
    text: `# ${random.pick(registerTitles)} ${1 + random.below(400)}\n\n${prose}\n\n${lines.join('\n')}\n`,
  }
}

/** Sentences of everyday things, with a name here and there. */
export function chatDocument(random: Random, name: string, { things }: World): SyntheticDocument {
  const sentences = fillerSentences(random, 7 + random.below(11))
  const names = random.some(things, 3)
  for (const thing of names)
    sentences.splice(
      random.below(sentences.length),
      0,
      `Somebody spoke of ${thing.name}, and the talk went on to other things.`,
    )
  return { name, text: inParts(random, `${random.pick(chatTitles)} ${1 + random.below(900)}`, sentences) }
}
