/** The scripted model as the AI SDK's providers have it, and its tool: for the AI SDK and for Mastra, which takes the same. */
import { z } from 'zod'
import { nextTurn } from '../scripted-task.ts'

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 5, text: 5, reasoning: undefined },
}

export const lookupInput = z.object({ q: z.string() })

const callPart = ({ id, q }) => ({
  type: 'tool-call',
  toolCallId: id,
  toolName: 'lookup',
  input: JSON.stringify({ q }),
})

function resultsIn(prompt) {
  let results = 0
  for (const { role, content } of prompt) {
    if (role === 'tool') for (const { type } of content) if (type === 'tool-result') results += 1
  }
  return results
}

const finishOf = (turn) => ({ unified: typeof turn === 'string' ? 'stop' : 'tool-calls', raw: undefined })

function partsOf(turn) {
  const text = [
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta: turn },
    { type: 'text-end', id: '1' },
  ]
  return [
    { type: 'stream-start', warnings: [] },
    ...(typeof turn === 'string' ? text : turn.map(callPart)),
    { type: 'finish', finishReason: finishOf(turn), usage },
  ]
}

export function scriptedModel(workload) {
  return {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    async doGenerate({ prompt }) {
      const turn = await nextTurn(workload, resultsIn(prompt))
      const content = typeof turn === 'string' ? [{ type: 'text', text: turn }] : turn.map(callPart)
      return { content, finishReason: finishOf(turn), usage, warnings: [] }
    },
    async doStream({ prompt }) {
      const turn = await nextTurn(workload, resultsIn(prompt))
      const stream = new ReadableStream({
        start(controller) {
          for (const part of partsOf(turn)) controller.enqueue(part)
          controller.close()
        },
      })
      return { stream }
    },
  }
}
