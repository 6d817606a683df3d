/** A session as the page knows it, made of facts and deltas that a test writes out. */
import type { JsonObject } from '@gyre/core'
import type { SessionEvent } from '@gyre/core/view'
import { SessionLog } from '../../src/session/session-log.ts'

/** A fact when it has a type of one: its number is its place. */
export type Told = { readonly type: string; readonly path?: string; readonly data?: JsonObject; readonly at?: string }

const deltas: ReadonlySet<string> = new Set(['step.started', 'text.delta', 'reasoning.delta', 'tool.progress'])

export const toldAt = '2026-11-16T17:00:00.000Z'

export function toldSession(...all: readonly Told[]): SessionLog {
  const log = new SessionLog('ses_1')
  let seq = 0
  for (const { data = {}, ...told } of all) {
    const isDelta = deltas.has(told.type)
    if (!isDelta) seq += 1
    log.apply({ v: 1, at: toldAt, session: 'ses_1', data, ...(!isDelta && { seq }), ...told } as SessionEvent)
  }
  return log
}

export const created = (more: JsonObject = {}): Told => ({
  type: 'session.created',
  data: { loop: 'reason', budget: { onExhausted: 'wrap-up' }, models: { author: 'demo/slow' }, ...more },
})

export const modelCall = (path: string, tokens: number, costUsd: number | null = null): Told => ({
  type: 'step.finished',
  path,
  data: {
    kind: 'generate',
    request: {},
    result: { parts: [] },
    usage: { inputTokens: tokens, outputTokens: 0 },
    ...(costUsd !== null && { costUsd }),
  },
})

export const plan = (...steps: readonly JsonObject[]): Told => ({
  type: 'plan.changed',
  path: 'publish#1',
  data: { kind: 'plan', request: { steps: [...steps] }, result: [...steps] },
})

export const ended = (more: JsonObject = {}): Told => ({
  type: 'session.ended',
  data: { outcome: 'answered', status: 'completed', answer: 'It is so.', ...more },
})

export const begun = (path: string, kind: string, more: JsonObject = {}): Told => ({
  type: 'step.started',
  path,
  data: { kind, ...more },
})
