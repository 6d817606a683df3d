/** What is measured of a span: durations, tokens, the time to the first piece of a reply. */
import { type HistogramKey, names, type Operation, operations, ownNames } from './semantic-names.ts'
import { type Attributes, present, type Span } from './span.ts'

export type Measurement = {
  readonly histogram: HistogramKey
  readonly value: number
  readonly attributes: Attributes
}

/** A plan takes as long as the call that wrote it; what is looked up in memory has no measure. */
const durations: Readonly<Partial<Record<Operation, HistogramKey>>> = {
  [operations.chat]: 'operation',
  [operations.embeddings]: 'operation',
  [operations.tool]: 'tool',
  [operations.agent]: 'agent',
  [operations.workflow]: 'workflow',
}

/** Attributes that metrics are told apart by: those of which there are few. */
const dimensions: readonly string[] = [
  names.operation,
  names.provider,
  names.request.model,
  names.response.model,
  names.agent,
  names.workflow,
  names.tool.name,
  names.errorType,
]

export function measurementsOf(span: Span): readonly Measurement[] {
  const { attributes: all } = span
  const attributes = present(Object.fromEntries(dimensions.map((name) => [name, all[name]])))
  const histogram = durations[span.operation]
  return [
    ...(histogram ? [{ histogram, value: secondsOf(span), attributes }] : []),
    ...(span.operation === operations.chat ? chatMeasurements(all, attributes) : []),
  ]
}

/** Of a session the time in which it worked: it may have waited for days for somebody. */
function secondsOf({ attributes, startMs, endMs }: Span): number {
  const active = attributes[ownNames.activeMs]
  return (typeof active === 'number' ? active : endMs - startMs) / 1000
}

function chatMeasurements(all: Attributes, attributes: Attributes): readonly Measurement[] {
  const first = all[names.response.timeToFirstChunk]
  return [
    ...tokens(all[names.usage.input], 'input', attributes),
    ...tokens(all[names.usage.output], 'output', attributes),
    ...(typeof first === 'number' ? [{ histogram: 'firstChunk' as const, value: first, attributes }] : []),
  ]
}

function tokens(value: Attributes[string] | undefined, type: string, attributes: Attributes): readonly Measurement[] {
  if (typeof value !== 'number') return []
  return [{ histogram: 'tokens', value, attributes: { ...attributes, [names.tokenType]: type } }]
}
