/** Tools that only a test calls, and a loop that calls one. */
import {
  defineTool,
  type Json,
  type Message,
  type Tool,
  type ToolCall,
  type ToolContext,
  type ToolResult,
} from '@gyre/core'
import { modelOf, says } from '@gyre/core/testing'
import { z } from 'zod'
import { loopOf } from './kernel.ts'

export const call = (tool: string, input: Json = {}, id = '1'): ToolCall => ({ type: 'tool-call', id, tool, input })

export const tool = (name: string, run: (context: ToolContext) => unknown, more: Partial<Tool> = {}): Tool => ({
  ...defineTool({
    name,
    description: 'For a test.',
    input: z.object({}),
    effect: 'pure',
    run: (_, context) => run(context),
  }),
  ...more,
})

export const textOf = (messages: readonly Message[]) =>
  messages.map(({ parts }) => (parts[0] as ToolResult).text).join(' ')

export const model = modelOf(() => says('The model.'))

/** A loop that calls the first of these tools. */
export const callFirst = (first: string) =>
  loopOf('calls', async (ctx) => textOf(await ctx.callTools([call(first)], { label: 'act' })))
