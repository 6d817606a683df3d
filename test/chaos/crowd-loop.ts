/** What sessions do while everything around them breaks: branches side by side, every kind of tool, sometimes a question. */
import { setTimeout as sleep } from 'node:timers/promises'
import { defineLoop, defineTool, type Json, type Model, type Tool, type ToolCall, user } from '@gyre/core'
import { z } from 'zod'

/** Every tenth session asks whether it may go on. */
const asksEvery = 10
const branches = [1, 2, 3]

const call = (tool: string, input: Json, id: string): ToolCall => ({ type: 'tool-call', id, tool, input })

const number = z.object({ n: z.number() })

export const crowdLoop = defineLoop({
  name: 'crowd',
  config: z.object({ index: z.number() }),
  async run(ctx, _task, { index }) {
    const opening = await ctx.generate([user(`Open ${index}.`)], { label: 'think' })
    const doubled = await ctx.map(
      branches,
      async (n, branch) => {
        const [found] = await branch.callTools([call('double', { n: index + n }, `double-${n}`)], { label: 'look' })
        await branch.callTools([call('charge', { n }, `charge-${n}`)], { label: 'pay' })
        await branch.callTools([call('save', { n }, `save-${n}`)], { label: 'keep' })
        const [result] = found?.parts ?? []
        return result?.type === 'tool-result' ? Number(result.text) : Number.NaN
      },
      { label: 'part', concurrency: branches.length },
    )
    if (index % asksEvery === 0) await ctx.askHuman('May it go on?')
    await ctx.generate([user('Close.'), opening.message], { label: 'think' })
    return doubled.reduce((sum, each) => sum + each, 0)
  },
})

/** What such a session comes to, whatever happens to it. */
export function expectedAnswer(index: number): number {
  return branches.reduce((sum, n) => sum + 2 * (index + n), 0)
}

/** Told of each effect as it begins: so that whoever looks can count them afterwards. */
export type OnEffect = (effect: { readonly tool: string; readonly session: string; readonly path: string }) => void

export function crowdEquipment(paceMs: number, onEffect: OnEffect): { readonly model: Model; readonly tools: Tool[] } {
  const pace = () => sleep(paceMs * (0.5 + Math.random()))
  const model: Model = {
    id: 'crowd/model',
    async *stream() {
      yield { type: 'text', text: 'On ' }
      await pace()
      yield { type: 'text', text: 'it goes.' }
      yield { type: 'finish', reason: 'stop', usage: { inputTokens: 10, outputTokens: 4 } }
    },
  }
  const tool = (name: string, effect: 'pure' | 'idempotent' | 'once') =>
    defineTool({
      name,
      description: `A tool that is ${effect}.`,
      input: number,
      effect,
      async run({ n }, { session, path }) {
        onEffect({ tool: name, session, path })
        await pace()
        return String(2 * n)
      },
    })
  return { model, tools: [tool('double', 'pure'), tool('save', 'idempotent'), tool('charge', 'once')] }
}
