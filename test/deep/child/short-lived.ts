/** Runs sessions one after the other, and tells how many bytes of each outlive collections of young garbage. */
import { defineLoop, defineTool, react, run } from 'gyre'
import { z } from 'zod'

const usage = { inputTokens: 1, outputTokens: 1 }
const look = defineTool({
  name: 'look',
  description: 'Looks.',
  input: z.object({ q: z.string() }),
  effect: 'pure',
  run: ({ q }) => q,
})
const model = {
  id: 'test/two-turns',
  async *stream({ messages }: { readonly messages: readonly { readonly role: string }[] }) {
    const isOver = messages.at(-1)?.role === 'tool'
    if (isOver) yield { type: 'text' as const, text: 'seen' }
    else yield { type: 'tool-call' as const, id: '1', tool: 'look', input: '{"q":"a"}' }
    yield { type: 'finish' as const, reason: isOver ? ('stop' as const) : ('tool-calls' as const), usage }
  },
}
const plain = defineLoop({ name: 'plain', run: async () => 'x' })
const sessions = 1000

async function many(loop: typeof react | typeof plain): Promise<void> {
  for (let nth = 0; nth < sessions; nth++) await run(loop, 'Look.', { model, tools: [look] })
}

/** The second time all that is young has been looked at twice, and what is left is taken for old. */
async function used(): Promise<number> {
  for (const _ of [1, 2]) await globalThis.gc?.({ type: 'minor', execution: 'async' })
  return process.memoryUsage().heapUsed
}

const outlived: number[] = []
for (const loop of [plain, react]) {
  await many(loop)
  globalThis.gc?.()
  const before = await used()
  await many(loop)
  outlived.push(Math.round(((await used()) - before) / sessions))
}
process.stdout.write(JSON.stringify(outlived))
