/**
 * A conversation in which waves of calls are planned: the task and its tools, then a plan and its results by turns.
 *
 * Read by the parts of messages and by the words of the schema, never by the prose around them.
 */
import { type Json, type JsonObject, type Message, type ToolSpec, textOf } from '@gyre/core'
import { parseObject } from './json-object.ts'
import { materialParts } from './material-parts.ts'
import { type WaveResult, type WaveResults, waveResults } from './wave-results.ts'

export type WaveTalk = {
  /** What was asked before the task, the oldest first. */
  readonly earlier: readonly string[]
  readonly task: string
  /** `2026-01-01`. */
  readonly today: string
  readonly tools: readonly ToolSpec[]
  /** What people added: answers to questions, and guidance. */
  readonly said: readonly string[]
  readonly results: WaveResults
  /** Calls that are being made while the wave behind them is guessed. */
  readonly pending: ReadonlySet<string>
  /** There is one plan only: whatever depends on a result has to refer to it. */
  readonly isAtOnce: boolean
}

/** Undefined where no task with tools is given. */
export function readWaveTalk(messages: readonly Message[]): WaveTalk | undefined {
  const users = messages.map((message) => (message.role === 'user' ? textOf(message) : ''))
  const parts = users.map(materialParts)
  const begin = parts.findLastIndex(({ task, tools }) => task !== undefined && tools !== undefined)
  const { task, today = '', tools } = parts[begin] ?? {}
  if (task === undefined) return undefined
  const results = new Map<string, WaveResult>()
  for (const { results: shown } of parts.slice(begin + 1))
    for (const [id, result] of waveResults(shown)) results.set(id, result)
  return {
    earlier: users.slice(0, begin).filter((said) => said !== '' && !said.startsWith('[CONTEXT]')),
    task,
    today: today.slice(0, 10),
    tools: catalogue(tools ?? ''),
    said: [...parts.slice(begin).flatMap(({ answer = [] }) => answer), ...users.slice(begin).flatMap(guidance)],
    results,
    pending: pendingCalls(messages),
    isAtOnce: isAtOnce(messages),
  }
}

function guidance(said: string): readonly string[] {
  const [, text] = /^\[USER GUIDANCE\]\s*([\s\S]+)$/.exec(said) ?? []
  return text === undefined ? [] : [text]
}

/** `- name: what it does`, then a line with the JSON Schema of its arguments. */
function catalogue(text: string): readonly ToolSpec[] {
  const tools: ToolSpec[] = []
  let named: { name: string; description: string } | undefined
  for (const line of text.split('\n')) {
    const [, name, description = ''] = /^- ([\w.-]+): ?(.*)$/.exec(line) ?? []
    if (name !== undefined) named = { name, description }
    const input = parseObject(/^\s+arguments: (\{.*\})\s*$/.exec(line)?.[1])
    if (named && input) tools.push({ ...named, input })
  }
  return tools
}

/** The calls of the newest plan, where the message behind it lists them and no results. */
function pendingCalls(messages: readonly Message[]): ReadonlySet<string> {
  const [plan, asked] = messages.slice(-2)
  if (plan?.role !== 'assistant' || asked?.role !== 'user') return new Set()
  const listed = textOf(asked)
  const ids = idsOf(parseObject(textOf(plan)))
  return new Set(ids.filter(({ id, tool }) => listed.includes(`\`${id}\`: ${tool}(`)).map(({ id }) => id))
}

function idsOf(plan: JsonObject | undefined): readonly { readonly id: string; readonly tool: string }[] {
  const calls: readonly Json[] = Array.isArray(plan?.['tools']) ? plan['tools'] : []
  return calls.map((call) => {
    const { id, tool } = (call ?? {}) as { readonly id?: Json; readonly tool?: Json }
    return { id: String(id), tool: String(tool) }
  })
}

/** What is taught speaks of the status `done` and never of `continue`: nothing comes behind this plan. */
function isAtOnce(messages: readonly Message[]): boolean {
  const taught = messages.filter(({ role }) => role === 'system').map(textOf)
  return taught.some((text) => text.includes('$ref') && /\bdone\b/.test(text) && !/\bcontinue\b/.test(text))
}
