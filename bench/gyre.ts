/** Gyre with everything on: journal, budget, interventions, redaction, audit chain. */
import type { Model, Runtime, Tool } from '@gyre/core'
import { defineTool, open, react, run, sqliteStore } from 'gyre'
import { z } from 'zod'
import type { Contestant } from './contestant.ts'
import { goal, lookup, nextTurn, type Workload } from './scripted-task.ts'

const usage = { inputTokens: 10, outputTokens: 5 }

type Equipment = {
  readonly model: Model
  readonly tools: readonly ReturnType<typeof lookupTool>[]
  readonly config: object
}

/** Built once for a workload, as a server would. */
const equipment = new Map<string, Equipment>()

/** The record of a pure tool is written with the next one; that of any other is on disk before the loop goes on. */
export function equip(workload: Workload, effect: Tool['effect'] = 'pure'): Equipment {
  const key = JSON.stringify([workload, effect])
  const known = equipment.get(key)
  if (known) return known
  const made = {
    model: scriptedModel(workload),
    tools: [lookupTool(workload, effect)],
    config: { maxIterations: workload.iterations + 1 },
  }
  equipment.set(key, made)
  return made
}

function scriptedModel(workload: Workload): Model {
  return {
    id: 'bench/scripted',
    async *stream({ messages }) {
      let results = 0
      for (const message of messages) if (message.role === 'tool') results += 1
      const turn = nextTurn(workload, results)
      if (typeof turn === 'string') yield { type: 'text', text: turn }
      else for (const { id, q } of turn) yield { type: 'tool-call', id, tool: 'lookup', input: JSON.stringify({ q }) }
      yield { type: 'finish', reason: typeof turn === 'string' ? 'stop' : 'tool-calls', usage }
    },
  }
}

function lookupTool(workload: Workload, effect: Tool['effect']) {
  return defineTool({
    name: 'lookup',
    description: 'Looks an item up',
    input: z.object({ q: z.string() }),
    effect,
    run: ({ q }) => lookup(workload, q),
  })
}

export async function runOn(runtime: Runtime, workload: Workload, effect?: Tool['effect']): Promise<unknown> {
  const session = await runtime.start(react, goal, equip(workload, effect))
  return (await session.outcome).answer
}

export const contestant: Contestant = {
  run: async (workload) => (await run(react, goal, equip(workload))).answer,
  durable(file, synchronous) {
    const runtime = open({ store: sqliteStore(file, { synchronous }) })
    return { run: (workload) => runOn(runtime, workload), close: () => runtime.close() }
  },
}
