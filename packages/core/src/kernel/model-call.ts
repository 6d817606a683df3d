/** One call of a model: room made for it, its reply read as it streams, what it cost. */
import { type GyreError, toGyreError } from '../errors.ts'
import type { JsonObject } from '../json.ts'
import { type Message, type Part, sizeOf } from '../messages.ts'
import type { FinishReason, Model, Usage } from '../ports/model.ts'
import { modelAmounts } from './amounts.ts'
import { type Compaction, compact, shorten } from './compaction.ts'
import type { Hands } from './hands.ts'
import { costOf } from './limits.ts'
import { assemble, type ModelAsk, modelRequest, needsForm, speaksText, standingMessages } from './model-request.ts'
import { type LoggedPrompt, pathOfMessage, type StandIns } from './prompt-log.ts'
import { ReplyStream, type Retry } from './reply-stream.ts'
import type { Scope } from './scope.ts'
import type { NewFact } from './session-journal.ts'
import type { Done } from './verb.ts'

export type ModelReply = { readonly parts: readonly Part[]; readonly finish: FinishReason }

type Prompt = Pick<LoggedPrompt, 'node'> & { readonly path: string }

/** The share of the window that is filled after it was made room in. */
const roomyShare = 0.7

/** How often a call is put in another way: shorter, with tools as text, with the schema in the prompt. */
const mostChanges = 3

/** How much shorter a prompt is made when the provider says that it is too long. */
const overflowCut = 0.3

export class ModelCall {
  readonly #scope: Scope
  readonly #model: Model
  readonly #node: LoggedPrompt['node']
  readonly #path: string
  readonly #ask: ModelAsk
  readonly #facts: NewFact[] = []
  #compacted: number[] = []
  #wasTooLong = false
  /** The provider said no before it said anything, or was never reached: nothing was paid for. */
  #isRefused = false
  /** How many messages of people were sent along. */
  #contexts = 0
  #stream: ReplyStream | undefined
  /** Attempts in another form, which the provider refused, and those before them. */
  readonly #refused: Retry[] = []
  /** How it was put: other calls may teach what the model cannot do meanwhile. */
  #isText = false
  #hasForm = false
  /** Length of the prompt, told by its log: counting all of it again for each call would make long sessions slow. */
  #characters: number

  constructor(scope: Scope, model: Model, prompt: Prompt, ask: ModelAsk) {
    this.#scope = scope
    this.#model = model
    this.#node = prompt.node
    this.#path = prompt.path
    this.#ask = ask
    this.#characters = prompt.node.characters
    for (const message of standingMessages(scope, model, ask)) this.#characters += sizeOf(message)
  }

  /** The reply; asked in another way when the provider says that it cannot answer so: once for each way. */
  async run(hands: Hands, signal: AbortSignal): Promise<ModelReply> {
    this.#fitWindow()
    for (let changes = 0; ; changes++) {
      try {
        await this.#read(hands, signal)
        return { parts: this.#stream?.parts() ?? [], finish: this.#stream?.finish ?? 'other' }
      } catch (thrown) {
        const error = toGyreError(thrown, 'model-failed')
        this.#isRefused = isRefusal(error)
        if (changes === mostChanges || !this.#canChange(error)) throw error
        this.#noteRefusal(error)
      }
    }
  }

  #noteRefusal({ code, message }: GyreError): void {
    const partial = this.#stream?.parts() ?? []
    this.#refused.push(...(this.#stream?.retries ?? []))
    this.#refused.push({ model: this.#model.id, error: { code, message }, waitMs: 0, partial })
  }

  /** Every attempt that was made again. */
  get #retries(): readonly Retry[] {
    const own = this.#stream?.retries ?? []
    return this.#refused.length === 0 ? own : [...this.#refused, ...own]
  }

  /** Whether the next try is another one: a shorter prompt, tool calls as text, the schema in the prompt. */
  #canChange({ code }: GyreError): boolean {
    if (code === 'model-overflow' && !this.#wasTooLong) {
      this.#wasTooLong = true
      return this.#compact(this.#characters * overflowCut)
    }
    if (code !== 'model-incapable') return false
    return speaksText(this.#model, this.#ask) !== this.#isText || needsForm(this.#model, this.#ask) !== this.#hasForm
  }

