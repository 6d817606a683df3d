/** Mastra: its `Agent`, and its `DurableAgent` on LibSQL, which has the file in WAL with `synchronous = NORMAL`. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Agent } from '@mastra/core/agent'
import { createTool } from '@mastra/core/tools'
import { builtOnce } from '../built-once.ts'
import { goal, lookup, toolDescription } from '../scripted-task.ts'
import { lookupInput, scriptedModel } from './ai-sdk-model.mjs'

let built = 0

const agent = builtOnce((workload) => {
  const id = `bench-${built++}`
  const execute = async ({ q }) => lookup(workload, q)
  return new Agent({
    id,
    name: id,
    instructions: 'Use the tool.',
    model: scriptedModel(workload),
    tools: { lookup: createTool({ id: 'lookup', description: toolDescription, inputSchema: lookupInput, execute }) },
  })
})

const maxSteps = ({ iterations }) => iterations + 1

/** Only with `recovery: 'auto'` is a run that goes on kept, and so can be gone on with; else its end is. */
async function onFile({ folder }, recovery) {
  const { Mastra } = await import('@mastra/core')
  const { createDurableAgent } = await import('@mastra/core/agent/durable')
  const { LibSQLStore } = await import('@mastra/libsql')
  const storage = new LibSQLStore({ id: 'bench', url: `file:${join(folder, 'bench.db')}` })
  const mastra = new Mastra({ storage, logger: false, recovery: { durableAgents: recovery } })
  await storage.init()
  const durableAgent = builtOnce((workload) => {
    const made = createDurableAgent({ agent: agent(workload), maxSteps: maxSteps(workload) })
    mastra.addAgent(made, made.id)
    return made
  })
  return {
    async run(workload) {
      const options = { runId: randomUUID(), maxSteps: maxSteps(workload) }
      const { output, cleanup } = await durableAgent(workload).stream(goal, options)
      try {
        return await output.text
      } finally {
        cleanup()
      }
    },
    // It throws with durable agents in it. Nothing is measured after it.
    close: () => mastra.shutdown().catch(() => {}),
  }
}

export const contestant = {
  run: async (workload) => (await agent(workload).generate(goal, { maxSteps: maxSteps(workload) })).text,
  durable: {
    'SQLite NORMAL': (place) => onFile(place, 'off'),
    'SQLite NORMAL, recovery on': (place) => onFile(place, 'auto'),
  },
}
