/** The tools a request offers, natively or written into its prompt. */
import { type JsonObject, type Message, type ModelRequest, type ToolSpec, textOf } from '@gyre/core'
import { parseObject } from './json-object.ts'

export function offeredTools({ messages, tools = [], toolChoice }: ModelRequest): readonly ToolSpec[] {
  if (toolChoice === 'none') return []
  if (tools.length > 0) return tools
  return messages
    .filter((message) => teachesTools(message) || teachesQuestions(message))
    .flatMap((message) => taughtTools(textOf(message)))
}

/** Whether a message teaches how calls are written as text, by the labels of the protocol. */
export function teachesTools(message: Message): boolean {
  if (message.role !== 'system') return false
  const text = textOf(message)
  return text.includes('Action Input:') && text.includes('FINAL_ANSWER:')
}

/** The same by the labels of self-ask. */
function teachesQuestions(message: Message): boolean {
  if (message.role !== 'system') return false
  const text = textOf(message)
  return text.includes('Follow up:') && text.includes('Tool Input:')
}

/** The tool by which a question is asked that somebody else answers: known by its name and its input. */
export function isFollowUp({ name, input }: ToolSpec): boolean {
  return name === 'follow_up' && isObject(input['properties']) && Object.hasOwn(input['properties'], 'question')
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null
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
  const fitting = tools.filter(({ input }) => takesOnly(input, 'expression'))
  return fitting.find(({ name }) => /calc|math|arith|eval|compute/i.test(name)) ?? fitting[0]
}

/** The tool that searches documents: known by its input; one's own documents go before the web. */
export function searchOf(tools: readonly ToolSpec[]): ToolSpec | undefined {
  const fitting = tools.filter(({ name, input }) => /search/i.test(name) && takesOnly(input, 'query'))
  return fitting.find(({ name }) => /knowledge|document|corpus/i.test(name)) ?? fitting[0]
}

/** The tool whose name says this, and which needs these arguments and no others. */
export function toolTaking(tools: readonly ToolSpec[], named: RegExp, names: readonly string[]): ToolSpec | undefined {
  return tools.find(({ name, input: { properties, required } }) => {
    const needed = Array.isArray(required) ? required : []
    return (
      named.test(name) &&
      isObject(properties) &&
      names.every((each) => Object.hasOwn(properties, each)) &&
      needed.every((each) => names.includes(String(each)) || hasDefault(properties, String(each)))
    )
  })
}

function takesOnly({ properties, required }: JsonObject, argument: string): boolean {
  if (!isObject(properties) || !Object.hasOwn(properties, argument)) return false
  // Arguments with a default may be said to be required, but need not be given.
  return !Array.isArray(required) || required.every((name) => name === argument || hasDefault(properties, String(name)))
}

function hasDefault(properties: JsonObject, name: string): boolean {
  const property = properties[name]
  return isObject(property) && Object.hasOwn(property, 'default')
}
