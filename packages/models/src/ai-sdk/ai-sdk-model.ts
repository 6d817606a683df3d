/** Any language model of the AI SDK as a model of Gyre, called directly. */

import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { GyreError, type Model, type ModelCall, type ModelPart, type ModelRequest, type Price } from '@gyre/core'
import { callOptions } from './call-options.ts'
import { type Dialect, dialectOf } from './dialect.ts'
import { modelFailure } from './failure.ts'
import type { Capability } from './incapability.ts'
import { forgetfulCapabilities, type LearnedCapabilities } from './learned-capabilities.ts'
import { ReplyParts } from './reply-parts.ts'
import { schemaInPrompt, schemaKey } from './schema-in-prompt.ts'
import { requireV4 } from './specification.ts'
import { toolNames } from './tool-names.ts'

/** What is known of a language model that it does not say itself. */
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

/** Any language model of the AI SDK as a model of Gyre. Nothing is retried: see `readyModel`. */
export function aiSdkModel(languageModel: LanguageModelV4, options: AiSdkModelOptions = {}): Model {
  const id = options.id ?? idOf(languageModel)
  requireV4(id, 'a language model', languageModel)
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
  // Begun here, so that it is most often there before anybody asks what the model can do.
  void learned.prepare(id)
  /** Schemas that the provider did not take. Only these are told in the prompt: the next one may suit it. */
  const refused = new Set<string>()
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
      await learned.prepare(id)
      const schema = request.output ? schemaKey(request.output.schema) : ''
      try {
        yield* attempt(refused.has(schema) ? schemaInPrompt(request) : request, call)
      } catch (thrown) {
        if (!(thrown instanceof GyreError) || !isSchemaFault(thrown)) throw thrown
        refused.add(schema)
        yield again(id, thrown)
        yield* attempt(schemaInPrompt(request), call)
      }
    },
  }
  return model

  async function* attempt(request: ModelRequest, call: ModelCall): AsyncGenerator<ModelPart> {
    try {
      const languageModel = await load()
      requireV4(id, 'a language model', languageModel)
      yield* reply(languageModel, { model, request, call })
    } catch (thrown) {
      if (call.signal.aborted) throw abortion(call.signal)
      const failure = modelFailure(thrown, { model: id, request })
      if (failure.code === 'model-incapable' && !isSchemaFault(failure))
        learned.note(id, failure.details['capability'] as Capability)
      throw failure
    }
  }
}

function isSchemaFault({ code, details }: GyreError): boolean {
  return code === 'model-incapable' && details['remember'] === false
}

function again(model: string, { code, message, details: { status } }: GyreError): ModelPart {
  return { type: 'retry', model, error: { code, message, ...(typeof status === 'number' && { status }) }, waitMs: 0 }
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
