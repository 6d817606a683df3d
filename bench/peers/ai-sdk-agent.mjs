/** AI SDK: its `ToolLoopAgent`. */
import { isStepCount, ToolLoopAgent, tool } from 'ai'
import { builtOnce } from '../built-once.ts'
import { goal, lookup, toolDescription } from '../scripted-task.ts'
import { lookupInput, scriptedModel } from './ai-sdk-model.mjs'

const agent = builtOnce(
  (workload) =>
    new ToolLoopAgent({
      model: scriptedModel(workload),
      tools: {
        lookup: tool({
          description: toolDescription,
          inputSchema: lookupInput,
          execute: ({ q }) => lookup(workload, q),
        }),
      },
      stopWhen: isStepCount(workload.iterations + 1),
    }),
)

export const contestant = {
  run: async (workload) => (await agent(workload).generate({ prompt: goal })).text,
}
