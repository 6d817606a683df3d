/**
 * The whole text of a prompt, from a journal that stores only what was new in it.
 *
 * A prompt is the prompt before it and what was appended; a message that a step made is that step's
 * path. What the kernel added is put back where it stood: instructions, messages of people, shorter
 * stand-ins for what was too long, guidance.
 */
import { addressOf } from '../audit/row.ts'
import { GyreError } from '../errors.ts'
import type { Json, JsonObject } from '../json.ts'
import { contextMessage } from '../kernel/intervention.ts'
import { formPrompt, type Output, withAdditions } from '../kernel/model-request.ts'
import type { SessionDefinition } from '../kernel/session-view.ts'
import { type Message, observation, type Part, system, type ToolResult } from '../messages.ts'
import type { Grammar } from '../parsing/grammar.ts'
import type { ToolSpec } from '../ports/model.ts'
import type { JournalRow } from '../ports/store.ts'

export type PromptSources = {
  /** Large messages, by their address. */
  readonly payload: (address: string) => Promise<string | undefined>
  /** The grammar of a prompt that was written as text, with the tools that were taught. Without it the messages are shown as the loop holds them. */
  readonly spoken?: { readonly grammar: Grammar; readonly tools: readonly ToolSpec[] }
}

/** The messages a model was sent at this path. */
export async function promptAt(
  rows: readonly JournalRow[],
  path: string,
  sources: PromptSources,
): Promise<readonly Message[]> {
  const steps = stepsOf(rows)
  const drops = dropsOf(rows)
  const chain = chainOf(steps, path)
  const messages: Message[] = []
  for (const { request } of chain) {
    for (const element of (request['append'] ?? []) as readonly Json[]) {
      messages.push(await messageOf(element, steps, sources.payload))
    }
  }
  for (const step of chain) shortenAs(messages, drops.get(step.path) ?? [])
  return asSent(messages, rows, chain.at(-1) as Step, sources)
}

/** How the prompt at a path was put into text; undefined when it was not, or when that is not known here. */
export function spokenAt(
  rows: readonly JournalRow[],
  path: string,
  grammars: readonly Grammar[],
  specsOf: (tools: readonly string[]) => readonly ToolSpec[] | undefined,
): PromptSources['spoken'] {
  const { request, data } = stepsOf(rows).get(path) ?? {}
  if (data?.()['text'] !== true) return undefined
  const grammar = grammars.find(({ name, version }) => `${name}/${version}` === request?.['grammar'])
  const offered = request?.['tools'] ?? []
  const tools = specsOf(offered === '*' ? beginningOf(rows).tools : (offered as readonly string[]))
  return grammar && tools && { grammar, tools }
}

type Step = {
  readonly path: string
  readonly kind: string
  readonly request: JsonObject
  readonly result: () => JsonObject
  readonly data: () => JsonObject
}

/** Steps by path; what they gave is read only where it is needed. */
function stepsOf(rows: readonly JournalRow[]): ReadonlyMap<string, Step> {
  const steps = new Map<string, Step>()
  for (const { type, path, kind, request, result, data } of rows) {
    if (path === null || kind === null || (type !== 'step.finished' && type !== 'step.failed')) continue
    steps.set(path, {
      path,
      kind,
      request: objectOf(request),
      result: () => objectOf(result),
      data: () => objectOf(data),
    })
  }
  return steps
}

function objectOf(text: string | null): JsonObject {
  return text === null ? {} : ((JSON.parse(text) as JsonObject | null) ?? {})
}

/** The prompt and those it grew from, oldest first. */
function chainOf(steps: ReadonlyMap<string, Step>, path: string): readonly Step[] {
  const chain: Step[] = []
  for (let at: Json | undefined = path; typeof at === 'string'; ) {
    const step = steps.get(at)
    if (step?.kind !== 'generate') throw new GyreError('step-unknown', `No model was asked at \`${at}\`.`, { path: at })
    chain.push(step)
    at = step.request['parent']
  }
  return chain.reverse()
}

