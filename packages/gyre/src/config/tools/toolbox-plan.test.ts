import { describe, expect, it } from 'vitest'
import { toolboxPlan } from './toolbox-plan.ts'
import type { ToolboxesConfig } from './tools-config.ts'

const plan = (given: ToolboxesConfig, env: Record<string, string> = {}) =>
  toolboxPlan(given, { file: '/project/gyre.config.ts', env, foundSkills: undefined })

const search = (env: Record<string, string>, web?: ToolboxesConfig['web']) => plan({ web }, env).web?.search

describe('the toolboxes there are', () => {
  it('are math, calendar, web, knowledge and memory unless they are switched off', () => {
    const off = { math: false, calendar: false, web: false, hotel: false, knowledge: false, memory: false }
    expect(plan(off)).toEqual({
      math: false,
      calendar: undefined,
      web: undefined,
      hotel: undefined,
      files: undefined,
      shell: undefined,
      skills: [],
      knowledge: undefined,
      memory: false,
      agentsMd: undefined,
    })
    expect(plan({ calendar: true, agentsMd: true })).toMatchObject({ calendar: {}, agentsMd: {}, memory: true })
  })

  it('have the hotels for sessions that name them, for all or for none', () => {
    expect([plan({}).hotel, plan({ hotel: true }).hotel, plan({ hotel: false }).hotel]).toEqual([
      'named',
      'all',
      undefined,
    ])
  })

  it.each([
    [{}, undefined],
    [{ knowledge: true }, undefined],
    [{ knowledge: {} }, undefined],
    [{ knowledge: { demo: true } }, true],
    [{ knowledge: { demo: false } }, false],
  ])('with %j search the bundled documents where there are no others: %s', (given, demo) => {
    expect(plan(given).knowledge).toEqual({ demo })
  })
})

describe('the pages of one host', () => {
  it.each([
    [true, 500],
    [{}, 500],
    [{ hostDelayMs: 0 }, 0],
    [{ hostDelayMs: 60_000 }, 60_000],
  ])('with %j have so many milliseconds between them: %d', (web, hostDelayMs) => {
    expect(plan({ web }).web?.hostDelayMs).toBe(hostDelayMs)
  })
})

describe('who searches', () => {
  it.each<[Record<string, string>, string, string]>([
    [{}, 'local', 'no other provider is set'],
    [{ BRAVE_API_KEY: ' ' }, 'local', 'no other provider is set'],
    [{ SEARXNG_URL: 'http://s:1', SERPER_API_KEY: 'k' }, 'serper', 'SERPER_API_KEY is set'],
    [{ SERPER_API_KEY: 'k', EXA_API_KEY: 'k' }, 'exa', 'EXA_API_KEY is set'],
    [{ EXA_API_KEY: 'k', TAVILY_API_KEY: 'k' }, 'tavily', 'TAVILY_API_KEY is set'],
    [{ TAVILY_API_KEY: 'k', BRAVE_API_KEY: 'k' }, 'brave', 'BRAVE_API_KEY is set'],
    [{ SEARXNG_URL: 'http://s:1' }, 'searxng', 'SEARXNG_URL is set'],
  ])('with %j in the environment is %s', (env, provider, why) => {
    expect([search(env)?.provider, search(env)?.why]).toEqual([provider, why])
  })

  it('is whom the config names, with the usual variable or its own', () => {
    const env = { BRAVE_API_KEY: 'k' }
    expect(search(env, { search: { provider: 'tavily' } })).toEqual({
      provider: 'tavily',
      why: 'the config file names it',
      url: undefined,
      keyName: 'TAVILY_API_KEY',
      file: undefined,
    })
    expect(search(env, { search: { provider: 'exa', apiKeyEnv: 'MINE', url: 'http://e' } })).toMatchObject({
      keyName: 'MINE',
      url: 'http://e',
    })
    expect(search(env, { search: { provider: 'fixture', file: 'a/b.json' } })).toMatchObject({
      file: '/project/a/b.json',
      keyName: undefined,
    })
  })

  it('is nobody when the config says so', () => {
    expect(search({ BRAVE_API_KEY: 'k' }, { search: false })).toBeUndefined()
  })

  it('is told the address of SearXNG, and no key', () => {
    const found = search({ SEARXNG_URL: ' http://s:1 ' })
    expect(found).toMatchObject({ url: 'http://s:1', keyName: undefined })
    expect(JSON.stringify(search({ BRAVE_API_KEY: 'secret' }))).not.toContain('secret')
  })
})
