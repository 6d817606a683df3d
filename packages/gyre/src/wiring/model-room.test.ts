import type { SettingValues } from '@gyre/core'
import { scripted } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores/memory'
import { describe, expect, it } from 'vitest'
import { ModelRoom, type ModelRoomOptions } from './model-room.ts'

const unset = {
  default_model: '',
  prices: {},
  fallbacks: {},
  'tier.local': '',
  'tier.light': '',
  'tier.medium': '',
  'tier.heavy': '',
} satisfies Partial<SettingValues>

const nobody = () => Promise.reject(new Error('Nobody answers.'))

function room({ settings, ...options }: Partial<ModelRoomOptions> = {}): ModelRoom {
  const config = { models: new Map(), providers: {}, limits: {}, timeouts: {} }
  const { keyValue } = memoryStore()
  return new ModelRoom({ env: {}, config, settings: { ...unset, ...settings }, keyValue, fetch: nobody, ...options })
}

/** A language model of the AI SDK, as far as it is looked at before a call. */
const foreign = { specificationVersion: 'v4', provider: 'acme.chat', modelId: 'x', supportedUrls: {} }

describe('the models of a place', () => {
  it('are found by name, with the price the settings give them', () => {
    const settings = { ...unset, prices: { 'ollama/qwen3': { input: 1, output: 2 } } }
    expect(room({ settings }).find('ollama/qwen3')).toMatchObject({
      id: 'ollama/qwen3',
      price: { input: 1, output: 2 },
    })
    expect(room().find('ollama/qwen3').price).toEqual({ input: 0, output: 0 })
  })

  it('are found by tier, which is the default model when nobody set it', () => {
    const settings = { ...unset, default_model: 'ollama/small', 'tier.heavy': 'ollama/large' }
    expect(room({ settings }).find('heavy').id).toBe('ollama/large')
    expect(room({ settings }).find('light').id).toBe('ollama/small')
  })

  it('are by a tier that nobody set what would be used without a name', async () => {
    expect(room({ env: { GYRE_MODEL: 'ollama/x' } }).find('light').id).toBe('ollama/x')
    expect(room({ env: { MISTRAL_API_KEY: 'k' } }).find('light').id).toBe('mistral/mistral-medium-latest')
    expect(room().find('light').id).toBe('demo/rules')
    const settings = { ...unset, default_model: 'heavy', 'tier.heavy': 'ollama/large' }
    expect(room({ settings }).find('light').id).toBe('ollama/large')
    const lost = { ...unset, default_model: 'heavy' }
    expect(() => room({ settings: lost }).find('light')).toThrow('No model is set for the tier `heavy`')
  })

  it('are by a tier that nobody set those of the local server that was found', async () => {
    const fetch = async () => Response.json({ data: [{ id: 'qwen3' }] })
    const place = room({ fetch })
    expect(place.find('light').id).toBe('demo/rules')
    await place.detect()
    expect(place.find('light').id).toBe('ollama/qwen3')
  })

  it('are those of the config before those of a provider', () => {
    const own = scripted([], { id: 'house/own' })
    const models = new Map<string, never>([
      ['house/own', own as never],
      ['acme', foreign as never],
    ])
    const config = { models, providers: {}, limits: {}, timeouts: {} }
    const settings = { ...unset, 'tier.light': 'acme' }
    expect(room({ config }).find('house/own')).toBe(own)
    expect(room({ config }).find('acme').id).toBe('acme')
    expect(room({ config, settings }).find('light').id).toBe('acme')
  })

  it('have the price that is given to them, those of a config too', () => {
    const own = scripted([], { id: 'house/own', nativeTools: false })
    const config = { models: new Map([['mine', own as never]]), providers: {}, limits: {}, timeouts: {} }
    const price = { input: 1, output: 2 }
    for (const name of ['mine', 'house/own']) {
      const settings = { ...unset, prices: { [name]: price } }
      expect(room({ config, settings }).find('mine')).toMatchObject({ id: 'mine', price, nativeTools: false })
    }
    // By its own id it could be another's when it is found again.
    expect(room({ config }).find('mine').id).toBe('mine')
    expect(room({ config }).find('mine').price).toBeUndefined()
  })

  it('know who may answer in their place', () => {
    const settings = { ...unset, fallbacks: { 'ollama/large': ['ollama/small', 'lmstudio/tiny'] } }
    const ids = room({ settings })
      .find('ollama/large')
      .fallbacks?.map(({ id }) => id)
    expect(ids).toEqual(['ollama/small', 'lmstudio/tiny'])
  })

  it('may be replaced by a tier and by models of the config', () => {
    const own = scripted([], { id: 'house/own' })
    const models = new Map<string, never>([
      ['house/own', own as never],
      ['acme', foreign as never],
    ])
    const config = { models, providers: {}, limits: {}, timeouts: {} }
    const fallbacks = { 'ollama/large': ['light', 'house/own', 'acme', 'heavy'], 'ollama/small': ['ollama/large'] }
    const settings = { ...unset, fallbacks, 'tier.light': 'ollama/small', 'tier.heavy': 'ollama/large' }
    const ids = room({ config, settings })
      .find('heavy')
      .fallbacks?.map(({ id }) => id)
    expect(ids).toEqual(['ollama/small', 'house/own', 'acme'])
  })

  it('are refused with a fallback that has no key, before any work', () => {
    const settings = { ...unset, fallbacks: { 'ollama/large': ['openai/gpt-5'] } }
    expect(() => room({ settings }).find('ollama/large')).toThrow(expect.objectContaining({ code: 'model-auth' }))
  })

  it('have a default: what is set, else what is there, else the demo model', async () => {
    expect((await room({ env: { GYRE_MODEL: 'ollama/x' } }).default()).id).toBe('ollama/x')
    expect((await room({ settings: { ...unset, default_model: 'ollama/y' } }).default()).id).toBe('ollama/y')
    expect((await room({ env: { MISTRAL_API_KEY: 'k' } }).default()).id).toMatch(/^mistral\//)
    expect((await room().default()).id).toBe('demo/rules')
    expect(await room().detect()).toMatchObject({ name: 'demo/rules', why: expect.stringContaining('no key') })
  })
})
