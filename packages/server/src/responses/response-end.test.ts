import type { Outcome, Question } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { endOf } from './response-end.ts'

const ref = { session: 'ses_7', after: 3 }

function endWith(outcome: Outcome, text = 'It is 42.') {
  const usage = { modelCalls: 1, toolCalls: 0, inputTokens: 10, outputTokens: 5, costUsd: null, activeMs: 1 }
  const kinds = { cachedTokens: 0, reasoningTokens: 0 }
  const ending = {
    outcome,
    answer: text,
    text,
    gap: null,
    details: null,
    status: 'completed',
    usage,
    error: null,
    ...kinds,
  }
  return endOf(ref, { seq: 9, ending: ending as never, questions: [] }, [])
}

function waitingFor(...questions: readonly Question[]) {
  return endOf(ref, { seq: 9, ending: undefined, questions }, [])
}

const call: Question = { path: 'act#1', kind: 'tool', question: 'The client runs it.' }
const approval: Question = { path: 'act#2', kind: 'approval', question: 'May `mail` run?' }

describe('how a response ends', () => {
  it.each([
    ['answered', 'completed', null],
    ['gap_open', 'completed', null],
    ['limit:tokens', 'incomplete', { reason: 'max_output_tokens' }],
    ['blocked', 'incomplete', { reason: 'content_filter' }],
    ['stuck:no-progress', 'completed', null],
    ['aborted', 'cancelled', null],
    ['failed:model-failed', 'failed', null],
  ] as const)('of a session that ended as %s is %s', (outcome, status, details) => {
    expect(endWith(outcome)).toMatchObject({ status, incomplete_details: details, gyre: { outcome } })
  })

  it('names what failed', () => {
    expect(endWith('failed:model-failed').error).toMatchObject({ code: 'provider_error', type: 'server_error' })
    expect(endWith('stuck:no-progress', '').error).toMatchObject({ code: 'output_invalid' })
  })

  it('asks a person in words, and a client by its calls', () => {
    expect(waitingFor(approval)).toMatchObject({
      status: 'completed',
      question: expect.stringContaining('May `mail` run?'),
      gyre: { status: 'waiting', question: { path: 'act#2', kind: 'approval' } },
    })
    expect(waitingFor(call, approval)).toMatchObject({ status: 'completed', question: '', gyre: { status: 'waiting' } })
  })

  it('counts what it used itself', () => {
    const row = (seq: number) => ({
      seq,
      at: 0,
      type: 'step.finished' as const,
      path: `think#${seq}`,
      kind: 'generate',
      request: null,
      result: null,
      data: JSON.stringify({ model: 'a/b', usage: { inputTokens: 10 ** seq, outputTokens: 1, cachedInputTokens: 2 } }),
      chain: '',
      key: '',
    })
    const { usage } = endOf(ref, { seq: 5, ending: undefined, questions: [call] }, [3, 4, 5, 6].map(row))
    expect(usage).toMatchObject({
      input_tokens: 110_000,
      input_tokens_details: { cached_tokens: 4 },
      output_tokens: 2,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 110_002,
    })
  })
})
