/** One reply as it streams in: what is known of it at any moment, and what watchers see meanwhile. */
import type { Redactor } from '../audit/redaction.ts'
import { GyreError } from '../errors.ts'
import type { Json } from '../json.ts'
import type { Part, ToolCall } from '../messages.ts'
import { parseJsonText } from '../parsing/json-text.ts'
import type { Clock } from '../ports/clock.ts'
import type { FinishReason, ModelPart, Price, Usage } from '../ports/model.ts'
import type { EventHub } from './event-hub.ts'
import type { DeltaType } from './events.ts'
import type { ModelAsk } from './model-request.ts'

/** What a stream shows itself through. */
export type ReplyWatch = { readonly hub: EventHub; readonly redact: Redactor; readonly clock: Pick<Clock, 'now'> }

/** Who is told of a reply while it comes in. */
export type Hearing = Pick<ModelAsk, 'onToolCall' | 'onText'>

/** An attempt that failed and was made again, with what it had said. */
export type Retry = Omit<Extract<ModelPart, { type: 'retry' }>, 'type'> & { readonly partial: readonly Part[] }

export class ReplyStream {
  readonly #watch: ReplyWatch
  readonly #path: string
  readonly #hears: Hearing
  #parts: Part[] = []
  #hasHandedOut = false
  #open: { type: 'text' | 'reasoning'; pieces: string[]; signature?: string } | undefined
  /** Held back, because it may be the beginning of a secret: '' is the text, else the id of a call. */
  #unshown: Map<string, string> | undefined
  /** How much of the text and of the reasoning was shown, as it was shown. */
  readonly #shown = { text: 0, reasoning: 0 }
  finish: FinishReason | undefined
  usage: Usage | undefined
  readonly retries: Retry[] = []
  /** Who answers, when it is not the model that was asked. */
  fallback: { readonly model: string; readonly price: Price | undefined } | undefined

  constructor(watch: ReplyWatch, path: string, hears: Hearing) {
    this.#watch = watch
    this.#path = path
    this.#hears = hears
  }

  async read(stream: AsyncIterable<ModelPart>): Promise<void> {
    this.#hears.onText?.(undefined)
    for await (const part of stream) this.#take(part)
    this.#close()
    if (this.finish === undefined)
      throw new GyreError('model-unavailable', 'The model stopped in the middle of its reply.')
  }

