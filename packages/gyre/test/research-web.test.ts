import { hashedEmbedder } from '@gyre/knowledge/lexical'
import { competence } from '@gyre/lab'
import { inventionRates, runWeb, unlistedIn, type WebRunOptions } from '@gyre/lab/web'
import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'

const research = (options: WebRunOptions) => runWeb({ store: memoryStore, embedder: hashedEmbedder() }, options)

describe('research over a synthetic web', () => {
  it('finds most of what there is, cites nothing that is not there, and comes out the same again', async () => {
    const [once, again] = await Promise.all([research({ world: { seed: 1 } }), research({ world: { seed: 1 } })])
    expect(once.outcome).toBe('answered')
    expect(once.details.ledger.map(({ title }) => title)).toContain(once.world.hidden)
    expect(once.verdict.evidence.all).toBeGreaterThan(0.6)
    expect(once.verdict.report.all).toBeGreaterThan(0.6)
    expect(once.verdict).toMatchObject({ invalidCitations: [], unmarked: [], falseMarks: [] })
    expect(again.answer).toBe(once.answer)
  })

  it('lets no citation, number or quotation pass that its author made up, and lists what it found', async () => {
    const rates = competence({ ...inventionRates, unsupported: 0, mend: 0 })
    const { drafts, details, verdict } = await research({ world: { seed: 2 }, competence: rates })
    const first = drafts.filter(({ faults }) => faults === undefined)
    const made = new Set(first.flatMap(({ inventions }) => inventions.map(({ kind }) => kind)))
    expect(made).toEqual(new Set(['citation', 'number', 'quote']))
    expect(verdict).toMatchObject({ unmarked: [], invalidCitations: [] })
    expect(verdict.marked.length).toBeGreaterThan(0)
    expect(unlistedIn(drafts, details, verdict)).toEqual([])
  })

  it('ends soon where all pages say the same', async () => {
    const { details } = await research({
      world: { seed: 1, hasNovelty: false, hasHazards: false },
      config: { maxCycles: 12 },
    })
    expect(details.history.length).toBeLessThanOrEqual(4)
  })

  it('writes its report from what it has when its tokens end, and rejects when it is stopped', async () => {
    const { outcome, details, tokens } = await research({ world: { seed: 3 }, budget: { tokens: 8_000 } })
    expect(outcome).toBe('limit:tokens')
    expect(details.sections.length).toBeGreaterThan(0)
    expect(tokens).toBeLessThanOrEqual(8_000)
    await expect(research({ world: { seed: 3 }, signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
      'enough',
    )
  })
})
