/** Results of the lab and of evals over the native API. */
import { modelOf, says } from '@gyre/core/testing'
import { afterEach, describe, expect, it } from 'vitest'
import type { KeptResult } from '../src/place.ts'
import { type TestServer, testServer } from './support/test-server.ts'

let server: TestServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

const row = {
  ...{ loop: 'cot', claim: '(1 - p)^k, k = 6', kind: 'equals', arm: 'cot', n: 2000, measured: 0.7455 },
  ...{ interval: { low: 0.726, high: 0.764 }, expected: 0.7351, sigma: 0.0099, z: 1.1, calls: 1, verdict: 'holds' },
}
const total = { pass: true, claims: 1, failed: 0, undecided: 0, chiSquared: 1.21, cells: 1, limit: 10.8 }
const lab = (title: string, at: string, seed = 1): KeptResult => ({
  ...{ kind: 'lab', title, at, report: { notice: 'Mind.', n: 2000, seed, rows: [row], total } },
})
const amounts = { modelCalls: 2, toolCalls: 0, tokens: 40, costUsd: null }
const arm = {
  ...{ name: 'direct', loop: 'direct', persona: null, model: 'test/a', count: 2, right: 1, accuracy: 0.5 },
  ...{ interval: { low: 0.1, high: 0.9 }, unjudged: 0, outcomes: { answered: 2 } },
  ...{ total: amounts, mean: amounts, medianMs: 12 },
}
const scored: KeptResult = {
  kind: 'eval',
  title: 'tasks.jsonl',
  at: '2026-01-03T00:00:00.000Z',
  report: { title: 'tasks.jsonl', isWhole: true, sessions: { ended: 2, open: 0 }, arms: [arm], pairs: [] },
}

async function resultsOf(kept: readonly KeptResult[]): Promise<readonly KeptResult[]> {
  server = await testServer({ model: modelOf(() => says('Hello.')), desks: { results: { list: async () => kept } } })
  const response = await server.request('/api/v1/lab/results')
  expect(response.status).toBe(200)
  return ((await response.json()) as { readonly results: readonly KeptResult[] }).results
}

describe('results over the API', () => {
  it('are none where nothing was measured', async () => {
    expect(await resultsOf([])).toEqual([])
  })

  it('are the newest of each suite and data set, newest first', async () => {
    const [older, newer] = [lab('loops', '2026-01-01T00:00:00.000Z'), lab('loops', '2026-01-02T00:00:00.000Z', 2)]
    const beyond = lab('beyond the papers', '2026-01-01T12:00:00.000Z')
    expect(await resultsOf([older, newer, scored, beyond])).toEqual([scored, newer, beyond])
  })

  it('leave out what cannot be read', async () => {
    const strange: KeptResult = { ...scored, report: { arms: 'many' } }
    expect(await resultsOf([strange, lab('loops', '2026-01-01T00:00:00.000Z')])).toHaveLength(1)
  })
})
