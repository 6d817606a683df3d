/** Gyre with everything on: journal, budget, interventions, redaction, audit chain. */
import { join } from 'node:path'
import type { Model, Runtime, Tool } from '@gyre/core'
import { defineTool, open, react, run, sqliteStore, z } from 'gyre'
import { builtOnce } from './built-once.ts'
import type { Contestant, Durable, Place } from './contestant.ts'
import { goal, lookup, nextTurn, toolDescription, type Workload } from './scripted-task.ts'

const usage = { inputTokens: 10, outputTokens: 5 }

/** The record of a pure tool is written with the next one; that of any other is on disk before the loop goes on. */
export const equip = builtOnce((workload: Workload, effect: Tool['effect'] = 'pure') => ({
  model: scriptedModel(workload),
  tools: [lookupTool(workload, effect)],
  config: { maxIterations: workload.iterations + 1 },
}))

function scriptedModel(workload: Workload): Model {
  return {
    id: 'bench/scripted',
    async *stream({ messages }) {
      let results = 0
      for (const message of messages) if (message.role === 'tool') results += 1
      const turn = await nextTurn(workload, results)
      if (typeof turn === 'string') yield { type: 'text', text: turn }
      else for (const { id, q } of turn) yield { type: 'tool-call', id, tool: 'lookup', input: JSON.stringify({ q }) }
      yield { type: 'finish', reason: typeof turn === 'string' ? 'stop' : 'tool-calls', usage }
    },
  }
}

function lookupTool(workload: Workload, effect: Tool['effect']) {
  return defineTool({
    name: 'lookup',
    description: toolDescription,
    input: z.object({ q: z.string() }),
    effect,
    run: ({ q }) => lookup(workload, q),
  })
}

export async function runOn(runtime: Runtime, workload: Workload, effect?: Tool['effect']): Promise<unknown> {
  const session = await runtime.start(react, goal, equip(workload, effect))
  return (await session.outcome).answer
}

export function onFile(file: string, synchronous: 'FULL' | 'NORMAL', effect?: Tool['effect']): Durable {
  const runtime = open({ store: sqliteStore(file, { synchronous }) })
  return { run: (workload) => runOn(runtime, workload, effect), close: () => runtime.close() }
}

async function onPostgres({ url }: Place, effect?: Tool['effect']): Promise<Durable> {
  const { postgresStore } = await import('@gyre/stores/postgres')
  const runtime = open({ store: await postgresStore(url, { key: 'bench' }) })
  return { run: (workload) => runOn(runtime, workload, effect), close: () => runtime.close() }
}

const fileIn = ({ folder }: Place) => join(folder, 'bench.db')

/** Where no tool is pure, no record waits for another: as many commits as the floor has. */
export const contestant: Contestant = {
  run: async (workload) => (await run(react, goal, equip(workload))).answer,
  durable: {
    'SQLite FULL': (place) => onFile(fileIn(place), 'FULL'),
    'SQLite FULL, no tool pure': (place) => onFile(fileIn(place), 'FULL', 'idempotent'),
    'SQLite NORMAL': (place) => onFile(fileIn(place), 'NORMAL'),
    'SQLite NORMAL, no tool pure': (place) => onFile(fileIn(place), 'NORMAL', 'idempotent'),
    PostgreSQL: (place) => onPostgres(place),
    'PostgreSQL, no tool pure': (place) => onPostgres(place, 'idempotent'),
  },
}
