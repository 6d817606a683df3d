/** One reply as it streams in: what is known of it at any moment, and what watchers see meanwhile. */
import type { Redactor } from '../audit/redaction.ts'
import { GyreError } from '../errors.ts'
import type { Json } from '../json.ts'
import type { Part, ToolCall } from '../messages.ts'
import { parseJsonText } from '../parsing/json-text.ts'
import type { Clock } from '../ports/clock.ts'
import type { FinishReason, ModelPart, Usage } from '../ports/model.ts'
import type { EventHub } from './event-hub.ts'
import type { DeltaType } from './events.ts'

/** What a stream shows itself through. */
export type ReplyWatch = { readonly hub: EventHub; readonly redact: Redactor; readonly clock: Pick<Clock, 'now'> }

export class ReplyStream {
  readonly #watch: ReplyWatch
  readonly #path: string
  readonly #onToolCall: ((call: ToolCall) => void) | undefined
  readonly #parts: Part[] = []
  #open: { type: 'text' | 'reasoning'; pieces: string[]; signature?: string } | undefined
  #unshown = ''
  finish: FinishReason | undefined
  usage: Usage | undefined
  attempts: number | undefined

  constructor(watch: ReplyWatch, path: string, onToolCall: ((call: ToolCall) => void) | undefined) {
    this.#watch = watch
    this.#path = path
    this.#onToolCall = onToolCall
  }

  async read(stream: AsyncIterable<ModelPart>): Promise<void> {
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
    else {
      this.finish = part.reason
      this.usage = part.usage
      this.attempts = part.attempts
    }
  }

  #append(type: 'text' | 'reasoning', text: string, signature: string | undefined): void {
    if (this.#open?.type !== type) {
      this.#close()
      this.#open = { type, pieces: [] }
    }
    this.#open.pieces.push(text)
    if (signature !== undefined) this.#open.signature = signature
    if (this.#watch.hub.active) this.#show(text, `${type}.delta`)
  }

  #call(part: { readonly id: string; readonly tool: string; readonly input: string }): void {
    this.#close()
    const call = this.#watch.redact.json(readCall(part) as unknown as Json) as unknown as ToolCall
    this.#parts.push(call)
    this.#onToolCall?.(call)
  }

  /** Text is shown as far as no secret can be cut in halves. */
  #show(text: string, type: DeltaType): void {
    const { redact } = this.#watch
    this.#unshown += text
    const safe = redact.safeLength(this.#unshown)
    if (safe === 0) return
    this.#delta(type, redact.text(this.#unshown.slice(0, safe)))
    this.#unshown = this.#unshown.slice(safe)
  }

  #showToolInput(part: { readonly id: string; readonly tool: string; readonly text: string }): void {
    const { hub, redact, clock } = this.#watch
    // Arguments are short: they are shown piece by piece only as a sign of life.
    if (hub.active)
      hub.delta('tool.input.delta', this.#path, clock.now(), {
        id: part.id,
        tool: part.tool,
        text: redact.text(part.text),
      })
  }

  #delta(type: DeltaType, text: string): void {
    const { hub, clock } = this.#watch
    if (text !== '') hub.delta(type, this.#path, clock.now(), { text })
  }

  #close(): void {
    const open = this.#open
    if (!open) return
    this.#open = undefined
    if (this.#unshown !== '') {
      this.#delta(`${open.type}.delta`, this.#watch.redact.text(this.#unshown))
      this.#unshown = ''
    }
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
