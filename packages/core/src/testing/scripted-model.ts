/** A model that answers from a script: for tests, of Gyre's loops and of yours. */
import type { Json } from '../json.ts'
import type { FinishReason, Model, ModelCall, ModelPart, ModelRequest, Usage } from '../ports/model.ts'

/** One reply of a script. */
export type ScriptedReply = {
  readonly text?: string
  readonly reasoning?: string
  readonly calls?: readonly { readonly tool: string; readonly input: Json }[]
  readonly usage?: Partial<Usage>
  readonly finish?: FinishReason
  /** Thrown instead, after `text` was streamed. */
  readonly error?: Error
}

/** A reply, or a function that makes one of the request. */
export type ScriptedTurn =
  | ScriptedReply
  | ((request: ModelRequest, call: ModelCall) => ScriptedReply | Promise<ScriptedReply>)

/** A model that answers from a script, and keeps what it was asked. */
export type ScriptedModel = Model & {
  /** Every request so far. */
  readonly requests: readonly ModelRequest[]
  /** Fails when replies are left over. */
  assertUsedUp(): void
}

/** What a scripted model says of itself. */
export type ScriptedOptions = Partial<Pick<Model, 'id' | 'contextWindow' | 'nativeTools' | 'nativeOutput' | 'price'>>

/** Says a text. */
export function says(text: string, usage?: Partial<Usage>): ScriptedReply {
  return { text, ...(usage && { usage }) }
}

/** Calls one tool; `thought` is said before it. */
export function calls(tool: string, input: Json = {}, thought?: string): ScriptedReply {
  return { calls: [{ tool, input }], ...(thought !== undefined && { text: thought }) }
}

/** Calls several tools at once. */
export function callsAll(...all: readonly { readonly tool: string; readonly input: Json }[]): ScriptedReply {
  return { calls: all }
}

/** Fails, after it has said something perhaps. */
export function fails(error: Error, text?: string): ScriptedReply {
  return { error, ...(text !== undefined && { text }) }
}

/** A model that gives these replies, one a call. */
export function scriptedModel(...script: readonly ScriptedTurn[]): ScriptedModel {
  return scripted(script, {})
}

/** The same, with an id, a price, a window or without native tools. */
export function scripted(script: readonly ScriptedTurn[], options: ScriptedOptions): ScriptedModel {
  const requests: ModelRequest[] = []
  async function* stream(request: ModelRequest, call: ModelCall): AsyncGenerator<ModelPart> {
    requests.push(request)
    const turn = script[requests.length - 1]
    if (!turn)
      throw new Error(`The script has ${script.length} replies; call ${requests.length} (\`${call.path}\`) has none.`)
    const reply = typeof turn === 'function' ? await turn(request, call) : turn
    yield* parts(reply, requests.length, request)
  }
  return {
    id: 'test/scripted',
    ...options,
    requests,
    stream,
    assertUsedUp() {
      if (requests.length < script.length)
        throw new Error(`${script.length - requests.length} replies of the script were not used.`)
    },
  }
}

/** A model that answers each request by a rule, as often as it is asked. */
export function modelOf(
  rule: (request: ModelRequest, call: ModelCall) => ScriptedReply | Promise<ScriptedReply>,
  options: ScriptedOptions = {},
): ScriptedModel {
  const requests: ModelRequest[] = []
  return {
    id: 'test/rule',
    ...options,
    requests,
    async *stream(request, call) {
      requests.push(request)
      yield* parts(await rule(request, call), requests.length, request)
    },
    assertUsedUp() {},
  }
}

function* parts(reply: ScriptedReply, turn: number, request: ModelRequest): Generator<ModelPart> {
  if (reply.reasoning !== undefined) yield { type: 'reasoning', text: reply.reasoning }
  for (const text of pieces(stopped(reply.text ?? '', request.stop))) yield { type: 'text', text }
  if (reply.error) throw reply.error
  for (const [index, { tool, input }] of (reply.calls ?? []).entries()) {
    const id = `call_${turn}_${index}`
    const text = JSON.stringify(input)
    yield { type: 'tool-input', id, tool, text }
    yield { type: 'tool-call', id, tool, input: text }
  }
  const reason = reply.finish ?? (reply.calls ? 'tool-calls' : 'stop')
  yield { type: 'finish', reason, usage: { inputTokens: 10, outputTokens: 5, ...reply.usage } }
}

/** Models honour stop sequences: so does this one. */
function stopped(text: string, stop: readonly string[] = []): string {
  let end = text.length
  for (const sequence of stop) {
    const at = text.indexOf(sequence)
    if (at >= 0) end = Math.min(end, at)
  }
  return text.slice(0, end)
}

/** A text in a few pieces, as it streams. */
function pieces(text: string): readonly string[] {
  if (text === '') return []
  const half = Math.ceil(text.length / 2)
  return text.length < 2 ? [text] : [text.slice(0, half), text.slice(half)]
}
