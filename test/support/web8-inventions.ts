/** Reports of an author who invents, over many synthetic webs: what must be so of every one. */
import { hashedEmbedder } from '@gyre/knowledge/lexical'
import { memoryStore } from '@gyre/stores'
import { beforeAll, describe, expect, it } from 'vitest'
import { webArms } from '../../packages/lab/src/suite/research-arms.ts'
import { measureWebs } from '../../packages/lab/src/web/lab/measure-webs.ts'
import type { WebResult } from '../../packages/lab/src/web/lab/web-arm.ts'
import { claimSummary } from '../../packages/lab/src/web/lab/web-report.ts'

/** What is invented is invented in the writing: two rounds find enough to write about. */
const inventive = webArms
  .filter(({ name }) => name === 'an author who invents')
  .map((arm) => ({ ...arm, config: { ...arm.config, maxCycles: 2 } }))

/** The webs of these seeds, both included. */
export function describeInventions(from: number, to: number): void {
  describe(`reports over the webs ${from} to ${to}`, () => {
    let results: readonly WebResult[] = []
    beforeAll(async () => {
      const equipment = { store: memoryStore, embedder: hashedEmbedder() }
      const measured = await measureWebs(inventive, { ...equipment, firstSeed: from, n: to - from + 1 })
      results = measured.get('an author who invents') ?? []
    }, 600_000)

    /** The seeds of webs of which it is so. */
    const seedsOf = (isSo: (result: WebResult) => boolean) =>
      results.flatMap((result, at) => (isSo(result) ? [from + at] : []))
    const sum = (of: (result: WebResult) => number) => results.reduce((total, result) => total + of(result), 0)

    it('are written by an author who invents in every one of them', () => {
      expect(results).toHaveLength(to - from + 1)
      expect(seedsOf(({ made }) => made.citation + made.number + made.quote === 0)).toEqual([])
    })

    it('have no citation that is none', () => {
      expect(seedsOf(({ invalidCitations, survived }) => invalidCitations + survived.citation > 0)).toEqual([])
    })

    it('have no number and no quotation that was made up, but for those that are marked', () => {
      expect(seedsOf(({ survived }) => survived.number + survived.quote > 0)).toEqual([])
      expect(sum(({ marked }) => marked.number + marked.quote)).toBeGreaterThan(0)
    })

    it('list all that was taken out or marked', () => {
      expect(seedsOf(({ unlisted }) => unlisted > 0)).toEqual([])
    })

    it('mark most other sentences that no passage says, and few that one does', () => {
      const { recall, precision } = claimSummary(results)
      expect(recall).toBeGreaterThan(0.75)
      expect(precision).toBeGreaterThan(0.95)
    })
  })
}
