import type { JournalRow } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { usageOfRows } from './usage.ts'

const row = (seq: number, kind: string, data: object, type: JournalRow['type'] = 'step.finished'): JournalRow => ({
  seq,
  at: 0,
  type,
  path: `step#${seq}`,
  kind,
  request: null,
  result: null,
  data: JSON.stringify(data),
  chain: '',
  key: '',
})

describe('the usage of a request', () => {
  it('is the sum over all calls, by model', () => {
    const rows = [
      row(1, 'generate', {
        model: 'a/big',
        usage: { inputTokens: 100, outputTokens: 20, cachedInputTokens: 40 },
        costUsd: 2,
      }),
      row(2, 'tool', { tool: 'look' }),
      row(
        3,
        'generate',
        { model: 'a/small', usage: { inputTokens: 10, outputTokens: 5, reasoningTokens: 3 }, costUsd: 1 },
        'step.failed',
      ),
      row(4, 'generate', { model: 'a/big', usage: { inputTokens: 1, outputTokens: 2 }, costUsd: 0.5 }),
    ]
    expect(usageOfRows(rows)).toEqual({
      prompt_tokens: 111,
      completion_tokens: 27,
      total_tokens: 138,
      prompt_tokens_details: { cached_tokens: 40 },
      completion_tokens_details: { reasoning_tokens: 3 },
      gyre: {
        calls: 3,
        steps: 4,
        cost_usd: 3.5,
        by_model: [
          { model: 'a/big', calls: 2, prompt_tokens: 101, completion_tokens: 22, cost_usd: 2.5 },
          { model: 'a/small', calls: 1, prompt_tokens: 10, completion_tokens: 5, cost_usd: 1 },
        ],
      },
    })
  })

  it('has no cost when the price of one model is not known', () => {
    const usage = { inputTokens: 1, outputTokens: 1 }
    const rows = [
      row(1, 'generate', { model: 'a/known', usage, costUsd: 1 }),
      row(2, 'generate', { model: 'a/unknown', usage, costUsd: null }),
    ]
    const { gyre } = usageOfRows(rows)
    expect(gyre.cost_usd).toBeNull()
    expect(gyre.by_model.map(({ cost_usd }) => cost_usd)).toEqual([1, null])
  })

  it('is nothing when nothing was called', () => {
    expect(usageOfRows([])).toMatchObject({ total_tokens: 0, gyre: { calls: 0, steps: 0, cost_usd: 0, by_model: [] } })
  })
})
