/** Any language model of the AI SDK as a model of Gyre, called directly. */

import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { GyreError, type Model, type ModelCall, type ModelPart, type ModelRequest, type Price } from '@gyre/core'
import { callOptions } from './call-options.ts'
import { type Dialect, dialectOf } from './dialect.ts'
import { type Capability, modelFailure } from './failure.ts'
import { forgetfulCapabilities, type LearnedCapabilities } from './learned-capabilities.ts'
import { ReplyParts } from './reply-parts.ts'
import { toolNames } from './tool-names.ts'

export type AiSdkModelOptions = {
  /** `provider/model`; made of the language model's own names when absent. */
  readonly id?: string | undefined
  readonly price?: Price | undefined
  readonly contextWindow?: number | undefined
  readonly nativeTools?: boolean | undefined
  readonly nativeOutput?: boolean | undefined
  /** Where it is remembered that a call was refused for its tools or its schema. In memory when absent. */
  readonly learned?: LearnedCapabilities | undefined
}

export function aiSdkModel(languageModel: LanguageModelV4, options: AiSdkModelOptions = {}): Model {
  const id = options.id ?? idOf(languageModel)
  return lazyAiSdkModel(id, () => languageModel, options)
}

/** What a language model goes by: its provider, without the kind of its interface, and its own name. */
export function idOf({ provider, modelId }: Pick<LanguageModelV4, 'provider' | 'modelId'>): string {
  return `${provider.split('.')[0]}/${modelId}`
}

/** The same for a language model that is not loaded before the first call. */
export function lazyAiSdkModel(
  id: string,
  load: () => LanguageModelV4 | Promise<LanguageModelV4>,
  {
    price,
    contextWindow,
    nativeTools = true,
    nativeOutput = true,
    learned = forgetfulCapabilities(),
  }: AiSdkModelOptions,
): Model {
  // It is read by the time of the first call, and nobody need wait for it.
  void learned.prepare(id)
  const model: Model = {
    id,
    ...(price && { price }),
    ...(contextWindow !== undefined && { contextWindow }),
    get nativeTools() {
      return nativeTools && !learned.lacks(id, 'tools')
    },
    get nativeOutput() {
      return nativeOutput && !learned.lacks(id, 'output')
    },
    async *stream(request, call) {
      try {
        yield* reply(await load(), { model, request, call })
      } catch (thrown) {
        if (call.signal.aborted) throw abortion(call.signal)
        const failure = modelFailure(thrown, { model: id, request })
        if (failure.code === 'model-incapable') learned.note(id, failure.details['capability'] as Capability)
        throw failure
      }
    },
  }
  return model
}

type Ask = { readonly model: Model; readonly request: ModelRequest; readonly call: ModelCall }

async function* reply(languageModel: LanguageModelV4, { model, request, call }: Ask): AsyncGenerator<ModelPart> {
  const dialect: Dialect = dialectOf(languageModel.provider, languageModel.modelId)
  const { signal } = call
  signal.throwIfAborted()
  const options = callOptions(request, dialect, { nativeOutput: model.nativeOutput === true, signal })
  const { stream } = await languageModel.doStream(options)
  const parts = new ReplyParts(toolNames(request.tools, request.messages), dialect.provider, request)
  for await (const part of read(stream, signal)) yield* parts.take(part)
  signal.throwIfAborted()
  if (!parts.isFinished) throw new GyreError('model-unavailable', `\`${model.id}\` stopped in the middle of its reply.`)
}

/** The parts of a stream; it ends when the signal aborts, even if the provider does not listen to it. */
async function* read(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  signal: AbortSignal,
): AsyncGenerator<LanguageModelV4StreamPart> {
  const reader = stream.getReader()
  const cancel = () => void reader.cancel().catch(() => {})
  signal.addEventListener('abort', cancel, { once: true })
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}

function abortion({ reason }: AbortSignal): GyreError {
  return reason instanceof GyreError
    ? reason
    : new GyreError('aborted', 'The call of the model was aborted.', { cause: reason })
}
