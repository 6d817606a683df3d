import { describe, expect, it } from 'vitest'
import { emptyState } from './beginning.ts'
import { config } from './config.ts'
import type { Chunk, ResearchState } from './state.ts'
import { withAccepted } from './taking.ts'

const size = 600
const axis = (at: number, share: number) => {
  const vector = new Float32Array(size + 1)
  vector[0] = share
  vector[at + 1] = Math.sqrt(1 - share ** 2)
  return vector
}

/** A round with so many passages, each about something of its own, as like the only topic as `share` says. */
function roundOf(count: number, share: (at: number) => number): ResearchState {
  const fresh = Array.from(
    { length: count },
    (_, at): Chunk => ({
      id: `c${at}`,
      source: `s${at}`,
      host: `${at}.org`,
      start: 0,
      end: 1,
      text: '',
      about: '',
      foundFor: 't1',
    }),
  )
  return {
    ...emptyState({ goal: 'Sea', messages: [], files: [] }),
    outline: [{ id: 't1', title: 'Whales', subtopics: [], origin: 'outline' }],
    fresh,
    chunkEmbeddings: new Map(fresh.map(({ id }, at) => [id, axis(at, share(at))])),
    topicVectors: new Map([['t1', axis(0, 1)]]),
    calibration: { embedder: 'x', tau: 0.1, reference: 0.1, leastNovelty: 0.1, likeness: 0.1, leastToQuery: 0 },
  }
}

const idsOf = (chunks: readonly Chunk[]) => chunks.map(({ id }) => id)
const settings = config.parse({})

describe('passages', () => {
  it('that have no room wait for it, the best hundred of them', () => {
    const { chunks, spare, residual } = withAccepted(
      roundOf(150, (at) => 0.2 + at / 1_000),
      settings,
    )
    expect(idsOf(chunks)).toEqual(['c144', 'c145', 'c146', 'c147', 'c148', 'c149'])
    expect(idsOf(spare)).toEqual(Array.from({ length: 100 }, (_, at) => `c${143 - at}`))
    expect(residual).toEqual([])
  })

  it('that waited are taken in a later round, though it finds nothing new', () => {
    const first = withAccepted(
      roundOf(12, (at) => (at < 6 ? 0.5 : 0.4)),
      settings,
    )
    const later = withAccepted({ ...first, fresh: [] }, settings)
    expect(idsOf(later.chunks).toSorted()).toEqual(idsOf(roundOf(12, () => 0).fresh).toSorted())
    expect(later.spare).toEqual([])
  })

  it('that say what is taken do not wait', () => {
    const state = roundOf(8, () => 0.3)
    const copies = new Map([...state.chunkEmbeddings].map(([id]) => [id, axis(Number(id.slice(1)) % 2, 0.3)]))
    const { chunks, spare } = withAccepted({ ...state, chunkEmbeddings: copies }, settings)
    expect([chunks.length, spare.length]).toEqual([2, 0])
  })

  it('that belong to no topic are kept aside, the newest four hundred of them', () => {
    const { chunks, residual } = withAccepted(
      roundOf(450, () => 0.05),
      settings,
    )
    expect(chunks).toEqual([])
    expect(idsOf(residual)).toEqual(Array.from({ length: 400 }, (_, at) => `c${at + 50}`))
  })
})
