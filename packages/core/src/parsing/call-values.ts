/** The calls that a value of JSON stands for: one, a list, or a provider's envelope around either. */
import { isObject, type Json, type JsonObject } from '../json.ts'
import type { ToolSpec } from '../ports/model.ts'
import type { ParsedCall } from './grammar.ts'
import { readInput, requiredOf } from './tool-input.ts'
import { toolNamed } from './tool-name.ts'

const nameKeys = ['name', 'tool', 'action', 'tool_name', 'function', 'function_name']
export const inputKeys = ['arguments', 'input', 'action_input', 'args', 'parameters', 'tool_input', 'params']

export function callsOf(value: Json, tools: readonly ToolSpec[]): readonly ParsedCall[] {
  if (Array.isArray(value)) return value.flatMap((item) => callsOf(item, tools))
  if (!isObject(value)) return []
  const envelope = ['tool_calls', 'function_call', 'function']
    .map((key) => value[key])
    .find((inner) => typeof inner === 'object')
  if (envelope) return callsOf(envelope, tools)
  const name = nameOf(value)
  const inputKey = inputKeys.find((key) => Object.hasOwn(value, key))
  if (name === undefined) return []
  if (inputKey !== undefined) return [callOf(name, value[inputKey] ?? {}, tools)]
  const tool = toolNamed(name, tools)
  const saysNothingElse = Object.keys(value).length === 1
  return tool && saysNothingElse && requiredOf(tool).length === 0 ? [{ tool: tool.name, input: {} }] : []
}

export function nameOf(value: JsonObject): string | undefined {
  const names = nameKeys.filter((key) => Object.hasOwn(value, key)).map((key) => value[key])
  return names.find((name) => typeof name === 'string' && name.trim() !== '') as string | undefined
}

export function callOf(name: string, input: Json, tools: readonly ToolSpec[]): ParsedCall {
  const tool = toolNamed(name.trim(), tools)
  const named = tool?.name ?? name.trim()
  if (typeof input !== 'string') return { tool: named, input }
  const read = readInput(input, tool)
  return read.ok ? { tool: named, input: read.input } : { tool: named, input, fault: read.fault }
}

/** The name in a call that has none. */
export const unknownTool = 'unknown'

/** Why a call cannot be made, said to the model. */
export function callFault({ tool, fault = '' }: ParsedCall): string {
  return tool === unknownTool || tool === '' ? fault : `the input of \`${tool}\` cannot be read: ${fault}`
}
