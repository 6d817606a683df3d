/** OpenAI Agents, with tracing off: it would send its traces to somebody. */
import { Agent, Runner, tool, Usage } from '@openai/agents'
import { z } from 'zod'
import { builtOnce } from '../built-once.ts'
import { goal, lookup, nextTurn, toolDescription } from '../scripted-task.ts'

const callItem = ({ id, q }) => ({
  type: 'function_call',
  callId: id,
  name: 'lookup',
  arguments: JSON.stringify({ q }),
  status: 'completed',
})

const textItem = (text) => ({
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text }],
})

function resultsIn(input) {
  let results = 0
  if (Array.isArray(input)) for (const { type } of input) if (type === 'function_call_result') results += 1
  return results
}

const scriptedModel = (workload) => ({
  async getResponse({ input }) {
    const turn = await nextTurn(workload, resultsIn(input))
    return {
      usage: new Usage({ inputTokens: 10, outputTokens: 5, totalTokens: 15, requests: 1 }),
      output: typeof turn === 'string' ? [textItem(turn)] : turn.map(callItem),
    }
  },
  getStreamedResponse() {
    throw new Error('Nothing here is streamed.')
  },
})

const agent = builtOnce(
  (workload) =>
    new Agent({
      name: 'bench',
      instructions: 'Use the tool.',
      model: scriptedModel(workload),
      tools: [
        tool({
          name: 'lookup',
          description: toolDescription,
          parameters: z.object({ q: z.string() }),
          execute: async ({ q }) => lookup(workload, q),
        }),
      ],
    }),
)

const runner = new Runner({ tracingDisabled: true })

export const contestant = {
  run: async (workload) => (await runner.run(agent(workload), goal, { maxTurns: workload.iterations + 2 })).finalOutput,
}
