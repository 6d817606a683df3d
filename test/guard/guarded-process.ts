/** A process whose calls go through the guard, and loops that make calls. */
import {
  type Json,
  type KeyRing,
  type Loop,
  type Message,
  type Model,
  Runtime,
  type RuntimeOptions,
  type Store,
  type ToolCall,
  type ToolResult,
} from '@gyre/core'
import { modelOf, type SimulatedClock, says, simulatedClock } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores'
import { toolGuard } from '../../packages/tools/src/guard/guard.ts'
import type { ToolGuardOptions } from '../../packages/tools/src/guard/guard-options.ts'
import { loopOf, midnight } from '../support/kernel.ts'

export type Given = Partial<ToolGuardOptions> & {
  readonly store?: Store
  readonly clock?: SimulatedClock
  readonly keys?: KeyRing
}

/** A process with a guard of its own. */
export function processWith({ store = memoryStore(), clock = simulatedClock(midnight), ...given }: Given = {}) {
  const guard = toolGuard({ clock, keys: store.keys, keyValue: store.keyValue, ...given })
  const open = (more: Partial<RuntimeOptions> = {}) =>
    new Runtime({ store, clock, random: () => 0.5, toolRunner: guard, ...more })
  return { store, clock, guard, open, runtime: open() }
}

export const model: Model = modelOf(() => says('model'))
export const callTo = (tool: string, input: Json = { a: 1 }, id = tool): ToolCall => ({
  type: 'tool-call',
  id,
  tool,
  input,
})

export function resultIn(message: Message | undefined): ToolResult {
  const [part] = message?.parts ?? []
  if (part?.type !== 'tool-result') throw new Error('no result')
  return part
}

/** A loop that makes these calls one after the other, and answers with what they said. */
export function calling(...made: readonly ToolCall[]): Loop {
  return loopOf('calling', async (ctx) => {
    const texts: string[] = []
    for (const call of made) {
      const [message] = await ctx.callTools([call], { label: 'act' })
      texts.push(resultIn(message).text)
    }
    return texts
  })
}
