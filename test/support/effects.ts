/** Models, tools and ports that write down what they do, and stop with their process. */
import {
  defineTool,
  type Embedder,
  type Json,
  type Memory,
  type Message,
  type Model,
  type ModelPart,
  type ModelRequest,
  type Tool,
  textOf,
} from '@gyre/core'
import { letterEmbedder, type ScriptedReply } from '@gyre/core/testing'
import { z } from 'zod'
import { countedWeb } from './counted-web.ts'
import { type Life, never } from './life.ts'

/** An effect that began. `at` is its step's path, or what it was asked where it does not know the path. */
export type Effect = {
  readonly process: string
  readonly kind: 'model' | 'tool' | 'embed' | 'recall' | 'remember'
  readonly at: string
  /** What a model was sent, whole. */
  readonly request?: string
  isFinished: boolean
}

/** What the model says at a path: a reply, or one made of the request. */
export type ReplyAt = ScriptedReply | ((request: ModelRequest) => ScriptedReply | Promise<ScriptedReply>)

export type Replies = Readonly<Record<string, ReplyAt>> | ((path: string, request: ModelRequest) => ReplyAt)

export type HandOptions = {
  /** What each effect waits for. */
  readonly pace?: (at: string) => Promise<void>
  /** False where requests are not compared: those of a long session grow with its square. */
  readonly keepsRequests?: boolean
  readonly onBegin?: (effect: Effect) => void
}

/** Everything one process does to the world. */
export class Hand {
  readonly process: string
  readonly life: Life
  readonly effects: Effect[] = []
  readonly #options: HandOptions

  constructor(process: string, life: Life, options: HandOptions = {}) {
    this.process = process
    this.life = life
    this.#options = options
  }

  /** Does something: it is written down, takes its time, and is not finished when the process dies meanwhile. */
  async do<T>(kind: Effect['kind'], at: string, work: () => T | Promise<T>, request?: ModelRequest): Promise<T> {
    if (this.life.isDead) return never()
    const { pace, keepsRequests = true, onBegin } = this.#options
    const text = request && keepsRequests ? { request: JSON.stringify(request) } : {}
    const effect: Effect = { process: this.process, kind, at, ...text, isFinished: false }
    this.effects.push(effect)
    onBegin?.(effect)
    await this.life.beginEffect()
    await pace?.(at)
    if (this.life.isDead) return never()
    const made = await work()
    if (this.life.isDead) return never()
    effect.isFinished = true
    return made
  }
}

export type PathModelOptions = Partial<Pick<Model, 'id' | 'contextWindow' | 'nativeTools' | 'nativeOutput' | 'price'>>

/** A model that answers by the path it is asked at: the same in every process, in any order. */
export function pathModel(hand: Hand, replies: Replies, options: PathModelOptions = {}): Model {
  return {
    id: 'test/path',
    ...options,
    async *stream(request, { path }) {
      const reply = await hand.do('model', path, () => replyAt(replies, path, request), request)
      yield* partsOf(reply, path, request.stop)
    },
  }
}

function replyAt(replies: Replies, path: string, request: ModelRequest): ScriptedReply | Promise<ScriptedReply> {
  const reply = typeof replies === 'function' ? replies(path, request) : replies[path]
  if (reply === undefined) throw new Error(`The script has no reply for \`${path}\`.`)
  return typeof reply === 'function' ? reply(request) : reply
}

function* partsOf(reply: ScriptedReply, path: string, stop: readonly string[] = []): Generator<ModelPart> {
  if (reply.reasoning !== undefined) yield { type: 'reasoning', text: reply.reasoning }
  const text = stop.reduce((rest, each) => rest.split(each)[0] ?? '', reply.text ?? '')
  if (text !== '') yield { type: 'text', text }
  if (reply.error) throw reply.error
  for (const [index, { tool, input }] of (reply.calls ?? []).entries()) {
    yield { type: 'tool-call', id: `${path}:${index}`, tool, input: JSON.stringify(input) }
  }
  const reason = reply.finish ?? (reply.calls ? 'tool-calls' : 'stop')
  yield { type: 'finish', reason, usage: { inputTokens: 10, outputTokens: 5, ...reply.usage } }
}

/** What the last message of a request says. */
export function lastText(request: ModelRequest): string {
  const last = request.messages.at(-1)
  return last ? saidIn(last) : ''
}

/** What a message says, tool results included. */
export function saidIn(message: Message): string {
  return textOf(message) + message.parts.map((part) => (part.type === 'tool-result' ? part.text : '')).join(' ')
}

const named = z.object({ name: z.string() })

/** The tools of the test loops: of each effect one, some that fail, ask first or ask a model, and a web. */
export function toolbox(hand: Hand): Readonly<Record<string, Tool>> {
  const doing = (path: string, text: Json) => hand.do('tool', path, () => text)
  const tools: Tool[] = [
    defineTool({
      name: 'look',
      description: 'Looks at something.',
      input: named,
      effect: 'pure',
      run: ({ name }, { path }) => doing(path, `saw ${name}`),
    }) as Tool,
    defineTool({
      name: 'put',
      description: 'Puts something in its place.',
      input: named,
      effect: 'idempotent',
      run: ({ name }, { path, idempotencyKey }) => doing(path, { put: name, key: idempotencyKey }),
    }) as Tool,
    defineTool({
      name: 'send',
      description: 'Sends something: once.',
      input: named,
      run: ({ name }, { path }) => doing(path, `sent ${name}`),
    }) as Tool,
    defineTool({
      name: 'break',
      description: 'Breaks.',
      input: named,
      effect: 'idempotent',
      run: ({ name }, { path }) =>
        hand.do('tool', path, () => {
          throw new Error(`${name} broke`)
        }),
    }) as Tool,
    defineTool({
      name: 'pay',
      description: 'Pays, when a person agrees: once.',
      input: named,
      approval: 'always',
      run: ({ name }, { path }) => doing(path, `paid ${name}`),
    }) as Tool,
    defineTool({
      name: 'lend',
      description: 'Lends, when a person has agreed to the first time: again is no more.',
      input: named,
      approval: 'first-use',
      effect: 'idempotent',
      run: ({ name }, { path }) => doing(path, `lent ${name}`),
    }) as Tool,
    defineTool({
      name: 'consult',
      description: 'Asks a model twice.',
      input: named,
      effect: 'idempotent',
      run: async ({ name }, context) => {
        const first = await context.generate([{ role: 'user', parts: [{ type: 'text', text: `${name}?` }] }])
        await doing(context.path, null)
        const second = await context.generate([{ role: 'user', parts: [{ type: 'text', text: `${first.text}!` }] }])
        return second.text
      },
    }) as Tool,
    defineTool({
      name: 'tell',
      description: 'Tells a long story.',
      input: named,
      effect: 'pure',
      run: ({ name }, { path }) => doing(path, `${name} `.repeat(200)),
    }) as Tool,
    ...countedWeb(hand),
  ]
  return Object.fromEntries(tools.map((tool) => [tool.name, tool]))
}

export function countedEmbedder(hand: Hand, { id, embed }: Embedder = letterEmbedder): Embedder {
  return {
    id,
    embed: (texts, signal) => hand.do('embed', JSON.stringify(texts), () => embed(texts, signal)),
  }
}

export function countedMemory(hand: Hand, memory: Memory): Memory {
  return {
    recall: (query, options) => hand.do('recall', query, () => memory.recall(query, options)),
    remember: (item, options) =>
      hand.do('remember', options.key.slice(options.session.length + 1), () => memory.remember(item, options)),
  }
}
