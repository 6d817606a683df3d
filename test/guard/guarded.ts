/** What tests of the guard share: tools, calls and what surrounds them. */
import { createHash } from 'node:crypto'
import {
  type AdmissionFacts,
  type AuditKey,
  defineTool,
  type Json,
  type KeyRing,
  type KeyValue,
  type Tool,
  type ToolCall,
  type ToolContext,
} from '@gyre/core'
import { z } from 'zod'

/** A trusted tool `add` that takes a number `a` and has no effects, unless it is told otherwise. */
export function toolOf(run: Tool['run'] = () => 'done', more: Partial<Tool> = {}): Tool {
  const input = z.object({ a: z.number() }) as z.ZodType<unknown>
  const tool = defineTool({ name: 'add', description: 'Adds.', input, effect: 'pure', trusted: true, run })
  return { ...tool, ...more }
}

export function callOf(tool: string, input: Json = { a: 1 }): ToolCall {
  return { type: 'tool-call', id: '1', tool, input }
}

export function factsOf(tools: readonly Tool[], more: Partial<AdmissionFacts> = {}): AdmissionFacts {
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  return { session: 'ses_1', tools: byName, approved: new Set(), token: undefined, ...more }
}

export function contextOf(more: Partial<ToolContext> = {}): ToolContext {
  return {
    signal: new AbortController().signal,
    session: 'ses_1',
    owner: 'local',
    path: 'act#1[0]',
    idempotencyKey: 'ses_1/act#1[0]',
    now: () => 0,
    tools: [],
    generate: () => Promise.reject(new Error('no model')),
    callTools: () => Promise.reject(new Error('no tools')),
    ask: () => Promise.reject(new Error('nobody')),
    progress: () => {},
    limitedTo: () => contextOf(more),
    ...more,
  }
}

export function keyOf(name: string): AuditKey {
  return { id: name, secret: createHash('sha256').update(name).digest() }
}

/** A ring whose last key signs. Keys can be put on it and taken off. */
export function ringOf(...names: readonly string[]): KeyRing & { keys: AuditKey[] } {
  const keys = names.map(keyOf)
  return {
    keys,
    get current() {
      const last = this.keys.at(-1)
      if (!last) throw new Error('The ring has no key.')
      return last
    },
    find(id) {
      return this.keys.find((key) => key.id === id)
    },
  }
}

/** A table that cannot be reached. */
export const brokenTable: KeyValue = {
  get: () => Promise.reject(new Error('no connection')),
  set: () => Promise.reject(new Error('no connection')),
  increment: () => Promise.reject(new Error('no connection')),
  delete: () => Promise.reject(new Error('no connection')),
}
