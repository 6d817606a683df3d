import { describe, expect, it } from 'vitest'
import { servedPlace } from '../../test/served-place.ts'
import { modelDesk } from './model-desk.ts'

const secret = 'sk-very-secret-4711'

async function deskOf(config: object = {}, env: Readonly<Record<string, string>> = {}) {
  const { place, workplace } = await servedPlace(config, env)
  const { models, runtime } = await place.tenant('local')
  return { models, runtime, workplace }
}

describe('the models of a place', () => {
  it('are those that are set, built in, and known, each with what is known of it', async () => {
    const { models } = await deskOf({ settings: { 'tier.heavy': 'openai/gpt-5.4' } }, { OPENAI_API_KEY: secret })
    const { default: standard, models: shown } = await models.overview()
    expect(standard.name).toBe('house/m')
    const byName = new Map(shown.map((model) => [model.name, model]))
    expect(byName.get('house/m')).toMatchObject({ isDefault: true, from: 'settings', price: null, fault: null })
    expect(byName.get('test/scripted')).toMatchObject({ from: 'config', isDefault: false })
    expect(byName.get('demo/rules')).toMatchObject({ from: 'built in', price: { input: 0, output: 0 } })
    expect(byName.get('openai/gpt-5.4')).toMatchObject({
      tiers: ['heavy'],
      from: 'settings',
      price: { input: 2.5, output: 15, cachedInput: 0.25 },
      contextWindow: 1_050_000,
      fault: null,
    })
    expect(byName.get('anthropic/claude-sonnet-5')).toMatchObject({
      from: 'known',
      fault: '`anthropic/claude-sonnet-5` needs a key in ANTHROPIC_API_KEY.',
    })
  })

  it('have providers whose keys are named, and never shown', async () => {
    const { models } = await deskOf({}, { OPENAI_API_KEY: secret })
    const overview = await models.overview()
    const named = new Map(overview.providers.map((provider) => [provider.name, provider]))
    expect(named.get('openai')).toMatchObject({ keys: ['OPENAI_API_KEY'], hasKey: true, from: 'built in' })
    expect(named.get('anthropic')).toMatchObject({ hasKey: false })
    expect(named.get('house')).toMatchObject({ baseUrl: 'http://127.0.0.1:1/v1', from: 'config', keys: [] })
    expect(JSON.stringify(overview)).not.toContain(secret)
  })

  it('are found by the settings that were changed last', async () => {
    const { models, runtime, workplace } = await deskOf({ models: {} })
    await runtime.settings.set('default_model', 'test/scripted')
    await models.heedSettings()
    expect((await models.overview()).default.name).toBe('test/scripted')
    expect((await workplace.models.default()).id).toBe('test/scripted')
    await runtime.settings.set('tier.light', 'test/scripted')
    await models.heedSettings()
    expect(workplace.models.find('light').id).toBe('test/scripted')
  })
})

describe('servers on this machine', () => {
  it('are asked for their models, and may not be there', async () => {
    const { workplace } = await deskOf()
    const asked: string[] = []
    const desk = modelDesk(workplace, async (url) => {
      asked.push(String(url))
      if (String(url).includes(':11434')) return Response.json({ data: [{ id: 'qwen3:8b' }, { id: 7 }] })
      if (String(url).includes(':1234')) return new Response('<html>', { status: 200 })
      throw new TypeError('fetch failed')
    })
    const servers = await desk.local()
    expect(servers.map(({ provider, isAnswering, models }) => [provider, isAnswering, models])).toEqual([
      ['ollama', true, ['ollama/qwen3:8b']],
      ['lmstudio', false, []],
      ['llamacpp', false, []],
      ['vllm', false, []],
    ])
    expect(asked.every((url) => url.startsWith('http://127.0.0.1:'))).toBe(true)
  })
})

describe('a connection that is tried', () => {
  it('has no key of this place with it', async () => {
    const { models } = await deskOf({}, { OPENAI_API_KEY: secret })
    const bare = { provider: 'openai', model: 'gpt-5.4', baseUrl: 'http://127.0.0.1:1/v1' }
    await expect(models.reached(bare)).rejects.toMatchObject({ code: 'model-auth' })
    expect((await models.reached({ ...bare, key: 'own-key' })).id).toBe('openai/gpt-5.4')
  })

  it('is of a provider that is known, or has an address', async () => {
    const { models } = await deskOf()
    const foreign = { provider: 'groq', model: 'llama' }
    await expect(models.reached(foreign)).rejects.toMatchObject({ code: 'model-unknown' })
    const at = { ...foreign, baseUrl: 'https://api.groq.com/openai/v1' }
    expect((await models.reached(at)).id).toBe('groq/llama')
    expect((await models.reached({ ...at, key: 'gsk-1' })).id).toBe('groq/llama')
    const demo = { provider: 'demo', model: 'rules' }
    expect((await models.reached(demo)).id).toBe('demo/rules')
    await expect(models.reached({ ...demo, baseUrl: at.baseUrl })).rejects.toMatchObject({ code: 'model-unknown' })
  })
})