async function messageOf(
  element: Json,
  steps: ReadonlyMap<string, Step>,
  payload: PromptSources['payload'],
): Promise<Message> {
  if (typeof element === 'string') return madeBy(steps.get(element), element)
  const address = addressIn(element)
  return address === undefined ? (element as Message) : storedMessage(address, payload)
}

/** The address that stands for a large message. */
export function addressIn(element: Json): string | undefined {
  const address = typeof element === 'object' && element !== null ? (element as JsonObject)['@'] : undefined
  return typeof address === 'string' ? address : undefined
}

/** A large message, by its address. */
export async function storedMessage(address: string, payload: PromptSources['payload']): Promise<Message> {
  const text = await payload(address)
  if (text !== undefined && addressOf(text) === address) return JSON.parse(text) as Message
  const says = text === undefined ? 'is missing' : 'is not what was stored'
  throw new GyreError('store-corrupt', `The payload ${address} ${says}.`, { address })
}

/** What a step said: a model's reply, or a tool's answer. */
function madeBy(step: Step | undefined, path: string): Message {
  if (step === undefined) throw new GyreError('step-unknown', `The journal has no step \`${path}\`.`, { path })
  const result = step.result()
  if (step.kind === 'generate') return { role: 'assistant', parts: result['parts'] as readonly Part[] }
  const { id, tool } = step.request
  return observation({ type: 'tool-result', id, tool, ...result } as ToolResult)
}

type Drop = { readonly index: number; readonly replacedBy: string }

/** What was made shorter, by the path of the prompt it was too long for. */
function dropsOf(rows: readonly JournalRow[]): ReadonlyMap<string, readonly Drop[]> {
  const drops = new Map<string, readonly Drop[]>()
  for (const { type, path, data } of rows) {
    if (type !== 'context.compacted' || path === null) continue
    const prompt = path.slice(0, path.lastIndexOf('/'))
    const dropped = objectOf(data)['dropped'] as readonly Drop[]
    drops.set(prompt, [...(drops.get(prompt) ?? []), ...dropped])
  }
  return drops
}

function shortenAs(messages: Message[], drops: readonly Drop[]): void {
  for (const { index, replacedBy } of drops) {
    const [result] = messages[index]?.parts ?? []
    if (result?.type !== 'tool-result') continue
    const { data: _, parts: __, ...kept } = result
    messages[index] = observation({ ...kept, text: replacedBy })
  }
}

/** With what the kernel said beside the loop, in the order in which it was sent. */
function asSent(
  messages: readonly Message[],
  rows: readonly JournalRow[],
  { request, data }: Step,
  { spoken }: PromptSources,
): readonly Message[] {
  const { contexts = 0, guidance = [], text, form } = data()
  const isTaught = text === true && spoken && spoken.tools.length > 0 && request['tools'] !== undefined
  const standing = [
    ...instructionsFor(rows, request),
    ...(isTaught ? [system(spoken.grammar.preamble(spoken.tools))] : []),
    ...(form === true ? [system(formPrompt(request['output'] as unknown as Output))] : []),
    ...contextsOf(rows).slice(0, contexts as number),
  ]
  return withAdditions(messages, {
    standing,
    guidance: guidance as readonly Message[],
    grammar: text === true ? spoken?.grammar : undefined,
  })
}

function instructionsFor(rows: readonly JournalRow[], request: JsonObject): readonly Message[] {
  if ((request['role'] ?? 'author') !== 'author') return []
  const own = request['instructions']
  const text = typeof own === 'string' ? own : beginningOf(rows).instructions
  return text === '' ? [] : [system(text)]
}

function beginningOf(rows: readonly JournalRow[]): Pick<SessionDefinition, 'instructions' | 'tools'> {
  const created = rows.find(({ type }) => type === 'session.created')
  return { instructions: '', tools: [], ...objectOf(created?.data ?? null) }
}

/** What people added to every later request, in the order in which it was applied. */
function contextsOf(rows: readonly JournalRow[]): readonly Message[] {
  return rows
    .filter(({ type }) => type === 'intervention.applied')
    .map(({ data }) => objectOf(data))
    .filter(({ action }) => action === 'context')
    .map(({ body }) => contextMessage(body ?? null))
}
