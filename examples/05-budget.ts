/** A budget that runs out: one call is always kept back, so the session still answers, and says that it was cut short. */
import { defineTool, react, run, z } from 'gyre'
import { calls, modelOf, says } from 'gyre/testing'

const read = defineTool({
  name: 'read',
  description: 'Reads a page of the log book.',
  input: z.object({ page: z.int() }),
  effect: 'pure',
  run: ({ page }) => `Page ${page}: ${page * 10} barrels of oil.`,
})

// A model that would read for ever. In the last call no tools are offered, and it is asked to answer with what there is.
const model = modelOf(({ messages, tools = [] }) => {
  const pages = messages.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool-result'))
  if (tools.length > 0) return calls('read', { page: pages.length + 1 })
  return says(`At least ${pages.length * 10} barrels, by the ${pages.length} pages that I could read.`)
})

// Limits of calls, tokens, money, time: the first that is reached ends it.
for (const budget of [{ modelCalls: 3 }, { modelCalls: 6 }, { toolCalls: 4 }, { turns: 2 }]) {
  const { outcome, answer, usage } = await run(react, 'How much oil?', { model, tools: [read], budget })
  console.log(`${outcome} (${usage.modelCalls} model calls, ${usage.toolCalls} tool calls): ${answer}`)
}

// Prints:
// limit:calls (3 model calls, 2 tool calls): At least 20 barrels, by the 2 pages that I could read.
// limit:calls (6 model calls, 5 tool calls): At least 50 barrels, by the 5 pages that I could read.
// limit:tools (6 model calls, 4 tool calls): At least 40 barrels, by the 4 pages that I could read.
// limit:turns (3 model calls, 2 tool calls): At least 20 barrels, by the 2 pages that I could read.
