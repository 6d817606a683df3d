/** A span as plain data: what becomes of it is the exporter's matter. */
import { createHash } from 'node:crypto'
import type { Operation } from './semantic-names.ts'

export type Attributes = Readonly<Record<string, string | number | boolean | readonly string[]>>

export type SpanEvent = { readonly name: string; readonly atMs: number; readonly attributes: Attributes }

export type Span = {
  readonly operation: Operation
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  /** Undefined for the one of the session itself. */
  readonly parentId: string | undefined
  readonly startMs: number
  readonly endMs: number
  readonly attributes: Attributes
  readonly events: readonly SpanEvent[]
  /** Why it failed; undefined when it did not. */
  readonly error: string | undefined
}

const traceIdLength = 32
const spanIdLength = 16

/** The same in every process: a session that goes on elsewhere goes on with its trace. */
export function traceIdOf(session: string): string {
  return hashed(`trace ${session}`, traceIdLength)
}

/** The span of a step by its path; that of the session itself has the path ''. */
export function spanIdOf(session: string, path: string): string {
  return hashed(`span ${session} ${path}`, spanIdLength)
}

function hashed(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length)
}

/** Attributes without those that are not there. */
export function present(attributes: Readonly<Record<string, Attributes[string] | null | undefined>>): Attributes {
  const there = Object.entries(attributes).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(there) as Attributes
}
