/** A provider's stream parts as parts of a reply. */

import type {
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider'
import { type FinishReason, GyreError, type ModelPart, type ModelRequest, type Usage } from '@gyre/core'
import { callSignature, mergeMetadata, packSignature, type SignedBlock } from './signature.ts'
import { StopTexts } from './stop-texts.ts'
import type { ToolNames } from './tool-names.ts'

type ReasoningPart = Extract<LanguageModelV4StreamPart, { type: `reasoning-${'start' | 'delta' | 'end'}` }>
type Finish = Extract<LanguageModelV4StreamPart, { type: 'finish' }>

export class ReplyParts {
  readonly #names: ToolNames
  readonly #provider: string
  readonly #stops: StopTexts
  /** Reasoning since the last other part: the kernel makes one part of it. */
  #blocks = new Map<string, SignedBlock>()
  #calls: Record<string, SharedV4ProviderMetadata> = {}
  readonly #tools = new Map<string, string>()
  readonly #signed = new Set<string>()
  #isHeard = false
  isFinished = false

  constructor(names: ToolNames, provider: string, { stop }: Pick<ModelRequest, 'stop'>) {
    this.#names = names
    this.#provider = provider
    this.#stops = new StopTexts(stop)
  }

  /** What one part of the stream gives. Throws what an `error` part holds. */
  *take(part: LanguageModelV4StreamPart): Generator<ModelPart> {
    for (const given of this.#partsOf(part)) {
      this.#isHeard = true
      yield given
    }
    // A model that thinks without a word has begun all the same. `stream-start` is said by the package, not by it.
    if (this.#isHeard || part.type === 'stream-start') return
    this.#isHeard = true
    yield { type: 'alive' }
  }

  *#partsOf(part: LanguageModelV4StreamPart): Generator<ModelPart> {
    switch (part.type) {
      case 'text-delta':
        return yield* this.#text(this.#stops.take(part.delta))
      case 'reasoning-start':
      case 'reasoning-delta':
      case 'reasoning-end':
        return yield* this.#reasoning(part)
      case 'tool-input-start':
        this.#tools.set(part.id, this.#names.fromWire(part.toolName))
        return yield* this.#signCall(part.id, part.providerMetadata)
      case 'tool-input-delta':
        return yield* this.#toolInput(part.id, part.delta)
      case 'tool-call':
        return yield* this.#toolCall(part)
      case 'finish':
        return yield* this.#finish(part)
      case 'error':
        throw part.error
      default:
    }
  }

  *#text(text: string): Generator<ModelPart> {
    if (text === '') return
    this.#endReasoning()
    yield { type: 'text', text }
  }

  *#reasoning(part: ReasoningPart): Generator<ModelPart> {
    const block = this.#blocks.get(part.id) ?? { length: 0, options: {} }
    const text = part.type === 'reasoning-delta' ? part.delta : ''
    block.length += text.length
    block.options = mergeMetadata(block.options, part.providerMetadata)
    this.#blocks.set(part.id, block)
    if (text !== '') yield { type: 'reasoning', text }
    if (part.type === 'reasoning-end' && Object.keys(block.options).length > 0) yield this.#signature()
  }

  #signature(): ModelPart {
    const blocks = [...this.#blocks.values()]
    const calls = Object.keys(this.#calls).length > 0 && { calls: this.#calls }
    return { type: 'reasoning', text: '', signature: packSignature({ by: this.#provider, blocks, ...calls }) }
  }

  #endReasoning(): void {
    this.#blocks = new Map()
    this.#calls = {}
  }

  /** The signature of a call stands before it: the part for reasoning is the one that can hold it. */
  *#signCall(id: string, metadata: SharedV4ProviderMetadata | undefined): Generator<ModelPart> {
    const signature = callSignature(metadata)
    if (!signature || this.#signed.has(id)) return
    this.#signed.add(id)
    this.#calls[id] = signature
    yield this.#signature()
  }

  *#toolInput(id: string, text: string): Generator<ModelPart> {
    if (text === '') return
    this.#endReasoning()
    yield { type: 'tool-input', id, tool: this.#tools.get(id) ?? '', text }
  }

  *#toolCall({ toolCallId: id, toolName, input, providerMetadata }: LanguageModelV4ToolCall): Generator<ModelPart> {
    yield* this.#signCall(id, providerMetadata)
    this.#endReasoning()
    yield { type: 'tool-call', id, tool: this.#names.fromWire(toolName), input }
  }

  *#finish({ finishReason, usage }: Finish): Generator<ModelPart> {
    yield* this.#text(this.#stops.rest())
    this.isFinished = true
    yield { type: 'finish', reason: reasonOf(finishReason), usage: usageOf(usage) }
  }
}

const reasons: Readonly<Partial<Record<LanguageModelV4FinishReason['unified'], FinishReason>>> = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool-calls',
  'content-filter': 'filtered',
}

function reasonOf({ unified, raw }: LanguageModelV4FinishReason): FinishReason {
  if (unified === 'error' || unified === 'interrupted') {
    const why = raw === undefined ? '' : ` (${raw})`
    throw new GyreError('model-unavailable', `The model stopped in the middle of its reply${why}.`)
  }
  return reasons[unified] ?? 'other'
}

/** Counts as far as the provider gave them. One that it did not give is NaN: the kernel then makes an estimate. */
function usageOf({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage {
  return {
    inputTokens: inputTokens.total ?? Number.NaN,
    outputTokens: outputTokens.total ?? Number.NaN,
    ...(inputTokens.cacheRead !== undefined && { cachedInputTokens: inputTokens.cacheRead }),
    ...(inputTokens.cacheWrite !== undefined && { cacheWriteTokens: inputTokens.cacheWrite }),
    ...(outputTokens.reasoning !== undefined && { reasoningTokens: outputTokens.reasoning }),
  }
}
