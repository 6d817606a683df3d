import type { SessionEvent } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { SessionTracer } from './session-tracer.ts'
import { type Span, spanIdOf, traceIdOf } from './span.ts'

const began = Date.parse('2026-01-01T00:00:00.000Z')

const definition = {
  v: 1,
  loop: 'react',
  models: { author: 'openai/gpt-5', planner: 'openai/gpt-5', judge: 'openai/gpt-5', utility: 'openai/gpt-5' },
  thread: 'thr_1',
  persona: { name: 'clerk', version: 3, arm: 'v3' },
  by: 'key:laptop',
  fork: null,
}

/** A session told event by event; `at` is in milliseconds after its beginning. */
class Told {
  readonly #tracer = new SessionTracer('ses_1')
  readonly spans: Span[] = []
  #seq = 0

  fact(at: number, type: string, data: object, path?: string): this {
    this.#seq += 1
    return this.#apply({ v: 1, seq: this.#seq, type, session: 'ses_1', ...this.#rest(at, data), ...(path && { path }) })
  }

  delta(at: number, type: string, path: string, data: object = {}): this {
    return this.#apply({ v: 1, type, session: 'ses_1', path, ...this.#rest(at, data) })
  }

  #rest(at: number, data: object) {
    return { at: new Date(began + at).toISOString(), data }
  }

  #apply(event: object): this {
    this.spans.push(...this.#tracer.apply(event as SessionEvent))
    return this
  }

  get tree(): Record<string, string> {
    const names = new Map(this.spans.map(({ spanId, name }) => [spanId, name]))
    return Object.fromEntries(this.spans.map(({ name, parentId = '' }) => [name, names.get(parentId) ?? '']))
  }

  named(name: string): Span | undefined {
    return this.spans.find((span) => span.name === name)
  }
}

const session = () => new Told().fact(0, 'session.created', definition)

const chat = { kind: 'generate', model: 'openai/gpt-5', usage: { inputTokens: 3, outputTokens: 2 }, costUsd: 0.5 }
const tool = (name: string) => ({ kind: 'tool', request: { tool: name, id: 'call_1' }, result: { text: 'x' } })
const answered = { outcome: 'answered', status: 'completed', active: 40, error: null }

