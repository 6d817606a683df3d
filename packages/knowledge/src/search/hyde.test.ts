import { inspect } from 'node:util'
import type { Embedder } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { shelfOf, vocabularyEmbedder } from '../../test/search-shelf.ts'
import type { AskModel, AskOptions } from '../ports.ts'
import { hydeVector, imagine } from './hyde.ts'
import { search } from './search.ts'

const secret = 'The xylophone boat sails at noon.'
const always =
  (text: string): AskModel =>
  async () =>
    text
const signal = new AbortController().signal

describe('imagining passages', () => {
  it('asks for three, as different kinds of text, each short and a little free', async () => {
    const asked: (AskOptions & { prompt: string })[] = []
    const ask: AskModel = async (prompt, options) => {
      asked.push({ prompt, ...options })
      return 'x'
    }
    expect(await imagine(ask, 'When does the ferry leave?')).toHaveLength(3)
    expect(asked.map(({ prompt, ...options }) => options)).toEqual(
      Array.from({ length: 3 }, () => ({ label: 'hyde', temperature: 0.7, maxOutputTokens: 300 })),
    )
    expect(new Set(asked.map(({ prompt }) => prompt)).size).toBe(3)
    for (const { prompt } of asked) expect(prompt).toMatch(/\n\nAsked for: When does the ferry leave\?$/)
  })

  it('passes over a model that says nothing', async () => {
    expect(await imagine(always(' \n'), 'ferry')).toEqual([])
  })

  it('puts no more than the beginning of a long query into the prompt', async () => {
    let longest = 0
    const ask: AskModel = async (prompt) => {
      longest = Math.max(longest, prompt.length)
      return 'x'
    }
    await imagine(ask, '😀'.repeat(50_000))
    expect(longest).toBeLessThan(3_000)
  })

  it('fails when nothing is under way any more', async () => {
    let ended = 0
    const ask: AskModel = async () => {
      if (ended++ === 0) throw new Error('no model')
      await new Promise(setImmediate)
      ended += 10
      return 'x'
    }
    await expect(imagine(ask, 'ferry')).rejects.toThrow('no model')
    expect(ended).toBe(23)
  })

  it('fails when the model does', async () => {
    await expect(imagine(() => Promise.reject(new Error('no model')), 'ferry')).rejects.toThrow('no model')
  })
})

describe('the vector of passages', () => {
  const vectors: Readonly<Record<string, readonly number[]>> = { one: [0, 2], zero: [0, 0] }
  const embedder: Embedder = {
    id: 'test/table',
    embed: async (texts) => texts.map((text) => Float32Array.from(vectors[text] ?? [])),
  }
  const of = async (query: readonly number[], ...passages: readonly string[]) => {
    const imagined = (await Promise.all(passages.map((text) => imagine(always(text), 'q', 1)))).flat()
    const vector = await hydeVector(embedder, Promise.resolve(Float32Array.from(query)), imagined, signal)
    return vector && [...vector].map((value) => Math.round(value * 100) / 100)
  }

  it('is the unit mean of unit vectors, the one of the query among them', async () => {
    expect(await of([3, 0], 'one')).toEqual([0.71, 0.71])
    expect(await of([3, 0], 'one', 'one')).toEqual([0.45, 0.89])
  })

  it('leaves out what has no direction', async () => {
    expect(await of([3, 0], 'zero', 'one')).toEqual([0.71, 0.71])
    expect(await of([0, 0], 'zero')).toBeUndefined()
  })

  it('is none without passages', async () => {
    expect(await of([1, 0])).toBeUndefined()
  })
})

describe('a hypothetical passage', () => {
  const embedder = vocabularyEmbedder(['boat', 'ferry', 'xylophone'])
  const documents = [
    { source: 'a', passages: ['A boat.'] },
    { source: 'b', passages: ['A ferry.'] },
  ]

  it('finds what is like it', async () => {
    const shelf = await shelfOf(documents, embedder)
    const hypothetical = await imagine(always('Many a boat, boat, boat.'), 'ferry')
    const found = await search(shelf, 'ferry', { hypothetical, variety: false })
    expect(found.map(({ chunk, ranks }) => [chunk.text, ranks])).toEqual([
      ['A ferry.', { text: 1, hyde: 2 }],
      ['A boat.', { hyde: 1 }],
    ])
  })

  it('shows its text to nobody who holds it', async () => {
    const [passage] = await imagine(always(secret), 'ferry', 1)
    const seen = [
      JSON.stringify(passage),
      JSON.stringify({ ...passage }),
      String(passage),
      inspect(passage, { showHidden: true, depth: 9 }),
      Reflect.ownKeys(passage ?? {}).join(),
      Object.entries(Object.getOwnPropertyDescriptors(passage)).join(),
      JSON.stringify(structuredClone(passage)),
    ]
    expect(seen.join('\n')).not.toMatch(/xylophone|noon/)
    expect(Object.isFrozen(passage)).toBe(true)
  })

  it('reaches no result', async () => {
    const shelf = await shelfOf(documents, embedder)
    const hypothetical = await imagine(always(secret), 'ferry')
    const found = await search(shelf, 'ferry', { hypothetical })
    expect(found[0]?.ranks).toHaveProperty('hyde')
    expect(inspect(found, { depth: 9, showHidden: true })).not.toMatch(/xylophone|noon/)
  })

  it('is nothing when it was made by somebody else', async () => {
    const forged = JSON.parse('{}') as never
    expect(await hydeVector(embedder, Promise.resolve(Float32Array.of(1, 0, 0)), [forged], signal)).toBeUndefined()
  })
})
