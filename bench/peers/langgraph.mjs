/** LangGraph: its own react agent, with checkpoints in PostgreSQL that are there before the next step (`sync`). */
import { randomUUID } from 'node:crypto'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { createReactAgent } from '@langchain/langgraph/prebuilt'
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres'
import { z } from 'zod'
import { goal, lookup, nextTurn } from '../scripted-task.ts'

class ScriptedChatModel extends BaseChatModel {
  constructor(workload) {
    super({})
    this.workload = workload
  }

  _llmType() {
    return 'scripted'
  }

  bindTools() {
    return this
  }

  async _generate(messages) {
    const results = messages.filter((message) => message.getType() === 'tool').length
    const turn = nextTurn(this.workload, results)
    const message =
      typeof turn === 'string'
        ? new AIMessage(turn)
        : new AIMessage({ content: '', tool_calls: turn.map(({ id, q }) => ({ id, name: 'lookup', args: { q } })) })
    return { generations: [{ text: '', message }] }
  }
}

export async function openOn(url) {
  const saver = PostgresSaver.fromConnString(url)
  await saver.setup()
  const agents = new Map()
  const agentOf = (workload) => {
    const key = JSON.stringify(workload)
    const known = agents.get(key)
    if (known) return known
    const look = tool(({ q }) => lookup(workload, q), {
      name: 'lookup',
      description: 'Looks an item up',
      schema: z.object({ q: z.string() }),
    })
    const made = createReactAgent({ llm: new ScriptedChatModel(workload), tools: [look], checkpointer: saver })
    agents.set(key, made)
    return made
  }
  return {
    async run(workload) {
      const { messages } = await agentOf(workload).invoke(
        { messages: [{ role: 'user', content: goal }] },
        {
          recursionLimit: 4 * workload.iterations + 10,
          configurable: { thread_id: randomUUID() },
          durability: 'sync',
        },
      )
      return messages.at(-1).content
    },
    close: () => saver.end(),
  }
}
