/** A loop of one step: it calls a tool, and what the tool answers is its answer. */
import { defineLoop, type Json, type JsonObject, type Loop, type ToolResult } from '@gyre/core'

export type CalledTool = { readonly tool: string; readonly input: JsonObject }

export function oneCall({ tool, input }: CalledTool): Loop {
  return defineLoop({
    name: 'one-call',
    summary: 'Calls one tool.',
    run: async (ctx) => {
      const messages = await ctx.callTools([{ type: 'tool-call', id: '1', tool, input }], { label: 'call' })
      const [part] = messages.flatMap(({ parts }) => parts)
      const { type: _, id: __, ...result } = part as ToolResult
      return { answer: result as unknown as Json, outcome: result.error ? 'failed:tool-failed' : 'answered' }
    },
  }) as Loop
}
