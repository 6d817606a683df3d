import { competence } from '@gyre/lab'
import { describe, expect, it } from 'vitest'
import { runWeb8 } from './web8.ts'

const inventive = { inventCitation: 0.2, inventNumber: 0.2, inventQuote: 0.2 }

describe('research over a synthetic web', () => {
  it('finds most of what there is, cites nothing that is not there, and comes out the same again', async () => {
    const [once, again] = [await runWeb8({ world: { seed: 1 } }), await runWeb8({ world: { seed: 1 } })]
    expect(once.outcome).toBe('answered')
    expect(once.verdict.evidence.asked).toBeGreaterThan(0.6)
    expect(once.verdict.report.asked).toBeGreaterThan(0.6)
    expect(once.verdict.invalidCitations).toEqual([])
    expect(once.verdict.unmarked).toEqual([])
    expect(once.verdict.falseMarks).toEqual([])
    expect(again.answer).toBe(once.answer)
  })

  it('lets no citation, number or quotation pass that its author made up', async () => {
    const { drafts, verdict } = await runWeb8({
      world: { seed: 2 },
      competence: competence({ ...inventive, mend: 0 }),
    })
    const first = drafts.filter(({ faults }) => faults === undefined)
    const made = new Set(first.flatMap(({ inventions }) => inventions.map(({ kind }) => kind)))
    expect(made).toEqual(new Set(['citation', 'number', 'quote']))
    expect(verdict.unmarked.filter(({ kind }) => kind !== 'claim')).toEqual([])
    expect(verdict.invalidCitations).toEqual([])
  })

  it('ends soon where all pages say the same', async () => {
    const { details } = await runWeb8({ world: { seed: 1, hasNovelty: false, hasHazards: false } })
    expect(details.history.length).toBeLessThanOrEqual(4)
  })
})
