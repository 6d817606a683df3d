/** The tools a request offers, natively or written into its prompt. */
import { type JsonObject, type Message, type ModelRequest, type ToolSpec, textOf } from '@gyre/core'
import { parseObject } from './json-object.ts'

export function offeredTools({ messages, tools = [], toolChoice }: ModelRequest): readonly ToolSpec[] {
  if (toolChoice === 'none') return []
  if (tools.length > 0) return tools
  return messages.filter(teachesTools).flatMap((message) => taughtTools(textOf(message)))
}

/** Whether a message teaches how calls are written as text, by the labels of the protocol. */
export function teachesTools(message: Message): boolean {
  if (message.role !== 'system') return false
  const text = textOf(message)
  return text.includes('Action Input:') && text.includes('FINAL_ANSWER:')
}

/** `- name: description`, perhaps of several lines, and then `input: <JSON Schema>`. */
function taughtTools(text: string): readonly ToolSpec[] {
  const tools: ToolSpec[] = []
  let named: { name: string; description: string } | undefined
  for (const line of text.split('\n')) {
    const [, name, description = ''] = /^- ([\w.-]+): ?(.*)$/.exec(line) ?? []
    if (name !== undefined) named = { name, description }
    const input = parseObject(/^\s+input: (\{.*\})\s*$/.exec(line)?.[1])
    if (named && input) tools.push({ ...named, input })
    if (input) named = undefined
  }
  return tools
}

/** The tool that works out an expression: known by its input, whatever its name is. */
export function calculatorOf(tools: readonly ToolSpec[]): ToolSpec | undefined {
  const fitting = tools.filter(({ input }) => takesExpressionOnly(input))
  return fitting.find(({ name }) => /calc|math|arith|eval|compute/i.test(name)) ?? fitting[0]
}

function takesExpressionOnly({ properties, required }: JsonObject): boolean {
  if (typeof properties !== 'object' || properties === null || !Object.hasOwn(properties, 'expression')) return false
  return !Array.isArray(required) || required.every((name) => name === 'expression')
}
