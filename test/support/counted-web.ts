/** A web of a few pages whose every search and read is written down, and an embedder that knows what they are about. */
import { defineTool, type Embedder, type Json, type Tool, toolOutput } from '@gyre/core'
import { z } from 'zod'
import type { Hand } from './effects.ts'

type Page = { readonly url: string; readonly title: string; readonly text: string }

const page = (host: string, title: string, ...sentences: readonly string[]): Page => ({
  url: `https://${host}.example/${title.toLowerCase().replaceAll(' ', '-')}`,
  title,
  text: sentences.join(' '),
})

/** Two subjects that people ask for, and one, the seals, that turns up wherever they look. */
const pages: readonly Page[] = [
  page(
    'north',
    'North tower',
    'The north lighthouse was built in 1874 by Ada Brandt.',
    'Its lamp burns 40 litres of oil a night, and the tower of the lighthouse is 31 metres high.',
    'Granite came by barge from the quarry at Hest, a voyage of two days in fair weather.',
  ),
  page(
    'south',
    'South tower',
    'The south lighthouse followed in 1890, with a lens from the Corby works.',
    'The lamp turns once in 12 seconds, and the tower floats on a bath of mercury.',
    'Storms broke the gallery twice, and a smith mended the iron rail of the lighthouse each time.',
  ),
  page(
    'petrel',
    'Petrel',
    'The ferry Petrel carries 120 passengers between the harbour and the outer villages.',
    'The boat leaves the pier at 7 in the morning, and the ferry was launched in 1911.',
    'Her steam engine was replaced by a diesel after the war, to the sorrow of the stokers.',
  ),
  page(
    'company',
    'Company',
    'The ferry company owns 3 boats and was founded in 1886 by Jonas Wirth.',
    'Passengers of the ferry pay 2 crowns, half of that for sheep and nothing for the doctor.',
    'A strike in its twentieth year closed every pier for six weeks.',
  ),
  page(
    'shore',
    'Seals of the islands',
    'The islands have 900 seals, and the seals of the islands sleep on the rocks below the lighthouse.',
    'Pups are born in May, and their mothers teach them to swim within three weeks.',
    'A seal eats 5 kilograms of herring a day, which the fishermen of the islands count as theirs.',
  ),
  page(
    'cave',
    'Caves of the islands',
    'In the caves of the islands 60 grey seals pass the winter, each seal on its own ledge.',
    'A warden has counted the seals since 1958 from a boat that is no ferry.',
    'Visitors hear them sing at night, and few islands have songs about anything else.',
  ),
  page(
    'hunt',
    'Hunt on the islands',
    'Seals were hunted on all islands until 1934 for their oil, and a seal gave a lamp its light for a month.',
    'The last hunter of the islands became the first warden and kept a seal in his kitchen.',
    'Since the law was passed seals come as near as the steps of the church.',
  ),
]

/** The search finds what has a word of the query, in the order of the pages; what is not there cannot be read. */
export function countedWeb(hand: Hand): readonly Tool[] {
  const search = defineTool({
    name: 'web.search',
    description: 'Searches the web.',
    input: z.object({ query: z.string(), count: z.int() }),
    effect: 'pure',
    run: ({ query, count }, { path }) =>
      hand.do('tool', path, () => {
        const data = found(query).slice(0, count)
        return toolOutput({ text: data.map(({ title }) => title).join('\n'), data: data as Json })
      }),
  })
  const fetch = defineTool({
    name: 'web.fetch',
    description: 'Reads a page.',
    input: z.object({ url: z.string(), part: z.int() }),
    effect: 'pure',
    run: ({ url }, { path }) =>
      hand.do('tool', path, () => {
        const read = pages.find((each) => each.url === url)
        if (!read) throw new Error(`${url} answered with status 404.`)
        const { title, text } = read
        return toolOutput({ text: `# ${title}\n\n${text}`, data: { url, title, parts: 1 } })
      }),
  })
  return [search, fetch] as readonly Tool[]
}

function found(query: string) {
  const wanted = wordsOf(query)
  return [...pages, gone]
    .filter(({ title, text }) => wordsOf(`${title} ${text}`).some((word) => wanted.includes(word)))
    .map(({ url, title, text }) => ({ url, title, snippet: text.slice(0, 40) }))
}

/** What searches give and nobody can read. */
const gone: Page = { url: 'https://gone.example/ferries', title: 'Ferries that sank', text: '' }

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/\p{L}{4,}/gu) ?? []
}

/** Words that tell of a subject: each subject is a direction of its own. */
const subjects = [
  /^(?:lighthouses?|lamps?|tower)$/,
  /^(?:ferry|ferries|boats?|pier|passengers)$/,
  /^(?:seals?|pups)$/,
  /^islands$/,
]

/** How much more they count than a word that tells of nothing. */
const subjectWeight = 2

/** Directions for all other words: enough of them that two pages of one subject differ. */
const otherWords = 24

/** Small vectors whose likeness can be read off the words. */
export const subjectEmbedder: Embedder = {
  id: 'test/subjects',
  embed: async (texts) => texts.map(subjectVector),
}

function subjectVector(text: string): Float32Array {
  const vector = new Float32Array(subjects.length + otherWords)
  for (const word of wordsOf(text)) {
    const subject = subjects.findIndex((each) => each.test(word))
    const at = subject >= 0 ? subject : subjects.length + slotOf(word)
    vector[at] = (vector[at] ?? 0) + (subject >= 0 ? subjectWeight : 1)
  }
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}

function slotOf(word: string): number {
  return [...word].reduce((slot, letter) => (slot * 31 + letter.charCodeAt(0)) % otherWords, 0)
}
