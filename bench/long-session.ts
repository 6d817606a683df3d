/** A session of so many steps, cut off just before its end. */
import type { Model, Tool } from '@gyre/core'
import { defineTool, open, react, sqliteStore } from 'gyre'
import { z } from 'zod'

const usage = { inputTokens: 10, outputTokens: 5 }

export type LongSession = {
  readonly id: string
  readonly equipment: { readonly model: Model; readonly tools: readonly Tool[] }
}

export async function longSession(file: string, steps: number): Promise<LongSession> {
  const turns = steps / 2
  let isOver = () => {}
  const over = new Promise<void>((resolve) => {
    isOver = resolve
  })
  const model = (last: () => Promise<void> | undefined): Model => ({
    id: 'bench/long',
    async *stream({ messages }) {
      const turn = (messages.length - 2) / 2
      if (turn < turns)
        yield { type: 'tool-call', id: `call_${turn}`, tool: 'lookup', input: JSON.stringify({ q: `item ${turn}` }) }
      else {
        await last()
        yield { type: 'text', text: 'done' }
      }
      yield { type: 'finish', reason: turn < turns ? 'tool-calls' : 'stop', usage }
    },
  })
  const lookup = defineTool({
    name: 'lookup',
    description: 'Looks an item up',
    input: z.object({ q: z.string() }),
    effect: 'pure',
    run: ({ q }) => `ok ${q}`,
  })
  const runtime = open({ store: sqliteStore(file, { synchronous: 'NORMAL' }) })
  // The last call never comes back: the session is handed over in the middle of it.
  const stuck = model(() => {
    isOver()
    return new Promise(() => {})
  })
  const session = await runtime.start(react, 'Look many items up.', {
    model: stuck,
    tools: [lookup],
    config: { maxIterations: turns + 1 },
  })
  await over
  await runtime.close({ graceMs: 0 })
  return { id: session.id, equipment: { model: model(() => undefined), tools: [lookup] } }
}
