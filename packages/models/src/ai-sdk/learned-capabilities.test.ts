import type { Json } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { forgetfulCapabilities, learnedCapabilities } from './learned-capabilities.ts'

function keyValue(entries: Record<string, Json> = {}) {
  const held = new Map(Object.entries(entries))
  const lifetimes: (number | undefined)[] = []
  return {
    held,
    lifetimes,
    get: async (key: string) => held.get(key),
    set: async (key: string, value: Json, ttlMs?: number) => {
      held.set(key, value)
      lifetimes.push(ttlMs)
    },
  }
}

describe('learnedCapabilities', () => {
  it('knows what an earlier process learned', async () => {
    const learned = learnedCapabilities(keyValue({ 'model-capability:a/b': ['tools'] }))
    expect(learned.lacks('a/b', 'tools')).toBe(false)
    await Promise.all([learned.prepare('a/b'), learned.prepare('a/c')])
    expect(learned.lacks('a/b', 'tools')).toBe(true)
    expect(learned.lacks('a/b', 'output')).toBe(false)
    expect(learned.lacks('a/c', 'tools')).toBe(false)
  })

  it('writes through what it learns, for a week', async () => {
    const store = keyValue({ 'model-capability:a/b': ['tools'] })
    const learned = learnedCapabilities(store)
    await learned.prepare('a/b')
    learned.note('a/b', 'output')
    expect(learned.lacks('a/b', 'output')).toBe(true)
    expect(store.held.get('model-capability:a/b')).toEqual(['tools', 'output'])
    expect(store.lifetimes).toEqual([604_800_000])
  })

  it('goes on when it can be neither read nor written', async () => {
    const broken = { get: () => Promise.reject(new Error('gone')), set: () => Promise.reject(new Error('read only')) }
    const learned = learnedCapabilities(broken)
    await learned.prepare('a/b')
    learned.note('a/b', 'tools')
    expect(learned.lacks('a/b', 'tools')).toBe(true)
  })

  it('without a store knows what this process saw', () => {
    const learned = forgetfulCapabilities()
    learned.note('a/b', 'tools')
    expect(learned.lacks('a/b', 'tools')).toBe(true)
    expect(forgetfulCapabilities().lacks('a/b', 'tools')).toBe(false)
  })
})
