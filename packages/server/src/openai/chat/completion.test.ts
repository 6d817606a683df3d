import { GyreError } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { completion, gather } from './completion.ts'
import type { Piece } from './piece.ts'

async function* told(...pieces: readonly Piece[]) {
  yield* pieces
}

const finish: Piece = { type: 'finish', reason: 'stop', standing: { session: 'ses_1', status: 'completed' } }

const usage = {
  prompt_tokens: 0,
  completion_tokens: 0,
  total_tokens: 0,
  prompt_tokens_details: { cached_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0 },
  gyre: { calls: 0, steps: 0, cost_usd: 0, by_model: [] },
}

describe('an answer in one piece', () => {
  it('is all pieces, each kind joined', async () => {
    const gathered = await gather(
      told(
        { type: 'reasoning', text: 'Six ' },
        { type: 'content', text: 'It is ' },
        { type: 'reasoning', text: 'sevens.' },
        { type: 'content', text: '42.' },
        finish,
      ),
    )
    expect(gathered).toMatchObject({ content: 'It is 42.', reasoning: 'Six sevens.', calls: [], reason: 'stop' })
  })

  it('is the corrected one', async () => {
    const gathered = await gather(
      told({ type: 'content', text: 'It is 4' }, { type: 'correction', text: '42.' }, finish),
    )
    expect(gathered?.content).toBe('42.')
  })

  it('throws what the session failed with', async () => {
    const error = new GyreError('model-failed', 'Out of order.')
    await expect(gather(told({ type: 'content', text: 'It' }, { type: 'failure', error }))).rejects.toBe(error)
  })

  it('is none when it was cut off', async () => {
    expect(await gather(told({ type: 'content', text: 'It' }))).toBeUndefined()
  })

  it('has no content beside calls, and no reasoning where there was none', async () => {
    const call: Piece = { type: 'call', index: 0, id: 'call_1', tool: 'weather', input: '{}' }
    const gathered = await gather(told(call, { ...finish, reason: 'tool_calls' }))
    const body = gathered && completion({ id: 'chatcmpl-ses_1', created: 7, model: 'react' }, gathered, usage)
    expect(body?.choices).toEqual([
      {
        index: 0,
        message: {
          role: 'assistant',
          content: null,
          refusal: null,
          tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{}' } }],
        },
        logprobs: null,
        finish_reason: 'tool_calls',
      },
    ])
  })
})
