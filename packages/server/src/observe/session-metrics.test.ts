import type { SessionEvent } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { readPrometheus } from '../../test/support/prometheus-text.ts'
import { Metrics } from './metrics.ts'
import { sessionMetrics } from './session-metrics.ts'

const at = '2026-01-01T00:00:00.000Z'

function fact(seq: number, type: string, data: object, path?: string): SessionEvent {
  return { v: 1, seq, at, type, session: 'ses_1', ...(path && { path }), data } as SessionEvent
}

const created = fact(1, 'session.created', { loop: 'react', fork: null })

/** What is told after these events, as `name{labels}` to value; a run that begins after the fact `after`. */
function told(events: readonly SessionEvent[], { after = 1, isOver = false } = {}): Record<string, number> {
  const metrics = new Metrics()
  const watch = sessionMetrics(metrics)({ session: 'ses_1', owner: 'local', after })
  for (const event of events) watch.apply(event, !('seq' in event) || event.seq > after)
  if (isOver) watch.over()
  const samples = [...readPrometheus(metrics.text()).values()].flatMap((family) => family.samples)
  return Object.fromEntries(
    samples
      .filter(({ name }) => !name.endsWith('_bucket'))
      .map(({ name, labels, value }) => [[name, ...Object.values(labels)].join(' '), value]),
  )
}

describe('the metrics of sessions', () => {
  it('tell of models, tools, steps and the end', () => {
    const usage = { inputTokens: 10, outputTokens: 5, cachedInputTokens: 4 }
    const retries = [{ model: 'a/b', code: 'model-unavailable' }]
    const events = [
      created,
      fact(2, 'step.finished', { kind: 'generate', model: 'a/b', usage, costUsd: 0.5, retries, ms: 2000 }, 'think#1'),
      fact(
        3,
        'step.finished',
        { kind: 'tool', request: { tool: 'search' }, result: { text: 'x' }, ms: 10 },
        'act#1[0]',
      ),
      fact(
        4,
        'step.finished',
        { kind: 'tool', request: { tool: 'search' }, result: { error: true }, ms: 10 },
        'act#1[1]',
      ),
      fact(5, 'step.failed', { kind: 'generate', model: 'a/b', error: { code: 'model-auth' }, ms: 0 }, 'think#2'),
      fact(6, 'intervention.queued', { action: 'steer' }),
      fact(7, 'intervention.applied', { action: 'steer' }),
      fact(8, 'session.ended', { outcome: 'failed:model-auth' }),
    ]
    expect(told(events, { isOver: true })).toEqual({
      'gyre_sessions_started_total react': 1,
      'gyre_sessions_ended_total react failed:model-auth': 1,
      'gyre_sessions running': 0,
      'gyre_model_calls_total a/b ok': 1,
      'gyre_model_calls_total a/b model-auth': 1,
      'gyre_model_retries_total a/b model-unavailable': 1,
      'gyre_model_tokens_total a/b input': 10,
      'gyre_model_tokens_total a/b output': 5,
      'gyre_model_tokens_total a/b cached': 4,
      'gyre_model_cost_usd_total a/b': 0.5,
      'gyre_tool_calls_total search ok': 1,
      'gyre_tool_calls_total search error': 1,
      'gyre_step_seconds_sum generate': 2,
      'gyre_step_seconds_count generate': 2,
      'gyre_step_seconds_sum tool': 0.02,
      'gyre_step_seconds_count tool': 2,
      'gyre_interventions_total steer applied': 1,
    })
  })

  it('count nothing twice when a session goes on in another run', () => {
    const before = fact(
      2,
      'step.finished',
      { kind: 'tool', request: { tool: 'search' }, result: {}, ms: 10 },
      'act#1[0]',
    )
    const now = fact(3, 'step.finished', { kind: 'tool', request: { tool: 'search' }, result: {}, ms: 20 }, 'act#2[0]')
    expect(told([created, before, now], { after: 2 })).toEqual({
      'gyre_sessions running': 1,
      'gyre_tool_calls_total search ok': 1,
      'gyre_step_seconds_sum tool': 0.02,
      'gyre_step_seconds_count tool': 1,
    })
  })

  it('count a fork as a session that began', () => {
    const forked = fact(1, 'session.created', { loop: 'react', fork: { session: 'ses_0', at: 5, allowOnce: false } })
    expect(told([forked], { after: 5 })['gyre_sessions_started_total react']).toBe(1)
  })

  it('tell who waits, and what models made up under no name of a tool', () => {
    const denied = {
      kind: 'tool',
      request: { tool: 'rm -rf' },
      made: false,
      denied: 'registry',
      result: { error: true },
      ms: 0,
    }
    const waiting = fact(3, 'session.status', { status: 'waiting' })
    expect(told([created, fact(2, 'step.finished', denied, 'act#1[0]'), waiting])).toMatchObject({
      'gyre_sessions running': 0,
      'gyre_sessions waiting': 1,
      'gyre_tool_calls_total unknown not-made': 1,
    })
  })

  it('leave out a step that was not made because the loop came to its end', () => {
    const wrapUp = { kind: 'generate', error: { code: 'wrap-up', outcome: 'limit:calls', account: '' }, ms: 0 }
    expect(told([created, fact(2, 'step.failed', wrapUp, 'think#1')])).toEqual({
      'gyre_sessions_started_total react': 1,
      'gyre_sessions running': 1,
    })
  })
})
