/**
 * The demo model: rules, no network, no key.
 *
 * A way to see every loop work on a fresh machine, never a fake of a real model. It sees only the
 * request: the task, the tools offered, the markers of the protocol. Outside what it can do it says so.
 */
import { evaluateArithmetic, type Model, type ModelPart, type ModelRequest, textOf, type Usage } from '@gyre/core'
import { findExpression } from './arithmetic-rule.ts'
import { type Form, formOf, lastObservation, offeredTools } from './protocol.ts'

/** What the rules decided, before it is put into the form of the protocol. */
type Decision =
  | { readonly kind: 'call'; readonly thought: string; readonly tool: string; readonly input: object }
  | { readonly kind: 'answer'; readonly thought: string; readonly text: string }

const cannot =
  'I am the offline demo model: a set of rules, not a language model. I can work out arithmetic such as ' +
  '`What is 17 * 6 + 14?`. Give Gyre a real model for anything else.'

export const demoModel: Model = {
  id: 'demo/rules',
  contextWindow: 1_000_000,
  price: { input: 0, output: 0 },
  async *stream(request) {
    const decision = decide(request)
    const form = formOf(request)
    const text = written(decision, form)
    for (const word of text.match(/\S+\s*/g) ?? []) yield { type: 'text', text: word } satisfies ModelPart
    const isCall = decision.kind === 'call' && form === 'native'
    if (isCall) {
      const id = `demo_${request.messages.length}`
      yield { type: 'tool-call', id, tool: decision.tool, input: JSON.stringify(decision.input) }
    }
    yield { type: 'finish', reason: isCall ? 'tool-calls' : 'stop', usage: usageOf(request, text) }
  },
}

function decide(request: ModelRequest): Decision {
  const expression = expressionAsked(request)
  if (expression === undefined) return { kind: 'answer', thought: 'No rule fits this.', text: cannot }
  const observed = lastObservation(request.messages)
  if (observed !== undefined)
    return { kind: 'answer', thought: 'The tool has said it.', text: `${expression} = ${observed}` }
  const calculator = offeredTools(request).find((tool) => tool.properties.has('expression'))
  const thought = `The value of ${expression} is wanted.`
  if (calculator) return { kind: 'call', thought, tool: calculator.name, input: { expression } }
  return { kind: 'answer', thought, text: `${expression} = ${evaluateArithmetic(expression)}` }
}

/** The expression of the latest question that has one. */
function expressionAsked({ messages }: ModelRequest): string | undefined {
  const questions = messages.filter((message) => message.role === 'user').map(textOf)
  for (const question of questions.reverse()) {
    const expression = question.startsWith('Observation:') ? undefined : findExpression(question)
    if (expression !== undefined) return expression
  }
  return undefined
}

function written(decision: Decision, form: Form): string {
  if (decision.kind === 'call') {
    if (form === 'native') return decision.thought
    return `Thought: ${decision.thought}\nAction: ${decision.tool}\nAction Input: ${JSON.stringify(decision.input)}`
  }
  const { thought, text } = decision
  if (form === 'react') return `Thought: ${thought}\nFINAL_ANSWER: ${text}`
  if (form === 'marked') return `${thought}\nFINAL ANSWER: ${text}`
  return text
}

function usageOf(request: ModelRequest, text: string): Usage {
  const sent = request.messages.reduce((sum, message) => sum + textOf(message).length, 0)
  return { inputTokens: Math.ceil(sent / 4), outputTokens: Math.ceil(text.length / 4) }
}
