/** A step as a span, read off its fact: calls of models and tools, embeddings, memories. */
import { type FactEvent, isWrapUp, type JsonObject, type Role, type SessionDefinition, type Usage } from '@gyre/core'
import { finishReasons, modelNames, names, type Operation, operations, ownNames } from './semantic-names.ts'
import { type Attributes, present, type Span, type SpanEvent } from './span.ts'

/** What is known of a step beside its fact. */
export type StepNews = {
  readonly definition: SessionDefinition
  /** When the first piece of a reply came. */
  readonly firstChunkMs: number | undefined
  /** When it was tried again, each time. */
  readonly retriedMs: readonly number[]
}

/** All of a span but its place in the trace. */
export type StepSpan = Pick<Span, 'operation' | 'name' | 'startMs' | 'endMs' | 'attributes' | 'events' | 'error'>

type Described = {
  readonly operation: Operation
  readonly subject: string
  readonly attributes: Attributes
  readonly events?: readonly SpanEvent[]
  readonly error?: string | undefined
}

/** Undefined for a step that is nothing to who looks at a trace: a note, the time, a value looked up. */
export function stepSpan(event: FactEvent, news: StepNews): StepSpan | undefined {
  const times = timesOf(event)
  const described = describers[String(event.data['kind'])]?.(event, news, times.startMs)
  if (!described) return undefined
  const { operation, subject, attributes, events = [], error = failureOf(event) } = described
  return {
    operation,
    name: subject === '' ? operation : `${operation} ${subject}`,
    ...times,
    attributes: {
      ...attributes,
      ...present({
        [names.operation]: operation,
        [names.errorType]: error,
        [ownNames.stepPath]: event.path,
        [ownNames.phase]: event.data['phase'] as string | undefined,
      }),
    },
    events,
    error,
  }
}

export function timesOf({ at, data }: FactEvent): { readonly startMs: number; readonly endMs: number } {
  const endMs = Date.parse(at)
  return { startMs: endMs - Number(data['ms'] ?? 0), endMs }
}

/** What was cut short because the session was told to come to an end has not failed. */
export function failureOf(event: FactEvent): string | undefined {
  if (event.type !== 'step.failed' || isWrapUp(event)) return undefined
  const { code = 'failed' } = (event.data['error'] ?? {}) as { readonly code?: string }
  return code
}

type Describer = (event: FactEvent, news: StepNews, startMs: number) => Described

const describers: Readonly<Record<string, Describer>> = {
  generate: chat,
  tool: toolCall,
  embed: embeddings,
  recall: () => ({ operation: operations.recall, subject: '', attributes: {} }),
}

type CallRequest = {
  readonly role?: Role
  readonly temperature?: number
  readonly maxOutputTokens?: number
  readonly seed?: number
  readonly stop?: readonly string[]
  readonly output?: JsonObject
}

type CallData = {
  readonly model?: string
  readonly usage?: Usage
  readonly costUsd?: number | null
  readonly retries?: readonly Retry[]
}

type Retry = { readonly model: string; readonly code: string; readonly waitMs: number }

function chat({ data }: FactEvent, { definition, firstChunkMs, retriedMs }: StepNews, startMs: number): Described {
  const request = (data['request'] ?? {}) as CallRequest
  const { model: answering, usage, costUsd, retries = [] } = data as CallData
  const { role = 'author' } = request
  // Another one may have answered in the place of the one that was asked, after that one failed.
  const asked = modelNames(retries[0]?.model ?? answering ?? definition.models[role])
  return {
    operation: operations.chat,
    subject: asked.model,
    attributes: {
      ...requestAttributes(request),
      ...present({
        [names.provider]: asked.provider,
        [names.request.model]: asked.model,
        [names.response.model]: answering && modelNames(answering).model,
        [names.response.timeToFirstChunk]: firstChunkMs && Math.max(0, firstChunkMs - startMs) / 1000,
        [names.response.finishReasons]: finishOf(data),
        [ownNames.costUsd]: costUsd,
        [ownNames.role]: role,
      }),
      ...usageAttributes(usage),
    },
    events: retries.map((retry, at) => retryEvent(retry, retriedMs[at] ?? startMs)),
  }
}

function requestAttributes({ temperature, maxOutputTokens, seed, stop, output }: CallRequest): Attributes {
  return present({
    [names.request.temperature]: temperature,
    [names.request.maxTokens]: maxOutputTokens,
    [names.request.seed]: seed,
    [names.request.stop]: stop,
    [names.request.stream]: true,
    [names.outputType]: output ? 'json' : 'text',
  })
}

export function usageAttributes(usage: Partial<Usage> | undefined): Attributes {
  return present({
    [names.usage.input]: usage?.inputTokens,
    [names.usage.output]: usage?.outputTokens,
    [names.usage.cacheRead]: usage?.cachedInputTokens,
    [names.usage.cacheCreation]: usage?.cacheWriteTokens,
    [names.usage.reasoning]: usage?.reasoningTokens,
  })
}

function finishOf({ result }: JsonObject): readonly string[] | undefined {
  const { finish } = (result ?? {}) as { readonly finish?: string }
  return finish === undefined ? undefined : [finishReasons[finish] ?? finish]
}

function retryEvent({ model, code, waitMs }: Retry, atMs: number): SpanEvent {
  const attributes = { [names.errorType]: code, [ownNames.retryModel]: model, [ownNames.retryWaitMs]: waitMs }
  return { name: ownNames.retry, atMs, attributes }
}

function toolCall(event: FactEvent): Described {
  const { request, result, made } = event.data
  const { tool = '', id } = (request ?? {}) as { readonly tool?: string; readonly id?: string }
  const hasFailed = (result as JsonObject | null | undefined)?.['error'] === true
  return {
    operation: operations.tool,
    subject: tool,
    attributes: present({
      [names.tool.name]: tool,
      [names.tool.callId]: id,
      [names.tool.type]: 'function',
      [ownNames.isMade]: made === false ? false : undefined,
    }),
    error: failureOf(event) ?? (hasFailed ? 'tool_error' : undefined),
  }
}

function embeddings({ data }: FactEvent): Described {
  const { provider, model } = modelNames(String(data['embedder'] ?? 'unknown'))
  return {
    operation: operations.embeddings,
    subject: model,
    attributes: { [names.provider]: provider, [names.request.model]: model },
  }
}
