import { describe, expect, it } from 'vitest'
import { emptyState } from './beginning.ts'
import { evidenceFor } from './evidence.ts'
import type { Chunk, ResearchState, Topic } from './state.ts'

const topics: readonly Topic[] = ['Whales', 'Squid'].map((title, at) => ({
  id: `t${at + 1}`,
  title,
  subtopics: [],
  origin: 'outline',
}))
const [whales, squid] = topics as [Topic, Topic]

type Given = {
  readonly id: string
  readonly whale: number
  readonly squid?: number
  readonly host?: string
  readonly isPinned?: true
}

/** A state with these passages, as like the two topics as they say. */
function stateOf(...given: readonly Given[]): ResearchState {
  const chunks = given.map(
    ({ id, host = id, isPinned }): Chunk => ({
      id,
      source: id,
      host,
      start: 0,
      end: 1,
      text: id,
      about: '',
      foundFor: isPinned ? null : 't1',
    }),
  )
  return {
    ...emptyState({ goal: 'Sea', messages: [], files: [] }),
    outline: topics,
    chunks,
    chunkEmbeddings: new Map(given.map(({ id, whale, squid: other = 0 }) => [id, new Float32Array([whale, other])])),
    topicVectors: new Map([
      ['t1', new Float32Array([1, 0])],
      ['t2', new Float32Array([0, 1])],
    ]),
    calibration: { embedder: 'x', tau: 0.1, reference: 0.1, leastNovelty: 0.1, likeness: 0.1, leastToQuery: 0 },
  }
}

const idsOf = (state: ResearchState, topic: Topic, evidencePerSection = 12) =>
  evidenceFor(state, topic, { evidencePerSection }).map(({ id }) => id)

describe('the evidence of a section', () => {
  it('is what is relevant to its topic, the best first', () => {
    const state = stateOf(
      { id: 'c1', whale: 0.3 },
      { id: 'c2', whale: 0.9 },
      { id: 'c3', whale: 0.09 },
      { id: 'c4', whale: 0.5 },
    )
    expect(idsOf(state, whales)).toEqual(['c2', 'c4', 'c1'])
    expect(idsOf(state, squid)).toEqual([])
  })

  it('is no more than a section may have', () => {
    const state = stateOf({ id: 'c1', whale: 0.3 }, { id: 'c2', whale: 0.9 }, { id: 'c4', whale: 0.5 })
    expect(idsOf(state, whales, 2)).toEqual(['c2', 'c4'])
  })

  it('has many hosts before many passages of one', () => {
    const state = stateOf(
      { id: 'c1', whale: 0.9, host: 'a' },
      { id: 'c2', whale: 0.85, host: 'a' },
      { id: 'c3', whale: 0.8, host: 'a' },
      { id: 'c4', whale: 0.6, host: 'b' },
      { id: 'c5', whale: 0.5, host: 'c' },
    )
    expect(idsOf(state, whales, 3)).toEqual(['c1', 'c4', 'c5'])
    expect(idsOf(state, whales)).toEqual(['c1', 'c4', 'c5', 'c2', 'c3'])
  })

  it('is for the sections that it fits best or nearly as well', () => {
    const state = stateOf(
      { id: 'c1', whale: 0.9, squid: 0.2 },
      { id: 'c2', whale: 0.2, squid: 0.9 },
      { id: 'c3', whale: 0.6, squid: 0.55 },
    )
    expect(idsOf(state, whales)).toEqual(['c1', 'c3'])
    expect(idsOf(state, squid)).toEqual(['c2', 'c3'])
  })

  it('is borrowed where a topic has none of its own', () => {
    const state = stateOf({ id: 'c1', whale: 0.9, squid: 0.2 })
    expect(idsOf(state, squid)).toEqual(['c1'])
  })

  it('has what is pinned where it fits best, though it fits nowhere', () => {
    const state = stateOf({ id: 'c1', whale: 0.9 }, { id: 'c2', whale: 0.01, squid: 0.05, isPinned: true })
    expect(idsOf(state, whales)).toEqual(['c1'])
    expect(idsOf(state, squid)).toEqual(['c2'])
  })

  it('has what is pinned and like nothing in the first section', () => {
    const state = stateOf({ id: 'c1', whale: 0, squid: 0, isPinned: true })
    expect(idsOf(state, whales)).toEqual(['c1'])
    expect(idsOf(state, squid)).toEqual([])
  })
})
