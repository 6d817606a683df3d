/** Units and dates: one call of the tool that knows, and what it says. */
import { canonicalJson } from '@gyre/core'
import { numberIn } from '../arithmetic/result-text.ts'
import type { Answer } from '../decision.ts'
import { readToolQuestion, type ToolQuestion } from '../measures/tool-question.ts'
import type { Attempt } from '../reading/exchange.ts'
import { toolTaking } from '../reading/offered-tools.ts'
import type { Rule } from '../rule.ts'

export const authorMeasures: Rule = {
  name: 'author-measures',
  purposes: ['answer', 'follow-ups'],
  ability: 'convert units and find dates with tools (`Convert 5 km to miles.`, `When is Easter 2027?`)',
  decide({ text: question }, { tools, batches, begun }) {
    const asked = readToolQuestion(question)
    if (!asked) return undefined
    const made = [...begun, ...batches.flat()].findLast((attempt) => isFor(attempt, asked))
    if (made) return saidByTool(question, made)
    const tool = toolTaking(tools, asked.name, Object.keys(asked.input))
    if (!tool) return undefined
    const calls = [{ tool: tool.name, input: asked.input }]
    return { kind: 'calls', thought: `\`${tool.name}\` knows this.`, calls }
  },
}

function isFor({ tool, input }: Attempt, asked: ToolQuestion): boolean {
  return asked.name.test(tool) && canonicalJson(input) === canonicalJson(asked.input)
}

/** What the tool said, or that it failed. */
export function saidByTool(question: string, { tool, observation }: Attempt): Answer {
  const said = observation?.text ?? ''
  const isKnown = said !== '' && observation?.isError === false
  const value = isKnown ? numberIn(said) : undefined
  const results = value === undefined ? [] : [{ expression: String(value), value }]
  const isTold = isKnown || said.startsWith(`\`${tool}\` failed`)
  const text = isTold ? said : `\`${tool}\` failed${said === '' ? '.' : `: ${said}`}`
  return { kind: 'answer', thought: 'The tool has said it.', text, findings: { isKnown, question, results } }
}
