/** AI SDK: `generateText`, which calls tools until a condition holds. */
import { generateText, isStepCount, tool } from 'ai'
import { builtOnce } from '../built-once.ts'
import { goal, lookup, toolDescription } from '../scripted-task.ts'
import { lookupInput, scriptedModel } from './ai-sdk-model.mjs'

const request = builtOnce((workload) => ({
  model: scriptedModel(workload),
  tools: {
    lookup: tool({ description: toolDescription, inputSchema: lookupInput, execute: ({ q }) => lookup(workload, q) }),
  },
  stopWhen: isStepCount(workload.iterations + 1),
  prompt: goal,
}))

export const contestant = {
  run: async (workload) => (await generateText(request(workload))).text,
}
