/** A collector on a loopback port: it takes OTLP over HTTP as JSON, and keeps what it was sent. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

type Value = {
  readonly stringValue?: string
  readonly intValue?: number | string
  readonly doubleValue?: number
  readonly boolValue?: boolean
  readonly arrayValue?: { readonly values?: readonly Value[] }
}

type Attribute = { readonly key: string; readonly value: Value }

type SentSpan = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes?: readonly Attribute[]
  readonly events?: readonly { readonly name: string; readonly attributes?: readonly Attribute[] }[]
  readonly status?: { readonly code?: number; readonly message?: string }
}

type SentMetric = {
  readonly name: string
  readonly unit: string
  readonly histogram: {
    readonly dataPoints: readonly {
      readonly count: number
      readonly sum: number
      readonly attributes: readonly Attribute[]
    }[]
  }
}

type Sent = {
  readonly resourceSpans?: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[]
  }[]
  readonly resourceMetrics?: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly SentMetric[] }[]
  }[]
}

export type ReceivedSpan = {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  /** The name of the span above it; undefined for the uppermost. */
  readonly below: string | undefined
  readonly kind: number
  readonly startMs: number
  readonly endMs: number
  readonly attributes: Readonly<Record<string, unknown>>
  readonly events: readonly { readonly name: string; readonly attributes: Readonly<Record<string, unknown>> }[]
  readonly error: string | undefined
}

export type ReceivedMetric = {
  readonly name: string
  readonly count: number
  readonly sum: number
  readonly attributes: Readonly<Record<string, unknown>>
}

const errorStatus = 2

export class OtlpReceiver implements AsyncDisposable {
  readonly #bodies: { readonly path: string; readonly body: Sent }[] = []
  readonly #server = createServer(async (request, response) => {
    this.#bodies.push({ path: request.url ?? '', body: (await json(request)) as Sent })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })

  static async listen(): Promise<OtlpReceiver> {
    const receiver = new OtlpReceiver()
    await new Promise<void>((resolve) => {
      receiver.#server.listen(0, '127.0.0.1', resolve)
    })
    return receiver
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** All that was sent, as one text. */
  get text(): string {
    return JSON.stringify(this.#bodies)
  }

  get paths(): readonly string[] {
    return [...new Set(this.#bodies.map(({ path }) => path))].toSorted()
  }

  get service(): unknown {
    const [first] = this.#bodies.flatMap(({ body }) => body.resourceSpans ?? [])
    return valuesOf(first?.resource.attributes)['service.name']
  }

  get spans(): readonly ReceivedSpan[] {
    const sent = this.#bodies
      .flatMap(({ body }) => body.resourceSpans ?? [])
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    const names = new Map(sent.map(({ spanId, name }) => [spanId, name]))
    const nameOf = (id: string | undefined) => (id ? (names.get(id) ?? 'a span that was never sent') : undefined)
    return sent.map((span) => ({
      name: span.name,
      traceId: span.traceId,
      spanId: span.spanId,
      below: nameOf(span.parentSpanId),
      kind: span.kind,
      startMs: Number(BigInt(span.startTimeUnixNano) / 1_000_000n),
      endMs: Number(BigInt(span.endTimeUnixNano) / 1_000_000n),
      attributes: valuesOf(span.attributes),
      events: (span.events ?? []).map(({ name, attributes }) => ({ name, attributes: valuesOf(attributes) })),
      error: span.status?.code === errorStatus ? span.status.message : undefined,
    }))
  }

  get metrics(): readonly ReceivedMetric[] {
    return this.#bodies
      .flatMap(({ body }) => body.resourceMetrics ?? [])
      .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics))
      .flatMap(({ name, histogram }) =>
        histogram.dataPoints.map(({ count, sum, attributes }) => ({
          name,
          count,
          sum,
          attributes: valuesOf(attributes),
        })),
      )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

function valuesOf(attributes: readonly Attribute[] = []): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, plainValue(value)]))
}

function plainValue({ stringValue, intValue, doubleValue, boolValue, arrayValue }: Value): unknown {
  if (arrayValue) return (arrayValue.values ?? []).map(plainValue)
  return stringValue ?? doubleValue ?? boolValue ?? Number(intValue)
}
