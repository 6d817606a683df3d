/** A finished step as a person is told of it, read off its fact. Texts are as models and tools wrote them: who shows them makes them safe. */
import type { Json, JsonObject } from '../json.ts'
import type { FactEvent } from '../kernel/events.ts'
import { outcomeText } from './call-news.ts'

/** A finished step as a person is told of it. */
export type FinishedStep = {
  readonly number: number
  /** Its label, or the tool that ran. */
  readonly name: string
  /** How deep in loops inside loops, from 0. */
  readonly depth: number
  readonly said: string
  readonly hasFailed: boolean
  /** Whether it was not made, because the loop was told to come to an end: that is no failure. */
  readonly isWrapUp: boolean
  readonly ms: number
  readonly tokens: number
  /** Null when it cost nothing that is counted, or the price is unknown. */
  readonly costUsd: number | null
}

/** Steps that only keep the loop's books. */
const silentKinds: ReadonlySet<string> = new Set(['now', 'spent', 'random', 'note', 'phase', 'loop', 'cache'])

/** Whether an event is a step worth a line. */
export function isShown({ type, data, path = '' }: Pick<FactEvent, 'type' | 'data' | 'path'>): boolean {
  if (type === 'plan.changed') return true
  if (type !== 'step.finished' && type !== 'step.failed') return false
  if (type === 'step.failed') return data['kind'] !== 'loop'
  // That an answer is remembered goes without saying.
  if (data['kind'] === 'remember' && /^memory#\d+$/.test(path)) return false
  return !silentKinds.has(String(data['kind']))
}

/** The same, read off its fact. */
export function finishedStep(event: FactEvent, number: number): FinishedStep {
  const { path = '', type, data } = event
  const result = (data['result'] ?? null) as { readonly text?: string; readonly error?: true } | null
  const usage = data['usage'] as { readonly inputTokens: number; readonly outputTokens: number } | undefined
  const cost = data['costUsd']
  return {
    number,
    name: stepName(path, data),
    depth: path.split('/').length - 1,
    said: type === 'step.failed' ? failure(data) : said(event),
    hasFailed: (type === 'step.failed' && !isWrapUp(event)) || (data['kind'] === 'tool' && result?.error === true),
    isWrapUp: isWrapUp(event),
    ms: Number(data['ms'] ?? 0),
    tokens: usage ? usage.inputTokens + usage.outputTokens : 0,
    costUsd: typeof cost === 'number' && cost > 0 ? cost : null,
  }
}

type StepError = {
  readonly message?: string
  readonly code?: string
  readonly outcome?: string
  readonly why?: string
}

/** Whether an event is a step that was not made, because the budget is spent or a person wants it to finish. */
export function isWrapUp({ type, data }: Pick<FactEvent, 'type' | 'data'>): boolean {
  const code = (data['error'] as StepError | undefined)?.code
  return type === 'step.failed' && (code === 'wrap-up' || code === 'cut')
}

/** `think` of `episode#2/react/think#3`; of a tool step the tool. */
export function stepName(path: string, data: JsonObject): string {
  const request = data['request'] as { readonly tool?: string } | undefined
  const tool = request?.tool ?? data['tool']
  if (data['kind'] === 'tool' && typeof tool === 'string') return tool
  return (path.split('/').at(-1) ?? '').replace(/#\d+(\[\d+\])?$/, '')
}

function failure(data: JsonObject): string {
  const { message, code, outcome = '', why } = (data['error'] ?? {}) as StepError
  // `calls` of `limit:calls`; who says `finish` wants an answer.
  const cause = outcome === 'answered' ? 'finish' : outcome.replace(/^limit:/, '')
  if (code === 'wrap-up') return `wraps up: ${cause}`
  if (code === 'cut') return `is cut off: ${cause}`
  return message ?? (why === undefined ? code : `${code}: ${why}`) ?? 'failed'
}

function said({ type, data }: FactEvent): string {
  if (type === 'plan.changed') return planText(data['result'])
  if (data['kind'] === 'tool') return toolText(data)
  if (data['kind'] === 'generate') return replyText(data['result'])
  if (data['kind'] === 'ask') return (data['result'] as { readonly text?: string } | null)?.text ?? ''
  if (data['kind'] === 'embed') return embeddedText(data)
  if (data['kind'] === 'recall') return recalledText(data['result'])
  if (data['kind'] === 'remember') return (data['request'] as { readonly text?: string } | undefined)?.text ?? ''
  return shortJson(data['result'] ?? null)
}

/** Vectors say nothing to people: how many there are, and who made them. */
function embeddedText({ result, embedder }: JsonObject): string {
  const count = Array.isArray(result) ? result.length : 0
  return `${count} ${count === 1 ? 'vector' : 'vectors'}${typeof embedder === 'string' ? ` by ${embedder}` : ''}`
}

function recalledText(result: Json | undefined): string {
  const found = Array.isArray(result) ? (result as readonly { readonly text?: string }[]) : []
  return found.length === 0 ? 'nothing' : found.map(({ text = '' }) => `“${text}”`).join(' ')
}

function planText(plan: Json | undefined): string {
  const steps = Array.isArray(plan) ? (plan as readonly { readonly id?: string; readonly goal?: string }[]) : []
  // The last plan of all: every step is done.
  if (steps.length === 0) return 'nothing is left'
  return steps.map(({ id, goal }, at) => `${id ?? at + 1}. ${goal ?? ''}`).join('  ')
}

function toolText(data: JsonObject): string {
  const { input } = (data['request'] ?? {}) as { readonly input?: Json }
  return `${shortJson(input ?? {})} → ${outcomeText(data)}`
}

type Part = { readonly type: string; readonly text?: string; readonly tool?: string; readonly input?: Json }

type Reply = {
  readonly text?: string
  readonly raw?: string
  readonly parts?: readonly Part[]
  /** Why it is nothing the loop could read: it was given no text then. */
  readonly fault?: string
}

function replyText(result: Json | undefined): string {
  const reply = result as Reply | null
  const parts = reply?.parts ?? []
  const calls = parts.filter(({ type }) => type === 'tool-call')
  const spoken = parts.flatMap(({ type, text }) => (type === 'text' && text ? [text] : [])).join(' ')
  // Of an answer its reasoning is shown too, which is no part of what the loop was given.
  const text = calls.length === 0 ? (reply?.raw ?? (reply?.text || spoken)) : spoken
  const asked = calls.map(({ tool, input }) => `${tool}(${shortJson(input ?? {})})`)
  const unread = reply?.fault ? [`cannot be read: ${reply.fault}`] : []
  const said = [...unread, ...(text ? [spokenText(text.trim())] : []), ...asked].join(' ')
  return said || (reply?.parts ? 'no text' : shortJson(result ?? null))
}

/** What a model said; of an object its fields, those first that are read at a glance. */
function spokenText(text: string): string {
  const fields = text.startsWith('{') ? fieldsOf(text) : undefined
  if (!fields?.length) return `“${text}”`
  const isLong = ([, value]: readonly [string, Json]) => typeof value === 'object' && value !== null
  const ordered = fields.toSorted((one, other) => Number(isLong(one)) - Number(isLong(other)))
  return shortJson(Object.fromEntries(ordered))
}

function fieldsOf(text: string): readonly [string, Json][] | undefined {
  try {
    return Object.entries(JSON.parse(text) as Readonly<Record<string, Json>>)
  } catch {
    return undefined
  }
}

/** Arguments as people read them: `expression: "17 * 6"`. */
function shortJson(value: Json): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value)
  return Object.entries(value)
    .map(([key, each]) => `${key}: ${JSON.stringify(each)}`)
    .join(', ')
}
