/** One slip of the finger in a name. */
import type { Random } from './seeded-random.ts'
import type { Thing } from './world.ts'

const letters = [...'abcdefghiklmnoprstuvz']

const slips: readonly ((random: Random, word: string, at: number) => string)[] = [
  (_, word, at) => word.slice(0, at) + word.slice(at + 1),
  (_, word, at) => word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
  (random, word, at) => word.slice(0, at) + random.pick(letters) + word.slice(at + 1),
  (random, word, at) => word.slice(0, at) + random.pick(letters) + word.slice(at),
]

/** In its longest word, never in the first or last letter; never what another thing is called. */
export function oneTypo(random: Random, name: string, things: readonly Thing[]): string {
  const words = new Set(things.flatMap((thing) => thing.name.split(' ')))
  const rootOf = name.split(' ').reduce((longest, word) => (isRoot(word, longest) ? word : longest))
  for (;;) {
    const wrong = random.pick(slips)(random, rootOf, 1 + random.below(rootOf.length - 2))
    if (wrong !== rootOf && !words.has(wrong)) return name.replace(rootOf, wrong)
  }
}

/** The word that names it, not what kind of thing it is. */
const kinds = new Set([
  'Foundry',
  'Brothers',
  'Works',
  'Mills',
  'Trading',
  'Company',
  'Instrument',
  'Makers',
  'Yard',
  'Expedition',
  'Survey',
  'Caravan',
  'Crossing',
  'the',
])

const isRoot = (word: string, longest: string) =>
  !kinds.has(word) && (kinds.has(longest) || word.length > longest.length)