  #take(part: ModelPart): void {
    if (part.type === 'text') this.#append('text', part.text, undefined)
    else if (part.type === 'reasoning') this.#append('reasoning', part.text, part.signature)
    else if (part.type === 'tool-input') this.#showToolInput(part)
    else if (part.type === 'tool-call') this.#call(part)
    else if (part.type === 'retry') this.#again(part)
    else if (part.type === 'fallback') this.fallback = { model: part.model, price: part.price }
    else if (part.type === 'finish') {
      this.finish = part.reason
      this.usage = readUsage(part.usage)
    }
  }

  /** What came so far is not part of the reply. A call that was handed out may have run: then there is no second reply. */
  #again({ model, error, waitMs }: Extract<ModelPart, { type: 'retry' }>): void {
    if (this.#hasHandedOut) throw new GyreError('model-unavailable', `${error.message} A call of its reply has begun.`)
    this.retries.push({ model, error, waitMs, partial: this.parts() })
    this.#parts = []
    this.#unshown = undefined
    this.#hears.onText?.(undefined)
    const { hub, clock, redact } = this.#watch
    const attempt = this.retries.length + 1
    if (!hub.active) return
    const shown = { ...error, message: redact.text(error.message) }
    hub.started(this.#path, clock.now(), { kind: 'generate', attempt, error: shown, waitMs })
  }

  #append(type: 'text' | 'reasoning', text: string, signature: string | undefined): void {
    if (this.#open?.type !== type) {
      this.#close()
      this.#open = { type, pieces: [] }
    }
    if (this.#watch.hub.active) {
      if (this.#unshown === undefined) this.#shown[type] = this.#lengthBefore(type)
      this.#show(`${type}.delta`, this.#held('', this.#open.pieces) + text)
    } else this.#unshown = undefined
    this.#open.pieces.push(text)
    if (type === 'text') this.#hears.onText?.(text)
    if (signature !== undefined) this.#open.signature = signature
  }

  /** Of the parts of a type that are over: a reply may speak, think and speak again. */
  #lengthBefore(type: 'text' | 'reasoning'): number {
    let length = 0
    for (const part of this.#parts) if (part.type === type) length += this.#watch.redact.text(part.text).length
    return length
  }

  #call(part: { readonly id: string; readonly tool: string; readonly input: string }): void {
    this.#close()
    if (this.#unshown) this.#showRest('tool.input.delta', { id: part.id, tool: part.tool })
    const call = this.#watch.redact.json(readCall(part)) as ToolCall
    this.#parts.push(call)
    if (!this.#hears.onToolCall) return
    this.#hasHandedOut = true
    this.#hears.onToolCall(call)
  }

  /** What is not shown so far: of the text, or of one call's arguments. */
  #held(key: string, before: readonly string[] = []): string {
    const held = this.#unshown?.get(key)
    if (held !== undefined) return held
    // Somebody begins to watch in the middle, and is shown it from its beginning.
    return before.join('')
  }

  /** A text is shown as far as no secret can be cut in halves. */
  #show(type: DeltaType, text: string, call: { id?: string; tool?: string } = {}): void {
    const { redact, hub, clock } = this.#watch
    const safe = redact.safeLength(text)
    this.#unshown ??= new Map()
    this.#unshown.set(call.id ?? '', text.slice(safe))
    const shown = redact.text(text.slice(0, safe))
    if (shown !== '') hub.delta(type, this.#path, clock.now(), { ...call, ...this.#placed(type, shown), text: shown })
  }

  /** Where a piece stands in its text: who missed some can tell. */
  #placed(type: DeltaType, text: string): { readonly offset?: number } {
    if (type !== 'text.delta' && type !== 'reasoning.delta') return {}
    const of = type === 'text.delta' ? 'text' : 'reasoning'
    const offset = this.#shown[of]
    this.#shown[of] += text.length
    return { offset }
  }

  #showToolInput({ id, tool, text }: { readonly id: string; readonly tool: string; readonly text: string }): void {
    this.#close()
    if (this.#watch.hub.active) this.#show('tool.input.delta', this.#held(id) + text, { id, tool })
  }

  /** Shows what was held back: it is complete now. */
  #showRest(type: DeltaType, call: { id?: string; tool?: string } = {}): void {
    const { redact, hub, clock } = this.#watch
    const rest = redact.text(this.#unshown?.get(call.id ?? '') ?? '')
    this.#unshown?.delete(call.id ?? '')
    if (rest !== '' && hub.active)
      hub.delta(type, this.#path, clock.now(), { ...call, ...this.#placed(type, rest), text: rest })
  }

  #close(): void {
    const open = this.#open
    if (!open) return
    this.#open = undefined
    if (this.#unshown) this.#showRest(`${open.type}.delta`)
    // Joined, not added up piece by piece: that would keep a tree of all the pieces alive.
    const text = open.pieces.length === 1 ? (open.pieces[0] ?? '') : open.pieces.join('')
    if (open.type === 'text') this.#parts.push({ type: 'text', text })
    else
      this.#parts.push({ type: 'reasoning', text, ...(open.signature !== undefined && { signature: open.signature }) })
  }

  /** What has come so far. */
  parts(): readonly Part[] {
    this.#close()
    return this.#parts
  }
}

/** Tokens as they were counted. One count that cannot be true, and nothing counted: a budget must be able to trust it. */
function readUsage(usage: Partial<Usage> | undefined): Usage | undefined {
  if (!isCount(usage?.inputTokens) || !isCount(usage.outputTokens)) return undefined
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens, reasoningTokens } = usage
  const cached = isCount(cachedInputTokens) ? Math.min(cachedInputTokens, inputTokens) : 0
  return {
    inputTokens,
    outputTokens,
    // Part of the input: more of it would make a call cost less than nothing.
    ...(isCount(cachedInputTokens) && { cachedInputTokens: cached }),
    ...(isCount(cacheWriteTokens) && { cacheWriteTokens: Math.min(cacheWriteTokens, inputTokens - cached) }),
    ...(isCount(reasoningTokens) && { reasoningTokens }),
  }
}

function isCount(tokens: number | undefined): tokens is number {
  return Number.isFinite(tokens) && Number(tokens) >= 0
}

/** A call with its arguments read; what cannot be read stays as text, with the fault. */
function readCall({
  id,
  tool,
  input,
}: {
  readonly id: string
  readonly tool: string
  readonly input: string
}): ToolCall {
  const text = input.trim() === '' ? '{}' : input
  try {
    return { type: 'tool-call', id, tool, input: JSON.parse(text) as Json }
  } catch {
    const read = parseJsonText(text)
    if (!read.ok) return { type: 'tool-call', id, tool, input, fault: read.fault }
    // Half a value must not be acted on: half a file is not the file.
    if (read.cut === 'value')
      return { type: 'tool-call', id, tool, input, fault: 'they were cut off in the middle of a value' }
    return { type: 'tool-call', id, tool, input: read.value }
  }
}
