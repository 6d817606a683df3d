/** What a tool of any kind is ordered to do, by its name: one call of it, and what it says. */
import type { Answer } from '../decision.ts'
import { isOrdered, readToolOrder } from '../orders/tool-order.ts'
import type { Attempt } from '../reading/exchange.ts'
import { withoutFence } from '../reading/written-protocol.ts'
import type { Rule } from '../rule.ts'
import { saidByTool } from './author-measures.ts'

export const authorOrders: Rule = {
  name: 'author-orders',
  purposes: ['answer', 'follow-ups'],
  ability: 'carry out an order with the tool that it names and says all about, with the loop react',
  decide({ text: question, batchesBefore }, { tools, batches }) {
    const since = batches.slice(batchesBefore).flat()
    const made = since.findLast(({ tool }) => isOrdered(tool, question))
    if (made) return said(question, made)
    const call = readToolOrder(question, tools)
    return call && { kind: 'calls', thought: `\`${call.tool}\` does this.`, calls: [call] }
  },
}

function said(question: string, { observation, ...attempt }: Attempt): Answer {
  const heard = observation && { ...observation, text: withoutFence(observation.text) }
  return saidByTool(question, { ...attempt, observation: heard })
}
