/** LangGraph: its own react agent. With `sync`, a checkpoint is there before the next step; else it is written meanwhile. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createReactAgent } from '@langchain/langgraph/prebuilt'
import { builtOnce } from '../built-once.ts'
import { answerOf, lookupTool, ScriptedChatModel } from './langchain-model.mjs'

const agentWith = (checkpointer) =>
  builtOnce((workload) =>
    createReactAgent({ llm: new ScriptedChatModel(workload), tools: [lookupTool(workload)], checkpointer }),
  )

function durableRuns(checkpointer, close, durability) {
  const agent = agentWith(checkpointer)
  return {
    run: (workload) => answerOf(agent(workload), workload, { configurable: { thread_id: randomUUID() }, durability }),
    close,
  }
}

async function onFile({ folder }, synchronous, durability) {
  const { SqliteSaver } = await import('@langchain/langgraph-checkpoint-sqlite')
  const saver = SqliteSaver.fromConnString(join(folder, 'bench.db'))
  saver.db.pragma(`synchronous = ${synchronous}`)
  return durableRuns(saver, async () => saver.db.close(), durability)
}

async function onPostgres({ url }, durability) {
  const { PostgresSaver } = await import('@langchain/langgraph-checkpoint-postgres')
  const saver = PostgresSaver.fromConnString(url)
  await saver.setup()
  return durableRuns(saver, () => saver.end(), durability)
}

const agent = agentWith()

export const contestant = {
  run: (workload) => answerOf(agent(workload), workload),
  durable: {
    'SQLite NORMAL': (place) => onFile(place, 'NORMAL', 'async'),
    'SQLite NORMAL, sync': (place) => onFile(place, 'NORMAL', 'sync'),
    'SQLite FULL, sync': (place) => onFile(place, 'FULL', 'sync'),
    PostgreSQL: (place) => onPostgres(place, 'async'),
    'PostgreSQL, sync': (place) => onPostgres(place, 'sync'),
  },
}
