/** Tools of your own: an effect, an approval, and an error that the model sees and can do something about. */
import { defineTool, open, react, z } from 'gyre'
import { calls, says, scriptedModel } from 'gyre/testing'

const stock = new Map([['paper', 12]])

// `pure`: it changes nothing, so it may run again after a crash, and many at once.
const look = defineTool({
  name: 'shop.look',
  description: 'How many of an item there are.',
  input: z.object({ item: z.string() }),
  effect: 'pure',
  run: ({ item }) => {
    if (!stock.has(item)) throw new Error(`There is no \`${item}\`. Items: ${[...stock.keys()].join(', ')}.`)
    return `${stock.get(item)} × ${item}`
  },
})

// `once` is the default: never run twice, and a person is asked after a crash in the middle. Here one is asked before.
const order = defineTool({
  name: 'shop.order',
  description: 'Orders an item.',
  input: z.object({ item: z.string(), count: z.int().min(1) }),
  approval: 'always',
  run: ({ item, count }) => `Ordered ${count} × ${item}.`,
})

const model = scriptedModel(
  calls('shop.look', { item: 'papper' }),
  calls('shop.look', { item: 'paper' }),
  calls('shop.order', { item: 'paper', count: 300 }),
  says('Three packs of paper are ordered.'),
)

const runtime = open()
const session = await runtime.start(react, 'Order paper.', { model, tools: [look, order] })
await session.idle()
console.log((await session.questions())[0]?.question)
// The person lets it through, with another count.
await session.approve({ input: { item: 'paper', count: 3 } })
console.log((await session.outcome).answer)

for (const { parts } of await runtime.prompt(session.id, 'think#4')) {
  for (const part of parts) if (part.type === 'tool-result') console.log(`${part.tool}: ${part.text}`)
}
await runtime.close()

// Prints:
// Run `shop.order` with {"item":"paper","count":300}?
// Three packs of paper are ordered.
// shop.look: `shop.look` failed: There is no `papper`. Items: paper.
// shop.look: 12 × paper
// shop.order: Ordered 3 × paper.
