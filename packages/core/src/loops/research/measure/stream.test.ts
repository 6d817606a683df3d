/** The formulas together, on streams of chunks as cycles find them. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accept, type Candidate } from './acceptance.ts'
import { type Aspect, withSeen } from './aspects.ts'
import { topicCoverage } from './coverage.ts'
import { gainOf } from './gain.ts'
import { unseenMass } from './missing-mass.ts'
import { relevance } from './relevance.ts'
import { type StopReason, type StopSettings, stopReason } from './stop-rule.ts'
import { dot, unit } from './vectors.ts'

type Chunk = { readonly id: string; readonly host: string; readonly vector: Float32Array }

const dimensions = 4
const tau = 0.2
const kappa = 1.5
const rule = { leastNovelty: 0.1, mostPerTopic: 5 }
const vector = fc
  .array(fc.integer({ min: 1, max: 9 }), { minLength: dimensions, maxLength: dimensions })
  .map((values) => unit(Float32Array.from(values)))
const outlines = fc.array(vector, { minLength: 1, maxLength: 4 })
const batches = fc
  .array(fc.record({ vector, host: fc.constantFrom('a.org', 'b.org', 'c.org') }), { maxLength: 8 })
  .map((all): readonly Chunk[] => all.map((each, index) => ({ id: `c${index}`, ...each })))

const relevanceOf = (topic: Float32Array, chunk: Chunk) => relevance(dot(topic, chunk.vector), tau)

const coverageOf = (outline: readonly Float32Array[], chunks: readonly Chunk[]) =>
  outline.map((topic) =>
    topicCoverage(
      chunks.map((chunk) => ({ id: chunk.id, host: chunk.host, relevance: relevanceOf(topic, chunk) })),
      kappa,
    ),
  )

function acceptedOf(outline: readonly Float32Array[], batch: readonly Chunk[], known: readonly Chunk[]) {
  const candidates = batch.map((chunk): Candidate => {
    return { ...chunk, relevance: outline.map((topic) => relevanceOf(topic, chunk)) }
  })
  const ids = accept(
    candidates,
    known.map((chunk) => chunk.vector),
    rule,
  )
  return batch.filter(({ id }) => ids.includes(id))
}

type Research = { readonly reason: StopReason | undefined; readonly cycles: number; readonly gains: readonly number[] }

/** Cycles until the rule ends them, each with what `found` finds in it. */
function research(
  outline: readonly Float32Array[],
  found: (cycle: number) => readonly Chunk[],
  settings: StopSettings,
): Research {
  let kept: readonly Chunk[] = []
  const gains: number[] = []
  const accepted: number[] = []
  let aspects: readonly Aspect[] = []
  for (let cycles = 1; ; cycles += 1) {
    const batch = found(cycles)
    const added = acceptedOf(outline, batch, kept)
    const before = coverageOf(outline, kept)
    kept = [...kept, ...added.map((chunk) => ({ ...chunk, id: `${cycles}-${chunk.id}` }))]
    const coverage = coverageOf(outline, kept)
    gains.push(gainOf(before, coverage))
    accepted.push(added.length)
    aspects = withSeen(
      aspects,
      batch.map((chunk) => chunk.vector),
      0.999,
    )
    const exhausted = outline.map(() => false)
    const unseen = unseenMass(aspects.map(({ seen }) => seen))
    const reason = stopReason(
      { cycles, coverage, exhausted, gains, accepted, unseen, hasUntriedLatent: false },
      settings,
    )
    if (reason !== undefined) return { reason, cycles, gains }
  }
}

const settings: StopSettings = {
  maxCycles: 30,
  minCycles: 2,
  patience: 2,
  epsilon: 0.02,
  coverAt: 2,
  isNumeric: true,
}

describe('a stream of chunks', () => {
  it('never loses coverage on a fixed outline', () => {
    fc.assert(
      fc.property(outlines, fc.array(batches, { minLength: 1, maxLength: 5 }), (outline, all) => {
        const { gains } = research(outline, (cycle) => all[cycle - 1] ?? [], settings)
        // What rounding may take away.
        expect(Math.min(...gains)).toBeGreaterThanOrEqual(-1e-12)
      }),
    )
  })

  it('gains exactly nothing from a batch that comes again, and ends by it', () => {
    const choice = fc.record({ minCycles: fc.integer({ min: 1, max: 4 }), patience: fc.integer({ min: 1, max: 4 }) })
    fc.assert(
      fc.property(outlines, batches, choice, (outline, batch, chosen) => {
        const once = acceptedOf(outline, batch, [])
        const { reason, cycles, gains } = research(outline, () => once, { ...settings, ...chosen })
        expect(gains.slice(1).filter((gain) => gain !== 0)).toEqual([])
        // The first cycle may bring something. After it nothing does.
        expect(cycles).toBeLessThanOrEqual(1 + chosen.minCycles + chosen.patience)
        expect(reason).not.toBe('max_cycles')
      }),
    )
  })

  it('goes on to its last cycle while each brings as much as before', () => {
    // Each cycle covers a topic that none before it did.
    const outline = Array.from({ length: 8 }, (_, axis) =>
      Float32Array.from({ length: 8 }, (__, at) => Number(at === axis)),
    )
    const found = (cycle: number) => [{ id: 'c1', host: 'a.org', vector: outline[cycle - 1] as Float32Array }]
    const { reason, cycles, gains } = research(outline, found, { ...settings, maxCycles: 8 })
    expect([reason, cycles]).toEqual(['max_cycles', 8])
    expect(Math.min(...gains)).toBeGreaterThan(0.09)
  })

  it('covers the other topics as much when a topic is added to the outline', () => {
    fc.assert(
      fc.property(outlines, vector, batches, (outline, added, chunks) => {
        expect(coverageOf([...outline, added], chunks).slice(0, -1)).toEqual(coverageOf(outline, chunks))
        const before = acceptedOf(outline, chunks, [])
        const later = acceptedOf([...outline, added], chunks, before)
        const rises = coverageOf(outline, [...before, ...later.map((chunk) => ({ ...chunk, id: `later-${chunk.id}` }))])
        for (const [topic, covered] of coverageOf(outline, before).entries()) {
          expect(rises[topic]).toBeGreaterThanOrEqual(covered - 1e-12)
        }
      }),
    )
  })
})
