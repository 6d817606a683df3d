/** Research over pages of your own: two tools are all it needs, and every sentence is held against its source. */
import { defineTool, demoModel, open, type ResearchDetails, toolOutput, z } from 'gyre'

const pages = [
  {
    url: 'https://harbour.example/light',
    title: 'The harbour light',
    text: 'The harbour light was built in 1874 by Ada Brandt. Its lamp burns 40 litres of oil a night. Granite for the tower came by barge from the quarry at Hest, a voyage of two days in fair weather, and the masons slept in tents on the rock.',
  },
  {
    url: 'https://museum.example/keepers',
    title: 'Keepers of the light',
    text: 'Keepers of the harbour light were paid 9 crowns a month in 1902. Each keeper had to clean the lamp before noon and enter the weather in a log. Their children rowed to school when the sound was calm, and learned by post when it was not.',
  },
]

const search = defineTool({
  name: 'web.search',
  description: 'Searches these pages.',
  input: z.object({ query: z.string(), count: z.int().default(8) }),
  effect: 'pure',
  run: () =>
    toolOutput({
      text: pages.map(({ title }) => title).join('\n'),
      data: pages.map(({ url, title }) => ({ url, title })),
    }),
})

const fetch = defineTool({
  name: 'web.fetch',
  description: 'Reads one of these pages.',
  input: z.object({ url: z.string(), part: z.int().default(1) }),
  effect: 'pure',
  run: ({ url }) => {
    const { title, text } = pages.find((page) => page.url === url) ?? { title: '', text: '' }
    return toolOutput({ text, data: { url, title, parts: 1 } })
  },
})

const runtime = open({ model: demoModel })
const session = await runtime.start('research', 'The harbour light and its keepers', { tools: [search, fetch] })
const { answer, details } = await session.outcome
const { stop, stopWhy, ledger, citations, score } = details as unknown as ResearchDetails

console.log(String(answer).split('\n')[0])
for (const { title, coverage, status } of ledger) console.log(`${title}: ${Math.floor(100 * coverage)} %, ${status}`)
console.log(`${stop}: ${stopWhy}`)
console.log(`${score.supported} of ${score.sentences} sentences stand; the first: “${citations[0]?.sentence}”`)
await runtime.close()

// Prints:
// # The harbour light and its keepers
// The harbour light: 57 %, exhausted
// Keepers of the light: 47 %, exhausted
// exhausted: Searches find nothing more for 2 of 2 topics. Not covered: The harbour light (0.57), Keepers of the light (0.47).
// 6 of 6 sentences stand; the first: “The harbour light was built in 1874 by Ada Brandt.”
