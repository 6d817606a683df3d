import { scripted } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { readyModel } from './ready-model.ts'

/** A language model of the AI SDK, as far as it is looked at before a call. */
const foreign = { specificationVersion: 'v4', provider: 'acme.chat', modelId: 'x', supportedUrls: {} } as never

const fallbackIds = (model: ReturnType<typeof readyModel>) => model.fallbacks?.map(({ id }) => id)

describe('readyModel', () => {
  it('refuses at once limits by the minute that nobody counts', () => {
    const limits = { 'ollama/a': { requestsPerMinute: 5 } }
    expect(() => readyModel('ollama/a', { env: {}, limits })).toThrow(
      'The limits of `ollama/a` are counted by the minute, which needs a `keyValue` to count in.',
    )
    expect(readyModel('ollama/a', { env: {}, limits, keyValue: memoryStore().keyValue }).id).toBe('ollama/a')
    expect(readyModel('ollama/a', { env: {}, limits: { 'ollama/a': { concurrency: 2 } } }).id).toBe('ollama/a')
  })

  it('refuses at once a language model of another version', () => {
    const older = { ...(foreign as object), specificationVersion: 'v2' } as never
    expect(() => readyModel(older)).toThrow(expect.objectContaining({ code: 'model-unknown' }))
  })

  it('finds its fallbacks by name, or as it is told', () => {
    const fallbacks = { 'acme/x': ['ollama/a', 'ollama/b'] }
    expect(fallbackIds(readyModel(foreign, { fallbacks }))).toEqual(['ollama/a', 'ollama/b'])
    const findModel = (name: string) => scripted([], { id: `house/${name.at(-1)}` })
    expect(fallbackIds(readyModel(foreign, { fallbacks, findModel }))).toEqual(['house/a', 'house/b'])
  })

  it('asks nobody twice', () => {
    const fallbacks = { 'acme/x': ['light', 'acme/x', 'ollama/a'] }
    const findModel = (name: string) => scripted([], { id: name === 'light' ? 'ollama/a' : name })
    expect(fallbackIds(readyModel(foreign, { fallbacks, findModel }))).toEqual(['ollama/a'])
  })
})
