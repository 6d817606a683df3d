/** The scripted model and its tool as LangChain has them: for LangGraph and for LangChain's agent. */
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { z } from 'zod'
import { goal, lookup, nextTurn, toolDescription } from '../scripted-task.ts'

export class ScriptedChatModel extends BaseChatModel {
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
    let results = 0
    for (const message of messages) if (message.getType() === 'tool') results += 1
    const turn = await nextTurn(this.workload, results)
    if (typeof turn === 'string') return { generations: [{ text: turn, message: new AIMessage(turn) }] }
    const calls = turn.map(({ id, q }) => ({ id, name: 'lookup', args: { q }, type: 'tool_call' }))
    return { generations: [{ text: '', message: new AIMessage({ content: '', tool_calls: calls }) }] }
  }
}

export function lookupTool(workload) {
  return tool(async ({ q }) => lookup(workload, q), {
    name: 'lookup',
    description: toolDescription,
    schema: z.object({ q: z.string() }),
  })
}

/** The answer of a graph that was asked once. Its limit counts nodes, of which an iteration has several. */
export async function answerOf(graph, workload, config = {}) {
  const { messages } = await graph.invoke(
    { messages: [{ role: 'user', content: goal }] },
    { recursionLimit: 4 * workload.iterations + 10, ...config },
  )
  return messages.at(-1).content
}
