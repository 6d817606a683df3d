/** Hands spans and measurements to OpenTelemetry, which sends them in the background. */
import type { Context, Histogram } from '@opentelemetry/api'
import type { MetricReader } from '@opentelemetry/sdk-metrics'
import type { SpanProcessor } from '@opentelemetry/sdk-trace'
import { measurementsOf } from './measurements.ts'
import type { OtelSdk } from './otel-libraries.ts'
import { type HistogramKey, histograms, operations } from './semantic-names.ts'
import type { Span } from './span.ts'

/** The longest a collector is waited for, at every export and at the end: one that does not answer holds nobody up. */
export const patienceMs = 3000

/** Where it all goes. */
export type Outlets = {
  readonly spanProcessors: readonly SpanProcessor[]
  readonly metricReaders: readonly MetricReader[]
}

export type Export = {
  send(span: Span): void
  /** Sends what is left, as far as somebody takes it in time. Never fails. */
  flush(): Promise<void>
  /** The same, and takes no more. */
  close(): Promise<void>
}

export function otelExport(libraries: OtelSdk, outlets: Outlets, version: string): Export {
  const { resources } = libraries
  const own = resources.resourceFromAttributes({ 'service.name': 'gyre', 'service.version': version })
  // What people set in `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` wins.
  const set = resources.detectResources({ detectors: [resources.envDetector] })
  const resource = resources.defaultResource().merge(own).merge(set)
  const scope: Scope = { libraries, resource, version }
  const { spanProcessors, metricReaders } = outlets
  const senders = [
    ...(spanProcessors.length > 0 ? [spanSender(scope, spanProcessors)] : []),
    ...(metricReaders.length > 0 ? [metricSender(scope, metricReaders)] : []),
  ]
  return {
    send: (span) => {
      for (const sender of senders) sender.send(span)
    },
    flush: async () => {
      await withinPatience(Promise.allSettled(senders.map((sender) => sender.flush())))
    },
    close: async () => {
      await withinPatience(Promise.allSettled(senders.map((sender) => sender.close())))
    },
  }
}

type Resource = ReturnType<OtelSdk['resources']['defaultResource']>

type Scope = { readonly libraries: OtelSdk; readonly resource: Resource; readonly version: string }

function spanSender({ libraries, resource, version }: Scope, spanProcessors: Outlets['spanProcessors']): Export {
  const { api, trace } = libraries
  // Ids are those of the span: the tracer asks for them one by one.
  let next = { traceId: '', spanId: '' }
  const provider = new trace.TracerProvider({
    resource,
    // A sampler would see the spans of a session one by one, in processes that know nothing of each other.
    sampler: new trace.AlwaysOnSampler(),
    idGenerator: { generateTraceId: () => next.traceId, generateSpanId: () => next.spanId },
    spanProcessors: [...spanProcessors],
  })
  const tracer = provider.getTracer('gyre', version)
  const contextOf = ({ traceId, parentId }: Span): Context => {
    if (parentId === undefined) return api.ROOT_CONTEXT
    const parent = { traceId, spanId: parentId, traceFlags: api.TraceFlags.SAMPLED }
    return api.trace.setSpanContext(api.ROOT_CONTEXT, parent)
  }
  return {
    send(span) {
      next = span
      const { CLIENT, INTERNAL } = api.SpanKind
      const kind = span.operation === operations.chat || span.operation === operations.embeddings ? CLIENT : INTERNAL
      // A number would be taken for a time of this process when it is from before its start.
      const [startTime, endTime] = [new Date(span.startMs), new Date(span.endMs)]
      const started = tracer.startSpan(
        span.name,
        { kind, startTime, attributes: writable(span.attributes) },
        contextOf(span),
      )
      for (const { name, attributes, atMs } of span.events) started.addEvent(name, writable(attributes), new Date(atMs))
      if (span.error !== undefined) started.setStatus({ code: api.SpanStatusCode.ERROR, message: span.error })
      started.end(endTime)
    },
    flush: () => provider.forceFlush(),
    close: () => provider.shutdown(),
  }
}

function metricSender({ libraries, resource, version }: Scope, metricReaders: Outlets['metricReaders']): Export {
  const { metrics } = libraries
  const provider = new metrics.MeterProvider({ resource, readers: [...metricReaders] })
  const meter = provider.getMeter('gyre', version)
  const instruments = new Map<HistogramKey, Histogram>(
    Object.entries(histograms).map(([key, { name, unit, bounds }]) => [
      key as HistogramKey,
      meter.createHistogram(name, { unit, advice: { explicitBucketBoundaries: [...bounds] } }),
    ]),
  )
  return {
    send(span) {
      for (const { histogram, value, attributes } of measurementsOf(span)) {
        instruments.get(histogram)?.record(value, writable(attributes))
      }
    },
    flush: () => provider.forceFlush(),
    close: () => provider.shutdown(),
  }
}

/** The library's own type of attributes has arrays that can be written to. */
function writable(attributes: Span['attributes']): Record<string, string | number | boolean | string[]> {
  return attributes as Record<string, string | number | boolean | string[]>
}

function withinPatience(work: Promise<unknown>): Promise<unknown> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs, undefined)
    void work.finally(() => {
      clearTimeout(timer)
      resolve(undefined)
    })
  })
}
