/** What the guard costs a call of a pure tool with a small schema, beside the call itself and core's plain runner. */
import { defineTool, plainToolRunner, systemClock, type ToolContext, type ToolRunner } from '@gyre/core'
import { toolGuard } from '@gyre/tools/guard'
import { memoryStore } from 'gyre'
import { z } from 'zod'
import { median } from './figures.ts'

const lookup = defineTool({
  name: 'lookup',
  description: 'Looks an item up',
  input: z.object({ q: z.string() }),
  effect: 'pure',
  run: ({ q }) => `The value of ${q} is 42.`,
})
const computing = { ...lookup, name: 'compute', trusted: true }
const input = { q: 'item 17' }
// A pure tool looks at none of it.
const context = {} as ToolContext

export type GuardCost = {
  readonly call: number
  readonly plain: number
  readonly guarded: number
  readonly trusted: number
}

/** Microseconds per call, medians of the rounds, the sides in turn. */
export function guardCost(rounds: number): GuardCost {
  const { keys, keyValue } = memoryStore()
  const guard = toolGuard({ clock: systemClock, keys, keyValue })
  const plain = plainToolRunner(systemClock)
  const sides = {
    call: () => lookup.run(lookup.schema.parse(input), context),
    plain: callBy(plain, lookup),
    guarded: callBy(guard, lookup),
    trusted: callBy(guard, computing),
  }
  const taken = { call: [] as number[], plain: [] as number[], guarded: [] as number[], trusted: [] as number[] }
  for (let round = 0; round <= rounds; round++) {
    for (const [name, side] of Object.entries(sides)) {
      const us = timeOf(side)
      // The first round only warms up.
      if (round > 0) taken[name as keyof GuardCost].push(us)
    }
  }
  return {
    call: median(taken.call),
    plain: median(taken.plain),
    guarded: median(taken.guarded),
    trusted: median(taken.trusted),
  }
}

const calls = 50_000

function timeOf(side: () => unknown): number {
  const started = performance.now()
  for (let call = 0; call < calls; call++) side()
  return ((performance.now() - started) * 1000) / calls
}

function callBy(runner: ToolRunner, tool: typeof lookup): () => unknown {
  const tools = new Map([[tool.name, tool]])
  const session = 'ses_bench'
  const token = runner.grant?.({ session, tools: [tool], within: undefined })
  const facts = { session, tools, approved: new Set<string>(), token }
  return () => {
    const admission = runner.admit({ type: 'tool-call', id: '1', tool: tool.name, input }, facts)
    if (admission.kind !== 'run') throw new Error('The call was not admitted.')
    return runner.execute(admission.tool, admission.input, context)
  }
}