describe('the trace of a session', () => {
  it('has ids that come from the session and the path alone', () => {
    expect(traceIdOf('ses_1')).toMatch(/^[0-9a-f]{32}$/)
    expect(spanIdOf('ses_1', 'think#1')).toMatch(/^[0-9a-f]{16}$/)
    const told = session()
      .fact(50, 'step.finished', { ...chat, ms: 20 }, 'think#1')
      .fact(60, 'session.ended', answered)
    expect(told.spans.map(({ traceId, spanId }) => [traceId, spanId])).toEqual([
      [traceIdOf('ses_1'), spanIdOf('ses_1', 'think#1')],
      [traceIdOf('ses_1'), spanIdOf('ses_1', '')],
    ])
  })

  it('takes the times of a step from its fact, and those of the session from its first and its last', () => {
    const told = session()
      .fact(50, 'step.finished', { ...chat, ms: 20 }, 'think#1')
      .fact(60, 'session.ended', answered)
    expect(told.spans.map(({ startMs, endMs }) => [startMs - began, endMs - began])).toEqual([
      [30, 50],
      [0, 60],
    ])
  })

  it('tells of the session what it was begun with and what it came to', () => {
    const told = session()
      .fact(50, 'step.finished', { ...chat, ms: 20 }, 'think#1')
      .fact(60, 'session.ended', answered)
    expect(told.named('invoke_agent react')?.attributes).toEqual({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'react',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-5',
      'gen_ai.conversation.id': 'thr_1',
      'gen_ai.usage.input_tokens': 3,
      'gen_ai.usage.output_tokens': 2,
      'session.id': 'ses_1',
      'gyre.loop': 'react',
      'gyre.persona': 'clerk',
      'gyre.persona.version': 3,
      'gyre.by': 'key:laptop',
      'gyre.outcome': 'answered',
      'gyre.cost_usd': 0.5,
      'gyre.active_ms': 40,
    })
  })

  it('tells of a call what was asked for and who answered', () => {
    const request = {
      role: 'judge',
      temperature: 0,
      maxOutputTokens: 9,
      seed: 7,
      stop: ['END'],
      output: { name: 'verdict' },
    }
    const usage = { inputTokens: 3, outputTokens: 2, cachedInputTokens: 1, cacheWriteTokens: 1, reasoningTokens: 1 }
    const retries = [{ model: 'google/flash', code: 'model-unavailable', waitMs: 500 }]
    const data = { ...chat, request, usage, retries, model: 'mistral/small', result: { finish: 'length' }, ms: 20 }
    const told = session()
      .delta(30, 'step.started', 'judge#1', { kind: 'generate' })
      .delta(32, 'text.delta', 'judge#1')
      .delta(35, 'step.started', 'judge#1', { kind: 'generate', attempt: 2 })
      .delta(40, 'text.delta', 'judge#1')
      .delta(45, 'text.delta', 'judge#1')
      .fact(50, 'step.finished', data, 'judge#1')
    expect(told.named('chat flash')?.attributes).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'gcp.gemini',
      'gen_ai.request.model': 'flash',
      'gen_ai.response.model': 'small',
      'gen_ai.request.temperature': 0,
      'gen_ai.request.max_tokens': 9,
      'gen_ai.request.seed': 7,
      'gen_ai.request.stop_sequences': ['END'],
      'gen_ai.request.stream': true,
      'gen_ai.output.type': 'json',
      'gen_ai.response.finish_reasons': ['length'],
      'gen_ai.response.time_to_first_chunk': 0.01,
      'gen_ai.usage.input_tokens': 3,
      'gen_ai.usage.output_tokens': 2,
      'gen_ai.usage.cache_read.input_tokens': 1,
      'gen_ai.usage.cache_creation.input_tokens': 1,
      'gen_ai.usage.reasoning.output_tokens': 1,
      'gen_ai.conversation.id': 'thr_1',
      'session.id': 'ses_1',
      'gyre.cost_usd': 0.5,
      'gyre.role': 'judge',
      'gyre.step.path': 'judge#1',
    })
    expect(told.named('chat flash')?.events).toEqual([
      {
        name: 'gyre.retry',
        atMs: began + 35,
        attributes: {
          'error.type': 'model-unavailable',
          'gyre.retry.model': 'google/flash',
          'gyre.retry.wait_ms': 500,
        },
      },
    ])
  })

  it('puts what a tool asks for below the tool, and what a branch does below its loop', () => {
    const told = session()
      .delta(10, 'step.started', 'act#1[0]', { kind: 'tool' })
      .fact(20, 'step.finished', { ...chat, ms: 5 }, 'act#1[0]/generate#1')
      .fact(30, 'step.finished', { ...tool('summary'), ms: 20 }, 'act#1[0]')
      .fact(40, 'step.finished', { kind: 'embed', embedder: 'openai/small', ms: 5 }, 'map#1[2]/embed#1')
      .fact(50, 'step.finished', { kind: 'recall', ms: 5 }, 'recall#1')
      .fact(60, 'session.ended', answered)
    expect(told.tree).toEqual({
      'chat gpt-5': 'execute_tool summary',
      'execute_tool summary': 'invoke_agent react',
      'embeddings small': 'invoke_agent react',
      search_memory: 'invoke_agent react',
      'invoke_agent react': '',
    })
  })

  it('begins a loop inside a loop with the first of its steps, in whichever process that was', () => {
    const loop = { kind: 'loop', request: { loop: 'cot' }, result: { outcome: 'answered' }, ms: 10 }
    const told = session()
      .fact(20, 'step.finished', { ...chat, ms: 5 }, 'step#1/cot/think#1')
      .fact(90, 'step.finished', { ...chat, ms: 5 }, 'step#1/cot/think#2')
      .fact(95, 'step.finished', loop, 'step#1')
    const agent = told.named('invoke_agent cot')
    expect([agent?.startMs, agent?.endMs]).toEqual([began + 15, began + 95])
    expect(agent?.attributes).toMatchObject({ 'gen_ai.usage.input_tokens': 6, 'gen_ai.usage.output_tokens': 4 })
  })

  it('ends a loop that was cut short with the last of its steps', () => {
    const told = session()
      .fact(20, 'step.finished', { ...chat, ms: 5 }, 'step#1/cot/think#1')
      .fact(90, 'session.ended', { ...answered, outcome: 'limit:calls' })
    const agent = told.named('invoke_agent cot')
    expect([agent?.startMs, agent?.endMs, agent?.parentId]).toEqual([began + 15, began + 20, spanIdOf('ses_1', '')])
  })

  it('leaves out a call that was not made, and keeps one that was cut short and paid for', () => {
    const wrapUp = { kind: 'generate', error: { code: 'wrap-up', outcome: 'limit:calls' }, ms: 0 }
    const cut = { ...chat, error: { code: 'cut', outcome: 'limit:time' }, ms: 5 }
    const told = session().fact(20, 'step.failed', wrapUp, 'think#1').fact(30, 'step.failed', cut, 'think#2')
    expect(told.spans.map(({ attributes, error }) => [attributes['gyre.step.path'], error])).toEqual([
      ['think#2', undefined],
    ])
  })

  it('tells a tool that failed, and one that was not run', () => {
    const denied = {
      ...tool('delete'),
      result: { text: 'Not run.', error: true },
      made: false,
      denied: 'policy',
      ms: 0,
    }
    const told = session().fact(20, 'step.finished', denied, 'act#1[0]')
    expect(told.spans[0]).toMatchObject({
      name: 'execute_tool delete',
      error: 'tool_error',
      attributes: { 'gyre.tool.made': false, 'error.type': 'tool_error', 'gen_ai.tool.call.id': 'call_1' },
    })
  })

  it('tells what people did as events of the session', () => {
    const told = session()
      .fact(10, 'intervention.queued', { id: 'int_1', action: 'steer' })
      .fact(20, 'intervention.applied', { id: 'int_1', action: 'steer' })
      .fact(60, 'session.ended', { ...answered, outcome: 'failed:model-auth' })
    const root = told.named('invoke_agent react')
    expect(root?.error).toBe('model-auth')
    expect(root?.events.map(({ atMs, attributes }) => [atMs - began, attributes])).toEqual([
      [
        10,
        { 'gyre.intervention.id': 'int_1', 'gyre.intervention.action': 'steer', 'gyre.intervention.state': 'queued' },
      ],
      [
        20,
        { 'gyre.intervention.id': 'int_1', 'gyre.intervention.action': 'steer', 'gyre.intervention.state': 'applied' },
      ],
    ])
  })
})