  #read(hands: Hands, signal: AbortSignal): Promise<void> {
    const { session } = this.#scope
    this.#contexts = session.contexts.length
    const { guidance } = hands
    this.#isText = speaksText(this.#model, this.#ask)
    this.#hasForm = needsForm(this.#model, this.#ask)
    const messages = assemble(this.#scope, this.#model, this.#ask, { messages: this.#current(), guidance })
    const stream = new ReplyStream(session, this.#path, this.#ask)
    this.#stream = stream
    const request = modelRequest(this.#scope, this.#model, messages, this.#ask)
    const call = { signal, session: session.id, path: this.#path }
    return stream.read(this.#model.stream(request, call))
  }

  /** The prompt as it was asked, with what stands in for others. */
  #current(): readonly Message[] {
    const { copy, length, standIns } = this.#node
    const asked = copy.slice(0, length)
    return standIns.size === 0 ? asked : asked.map((message, index) => standIns.get(index) ?? message)
  }

  /** How long the prompt is as it is sent. */
  #sentCharacters(): number {
    let characters = this.#characters
    for (const [index, short] of this.#node.standIns) {
      const long = this.#node.copy[index]
      if (long) characters -= sizeOf(long) - sizeOf(short)
    }
    return characters
  }

  /** Makes room before the call when the window is known. */
  #fitWindow(): void {
    const { contextWindow } = this.#model
    if (contextWindow === undefined) return
    const { session } = this.#scope
    const characters = this.#sentCharacters()
    const { inputTokens, outputTokens } = session.budget.estimator.estimate(characters, this.#ask.maxOutputTokens)
    if (inputTokens + outputTokens <= contextWindow) return
    // Well below the window, so that the prompt stays the same for a while: providers cache it.
    const excessTokens = inputTokens + outputTokens - contextWindow * roomyShare
    this.#compact((excessTokens * characters) / inputTokens)
  }

  /** Replaces the oldest observations from now on, in this prompt and those that go on from it. False when none is left. */
  #compact(excess: number): boolean {
    const compactions = compact(this.#current(), excess)
    if (compactions.length === 0) return false
    this.#node.standIns = withStandIns(this.#node.standIns, compactions)
    for (const { index } of compactions) this.#compacted.push(index)
    this.#facts.push(this.#compactedFact(compactions))
    return true
  }

  #compactedFact(compactions: readonly Compaction[]): NewFact {
    const dropped = compactions.map(({ index, from, to, message }) => {
      const original = this.#node.copy[index]
      const made = original && pathOfMessage(original, this.#scope.session)
      const [part] = message.parts
      const replacedBy = part?.type === 'tool-result' || part?.type === 'text' ? part.text : ''
      return { step: made ?? null, index, from, to, replacedBy }
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
    const usage = this.#withDiscarded(counted ?? this.#estimate(stream?.parts()), this.#retries)
    const characters = this.#sentCharacters()
    if (counted) session.budget.estimator.learn(characters, counted)
    const answering = stream?.fallback ?? { model: this.#model.id, price: this.#model.price }
    const costUsd = costOf(answering, usage)
    if (costUsd === null) session.budget.isCostKnown = false
    const turn = this.#ask.turn === true
    return {
      spent: modelAmounts(usage, costUsd, turn),
      // Fields that are undefined are not written.
      data: {
        model: answering.model,
        usage,
        costUsd,
        turn: turn || undefined,
        characters: counted ? characters : undefined,
        estimated: counted ? undefined : true,
        compacted: this.#compacted.length > 0 ? this.#compacted : undefined,
        contexts: this.#contexts > 0 ? this.#contexts : undefined,
        text: this.#isText || undefined,
        form: this.#hasForm || undefined,
        ...this.#attempts(this.#retries),
      },
    }
  }

  /** What an attempt that was made again had said was paid for, as far as anybody can tell. */
  #withDiscarded(usage: Usage, retries: readonly Retry[]): Usage {
    if (retries.length === 0) return usage
    let { inputTokens, outputTokens } = usage
    for (const { partial } of retries) {
      if (partial.length === 0) continue
      const lost = this.#estimate(partial)
      inputTokens += lost.inputTokens
      outputTokens += lost.outputTokens
    }
    return { ...usage, inputTokens, outputTokens }
  }

  #attempts(retries: readonly Retry[]): JsonObject | undefined {
    if (retries.length === 0) return undefined
    return { attempts: retries.length + 1, retries: retries.map((retry) => this.#shown(retry)) }
  }

  #shown({ partial, model, error, waitMs }: Retry): JsonObject {
    const { redact } = this.#scope.session
    const said = partial.length > 0 ? { partial: redact.json(partial) } : {}
    return { model, ...error, message: redact.text(error.message), waitMs, ...said }
  }

  #estimate(parts: readonly Part[] | undefined): Usage {
    if (!parts || (parts.length === 0 && this.#isRefused)) return { inputTokens: 0, outputTokens: 0 }
    const written = JSON.stringify(parts).length
    const { estimator } = this.#scope.session.budget
    return {
      inputTokens: estimator.estimate(this.#sentCharacters(), undefined).inputTokens,
      outputTokens: Math.ceil(written / 4),
    }
  }

  /** Of a call that failed half way: its cost, and the text so far. */
  partial(): Pick<Done, 'data' | 'spent' | 'facts'> {
    if (!this.#stream) return {}
    const { data, spent } = this.account()
    const partial = this.#scope.session.redact.json(this.#stream.parts())
    return { spent, data: { ...data, partial }, ...(this.facts && { facts: this.facts }) }
  }

  /** What a recorded call did beside its reply: later requests find the same room, and eager calls are handed out again. */
  replayed(data: JsonObject): void {
    if (Array.isArray(data['compacted'])) this.#compactAgain(data['compacted'] as readonly number[])
    const { onToolCall } = this.#ask
    if (!onToolCall || !Array.isArray(data['partial'])) return
    for (const part of data['partial'] as readonly Part[]) if (part.type === 'tool-call') onToolCall(part)
  }

  #compactAgain(indexes: readonly number[]): void {
    const current = this.#current()
    const again = indexes.flatMap((index) => {
      const message = shorten(current[index] ?? noMessage)
      return message ? [{ index, message }] : []
    })
    this.#node.standIns = withStandIns(this.#node.standIns, again)
  }

  get facts(): readonly NewFact[] | undefined {
    return this.#facts.length > 0 ? this.#facts : undefined
  }
}

/** Whether a provider answered, and with no reply. One that was not heard of may have begun to work. */
function isRefusal({ code, details }: GyreError): boolean {
  return typeof details['status'] === 'number' || details['unsent'] === true || refusals.has(code)
}

const refusals: ReadonlySet<string> = new Set(['model-auth', 'model-overflow', 'model-incapable'])

const noMessage: Message = { role: 'user', parts: [] }

/** A map of its own: other prompts that go on from the same one keep theirs. */
function withStandIns(before: StandIns, added: readonly Pick<Compaction, 'index' | 'message'>[]): StandIns {
  return new Map([...before, ...added.map(({ index, message }) => [index, message] as const)])
}
