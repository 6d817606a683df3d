/** LangChain: `createAgent`. */
import { createAgent } from 'langchain'
import { builtOnce } from '../built-once.ts'
import { answerOf, lookupTool, ScriptedChatModel } from './langchain-model.mjs'

const agent = builtOnce((workload) =>
  createAgent({ model: new ScriptedChatModel(workload), tools: [lookupTool(workload)] }),
)

export const contestant = {
  run: (workload) => answerOf(agent(workload), workload),
}
