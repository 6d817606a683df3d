/** One call of a model: room made for it, its reply read as it streams, what it cost. */
import { GyreError, toGyreError } from '../errors.ts'
import type { Json, JsonObject } from '../json.ts'
import { type Message, type Part, sizeOf } from '../messages.ts'
import type { FinishReason, Model, Usage } from '../ports/model.ts'
import { type Compaction, compact, shorten } from './compaction.ts'
import type { Hands } from './hands.ts'
import { costOf, modelAmounts } from './limits.ts'
import { assemble, type ModelAsk, modelRequest, standingMessages } from './model-request.ts'
import { pathOfMessage } from './prompt-log.ts'
import { ReplyStream } from './reply-stream.ts'
import type { Scope } from './scope.ts'
import type { NewFact } from './session-journal.ts'
import type { Done } from './verb.ts'

export type ModelReply = { readonly parts: readonly Part[]; readonly finish: FinishReason }

type Prompt = { readonly messages: readonly Message[]; readonly path: string; readonly characters: number }

/** How much shorter a prompt is made when the provider says that it is too long. */
const overflowCut = 0.3

export class ModelCall {
  readonly #scope: Scope
  readonly #model: Model
  readonly #messages: readonly Message[]
  readonly #path: string
  readonly #ask: ModelAsk
  readonly #facts: NewFact[] = []
  #compacted: number[] = []
  #stream: ReplyStream | undefined
  /** Length of the prompt, told by its log: counting all of it again for each call would make long sessions slow. */
  #characters: number

  constructor(scope: Scope, model: Model, prompt: Prompt, ask: ModelAsk) {
    this.#scope = scope
    this.#model = model
    this.#messages = prompt.messages
    this.#path = prompt.path
    this.#ask = ask
    this.#characters = prompt.characters
    for (const message of standingMessages(scope, model, ask)) this.#characters += sizeOf(message)
  }

  /** The reply; asked once more with a shorter prompt when the provider says that it is too long. */
  async run(hands: Hands): Promise<ModelReply> {
    this.#fitWindow()
    try {
      await this.#read(hands)
    } catch (error) {
      if (!(error instanceof GyreError) || error.code !== 'model-overflow') throw toGyreError(error, 'model-failed')
      if (!this.#compact(this.#characters * overflowCut)) throw error
      await this.#read(hands)
    }
    return { parts: this.#stream?.parts() ?? [], finish: this.#stream?.finish ?? 'other' }
  }

  #read(hands: Hands): Promise<void> {
    const { session } = this.#scope
    const messages = assemble(this.#scope, this.#model, this.#messages, { ...this.#ask, hands })
    const stream = new ReplyStream(session, this.#path, this.#ask.onToolCall)
    this.#stream = stream
    const request = modelRequest(this.#scope, this.#model, messages, this.#ask)
    const call = { signal: session.signal, session: session.id, path: this.#path }
    return stream.read(this.#model.stream(request, call))
  }

  /** Makes room before the call when the window is known. */
  #fitWindow(): void {
    const { contextWindow } = this.#model
    if (contextWindow === undefined) return
    const { session } = this.#scope
    let characters = this.#characters
    for (const [long, short] of session.compacted) characters -= sizeOf(long) - sizeOf(short)
    const { inputTokens, outputTokens } = session.estimator.estimate(characters, this.#ask.maxOutputTokens)
    const excessTokens = inputTokens + outputTokens - contextWindow
    if (excessTokens > 0) this.#compact((excessTokens * characters) / inputTokens)
  }

  /** Replaces the oldest observations from now on, in this and later requests. False when none is left. */
  #compact(excess: number): boolean {
    const { session } = this.#scope
    const current = this.#messages.map((message) => session.compacted.get(message) ?? message)
    const compactions = compact(current, excess)
    if (compactions.length === 0) return false
    for (const { index, message } of compactions) {
      const original = this.#messages[index]
      if (original) session.compacted.set(original, message)
      this.#compacted.push(index)
    }
    this.#facts.push(this.#compactedFact(compactions))
    return true
  }

  #compactedFact(compactions: readonly Compaction[]): NewFact {
    const dropped = compactions.map(({ index, from, to, message }) => {
      const original = this.#messages[index]
      const made = original && pathOfMessage(original, this.#scope.session)
      const [part] = message.parts
      return { step: made ?? null, index, from, to, replacedBy: part?.type === 'tool-result' ? part.text : '' }
    })
    return {
      type: 'context.compacted',
      path: `${this.#path}/compact#${this.#facts.length + 1}`,
      kind: 'compact',
      data: { dropped },
    }
  }

  /** What the call cost, and what is known of it: also of one that was cut off, by an estimate. */
  account(): Required<Pick<Done, 'data' | 'spent'>> {
    const { session } = this.#scope
    const stream = this.#stream
    const counted = stream?.usage
    const usage = counted ?? this.#estimate(stream)
    if (counted) session.estimator.learn(this.#characters, counted)
    const costUsd = costOf(this.#model, usage)
    if (costUsd === null) session.isCostKnown = false
    const turn = this.#ask.turn === true
    return {
      spent: modelAmounts(usage, costUsd, turn),
      data: {
        model: this.#model.id,
        usage: usage as unknown as Json,
        costUsd,
        ...(turn && { turn }),
        ...(!counted && { estimated: true }),
        ...(stream?.attempts !== undefined && { attempts: stream.attempts }),
        ...(this.#compacted.length > 0 && { compacted: this.#compacted }),
      },
    }
  }

  #estimate(stream: ReplyStream | undefined): Usage {
    if (!stream) return { inputTokens: 0, outputTokens: 0 }
    const written = JSON.stringify(stream.parts()).length
    const { estimator } = this.#scope.session
    return {
      inputTokens: estimator.estimate(this.#characters, undefined).inputTokens,
      outputTokens: Math.ceil(written / 4),
    }
  }

  /** Of a call that failed half way: its cost, and the text so far. */
  partial(): Pick<Done, 'data' | 'spent'> {
    if (!this.#stream) return {}
    const { data, spent } = this.account()
    const partial = this.#scope.session.redact.json(this.#stream.parts() as unknown as Json)
    return { spent, data: { ...data, partial } }
  }

  /** The record of an earlier run teaches the same, and calls handed out of a reply that broke off are so again. */
  replayed(data: JsonObject): void {
    const { estimator } = this.#scope.session
    if (data['usage'] && data['estimated'] !== true)
      estimator.learn(this.#characters, data['usage'] as unknown as Usage)
    const { onToolCall } = this.#ask
    if (!onToolCall || !Array.isArray(data['partial'])) return
    for (const part of data['partial'] as unknown as readonly Part[]) if (part.type === 'tool-call') onToolCall(part)
  }

  get facts(): readonly NewFact[] | undefined {
    return this.#facts.length > 0 ? this.#facts : undefined
  }
}

/** A replayed call made room too: later requests must find the same. */
export function compactAgain(scope: Scope, messages: readonly Message[], data: JsonObject): void {
  const indexes = data['compacted']
  if (!Array.isArray(indexes)) return
  const { compacted } = scope.session
  for (const index of indexes as readonly number[]) {
    const original = messages[index]
    const shorter = original && shorten(compacted.get(original) ?? original)
    if (original && shorter) compacted.set(original, shorter)
  }
}
