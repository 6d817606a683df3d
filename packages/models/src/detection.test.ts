import type { Json } from '@gyre/core'
import { simulatedClock } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { type DetectionOptions, detectModel } from './detection.ts'

type Servers = Readonly<Record<string, object | 'silent'>>

/** Local servers by port: a list of models, or silence; all others refuse. */
function network(servers: Servers) {
  const asked: string[] = []
  const fetch = async (input: string | URL | Request): Promise<Response> => {
    const url = String(input)
    asked.push(url)
    const answer = servers[new URL(url).port]
    if (answer === 'silent') return new Promise(() => {})
    if (!answer) throw new TypeError('fetch failed')
    return Response.json(answer)
  }
  return { asked, fetch }
}

function memory() {
  const held = new Map<string, Json>()
  const lifetimes: (number | undefined)[] = []
  return {
    lifetimes,
    get: async (key: string) => held.get(key),
    set: async (key: string, value: Json, ttlMs?: number) => {
      held.set(key, value)
      lifetimes.push(ttlMs)
    },
  }
}

const models = (...ids: readonly string[]) => ({ data: ids.map((id) => ({ id })) })
const nameOf = async (options: Partial<DetectionOptions>, servers: Servers = {}) =>
  (await detectModel({ env: {}, ...network(servers), ...options })).name

describe('detectModel', () => {
  it('takes GYRE_MODEL before a setting, and a setting before keys', async () => {
    const env = { GYRE_MODEL: 'ollama/x', OPENAI_API_KEY: 'k' }
    expect(await detectModel({ env, setting: 'ollama/y' })).toEqual({ name: 'ollama/x', why: 'GYRE_MODEL names it' })
    expect(await nameOf({ env: { ...env, GYRE_MODEL: ' ' }, setting: 'ollama/y' })).toBe('ollama/y')
  })

  it('takes keys in a fixed order, before any server', async () => {
    const keys = [
      'OPENAI_API_KEY',
      'ANTHROPIC_API_KEY',
      'GOOGLE_GENERATIVE_AI_API_KEY',
      'GEMINI_API_KEY',
      'MISTRAL_API_KEY',
    ]
    const names = keys.map((_, from) =>
      nameOf({ env: Object.fromEntries(keys.slice(from).map((key) => [key, 'k'])) }, { 11434: models('m') }),
    )
    expect(await Promise.all(names)).toEqual([
      'openai/gpt-5.4-mini',
      'anthropic/claude-sonnet-5',
      'google/gemini-3.7-flash',
      'google/gemini-3.7-flash',
      'mistral/mistral-medium-latest',
    ])
  })

  it('asks all local servers and takes the first in order that has a model', async () => {
    const { asked, fetch } = network({
      11434: models(),
      1234: models('nomic-embed-text', 'qwen3'),
      8080: models('other'),
    })
    expect(await detectModel({ env: {}, fetch })).toEqual({
      name: 'lmstudio/qwen3',
      why: 'lmstudio answers on this machine',
    })
    expect(asked).toEqual([
      'http://127.0.0.1:11434/v1/models',
      'http://127.0.0.1:1234/v1/models',
      'http://127.0.0.1:8080/v1/models',
    ])
  })

  it('waits 150 ms for them and no longer', async () => {
    const clock = simulatedClock()
    const { fetch } = network({ 11434: 'silent', 8080: models('slow-but-here') })
    const detected = detectModel({ env: {}, fetch, clock })
    const began = clock.now()
    expect((await clock.runUntil(detected)).name).toBe('llamacpp/slow-but-here')
    expect(clock.now() - began).toBe(150)
  })

  it('ends with the demo', async () => {
    expect(await nameOf({})).toBe('demo/rules')
    expect(await nameOf({}, { 11434: { error: 'x' } })).toBe('demo/rules')
  })

  it('remembers for ten minutes what answered, and that nothing did', async () => {
    for (const [servers, name] of [
      [{ 11434: models('m') }, 'ollama/m'],
      [{}, 'demo/rules'],
    ] as const) {
      const keyValue = memory()
      const { asked, fetch } = network(servers)
      expect((await detectModel({ env: {}, fetch, keyValue })).name).toBe(name)
      expect((await detectModel({ env: {}, fetch, keyValue })).name).toBe(name)
      expect(asked).toHaveLength(3)
      expect(keyValue.lifetimes).toEqual([600_000])
    }
  })

  it('does without a memory that fails', async () => {
    const broken = { get: () => Promise.reject(new Error('down')), set: () => Promise.reject(new Error('down')) }
    expect(await nameOf({ keyValue: broken }, { 11434: models('m') })).toBe('ollama/m')
  })
})
