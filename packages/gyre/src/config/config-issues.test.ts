import { cot, defineLoop, defineTool, direct, issuesError, type Loop } from '@gyre/core'
import { demoModel } from '@gyre/models'
import { memoryStore } from '@gyre/stores/memory'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { configIssues } from './config-issues.ts'
import { defineConfig } from './define-config.ts'

const think = defineLoop({
  name: 'think',
  config: z.strictObject({ depth: z.int().min(1).default(2) }),
  run: async () => 'done',
})
const builtIn = [direct, cot] as readonly Loop[]
const add = defineTool({ name: 'add', description: 'Adds.', input: z.object({}), run: () => 'done' })
const foreign = { specificationVersion: 'v4', provider: 'acme.chat', modelId: 'large' }

function faults(config: unknown): readonly string[] {
  const issues = configIssues(config, builtIn)
  return issues.length === 0 ? [] : issuesError('config-file-invalid', 'c', issues).message.split('\n')
}

describe('a config', () => {
  it('may say everything there is to say', () => {
    const config = defineConfig({
      loops: [think],
      tools: [add],
      personas: [{ name: 'deep', loop: 'think', config: { depth: 9 } }, 'team/careful.yaml'],
      personaFiles: ['team', 'more/*.yaml'],
      store: memoryStore(),
      models: {
        default: 'heavy',
        tiers: { local: 'ollama/qwen3', light: 'house/small', medium: demoModel, heavy: foreign },
        prices: { 'house/small': { input: 0.1, output: 0.2 } },
        fallbacks: { 'house/small': ['openai/gpt-5', 'mine'] },
        limits: { 'house/small': { concurrency: 2, requestsPerMinute: 60, tokensPerMinute: 100_000 } },
        providers: { house: { baseUrl: 'http://127.0.0.1:9000/v1', apiKeyEnv: 'HOUSE_KEY' } },
        named: { mine: foreign },
        timeouts: { firstPartMs: 5000, callMs: 60_000 },
        embedding: { id: 'mine/own', embed: async (texts) => texts.map(() => new Float32Array([1])) },
      },
      settings: { default_loop: 'think', 'reasoning.max_iterations': 20, loops_off: ['cot'] },
      secrets: ['correct horse'],
      keyValue: 'valkey://127.0.0.1:6379/0',
      data: 'data',
    })
    expect(faults(config)).toEqual([])
  })

  it('may say nothing', () => {
    expect(faults({})).toEqual([])
    expect(faults({ loops: undefined, models: { default: undefined, tiers: undefined } })).toEqual([])
  })

  it.each<[unknown, string]>([
    [
      undefined,
      'c: expected { loops, tools, toolboxes, mcpServers, toolLimits, permissions, personas, personaFiles, store, models, deliveries, server, limits, settings, secrets, keyValue, data }, but it is missing',
    ],
    [{ model: 'openai/gpt-5' }, 'c: model: unknown key; did you mean `models`?'],
    [{ loops: think }, 'c: loops: expected a list, got { version, summary, paper, config, prompts }'],
    [{ loops: [{ name: 'x' }] }, 'c: loops[0]: expected a loop made by `defineLoop`, got { name }'],
    [
      { tools: ['web'] },
      'c: tools[0]: expected a tool made by `defineTool`, or a toolbox made by `defineToolbox`, got "web"',
    ],
    [{ personas: [3] }, 'c: personas[0]: expected a persona, or the path of a file that holds some, got 3'],
    [
      { personaFiles: 3 },
      'c: personaFiles: expected a text that is not empty or a list, each entry a text that is not empty, got 3',
    ],
    [
      { store: {} },
      'c: store: expected a store, the path of an SQLite file, or the address of a PostgreSQL database, got an empty mapping',
    ],
    [{ data: '' }, 'c: data: expected a text that is not empty, got ""'],
    [{ models: { tier: {} } }, 'c: models.tier: unknown key; did you mean `tiers`?'],
    [
      { models: { default: 5 } },
      'c: models.default: expected `provider/model`, such as openai/gpt-5, or a model object, got 5',
    ],
    [
      { models: { default: 'gpt-5' } },
      'c: models.default: expected `provider/model`, such as openai/gpt-5, got "gpt-5"',
    ],
    [
      { models: { tiers: { heavy: 'light' } } },
      'c: models.tiers.heavy: expected `provider/model`, such as openai/gpt-5, got "light"',
    ],
    [
      { models: { tiers: { heavy: 'opnai/gpt-5' } } },
      'c: models.tiers.heavy: there is no provider `opnai`; did you mean `openai`?',
    ],
    [
      { models: { tiers: { huge: 'a/b' } } },
      'c: models.tiers.huge: unknown key; there are `local`, `light`, `medium`, `heavy`.',
    ],
    [
      { models: { fallbacks: { 'openai/gpt-5': ['antropic/x'] } } },
      'c: models.fallbacks["openai/gpt-5"][0]: there is no provider `antropic`; did you mean `anthropic`?',
    ],
    [
      { models: { prices: { 'a/b': { input: -1, output: 1 } } } },
      'c: models.prices["a/b"].input: expected a number of at least 0, got -1',
    ],
    [
      { models: { limits: { 'a/b': { concurrency: 0 } } } },
      'c: models.limits["a/b"].concurrency: expected a whole number of at least 1, got 0',
    ],
    [
      { models: { providers: { house: { baseUrl: 'localhost' } } } },
      // What was written may hold a password.
      'c: models.providers.house.baseUrl: the address of an endpoint is a text that begins with http:// or https://',
    ],
    [
      { models: { providers: { house: { baseUrl: 'http://h', apiKeyEnv: 'sk-1' } } } },
      'c: models.providers.house.apiKeyEnv: write the name of the variable that holds the key, such as MY_API_KEY',
    ],
    [
      { models: { providers: { house: 'http://h' } } },
      'c: models.providers.house: an endpoint is written as { baseUrl, apiKeyEnv }',
    ],
    [
      { models: { named: { mine: 'openai/gpt-5' } } },
      'c: models.named.mine: expected a model: an object with `id` and `stream`, or a language model of the AI SDK, got "openai/gpt-5"',
    ],
    [
      { models: { named: { heavy: foreign } } },
      'c: models.named.heavy: expected a name without spaces and quotes that is not the name of a tier',
    ],
    [
      { models: { embedding: { id: 'mine/own' } } },
      'c: models.embedding: expected `provider/model`, such as openai/text-embedding-3-small, or an embedder: an object with `id` and `embed`, or an embedding model of the AI SDK, got { id }',
    ],
    [
      { models: { embedding: 'opnai/e5' } },
      'c: models.embedding: there is no provider `opnai`; did you mean `openai`?',
    ],
    [
      { models: { embedding: 'lexical/hashd' } },
      'c: models.embedding: the embedder without a service is lexical/hashed, got "lexical/hashd"',
    ],
    [
      { models: { timeouts: { callMs: 0.5 } } },
      'c: models.timeouts.callMs: expected a whole number from 1 to 2147483647, got 0.5',
    ],
    [
      { settings: { default_lop: 'cot' } },
      'c: settings.default_lop: there is no such setting; did you mean `default_loop`?',
    ],
    [{ settings: { default_loop: 'ctot' } }, 'c: settings.default_loop: there is no loop `ctot`; did you mean `cot`?'],
    [
      { settings: { 'reasoning.enabled': 'maybe' } },
      'c: settings["reasoning.enabled"]: expected true or false, got "maybe"',
    ],
    [
      { settings: { default_model: 'a/b' }, models: { default: 'openai/gpt-5' } },
      'c: settings.default_model: `models.default` says it already; keep one of them',
    ],
    [{ secrets: ['hush'] }, 'c: secrets[0]: a secret must have at least 6 characters'],
    [{ secrets: [123_456] }, 'c: secrets[0]: a secret must be a text'],
    [
      { keyValue: 'http://user:pass@host' },
      'c: keyValue: the address of a Valkey server is like valkey://localhost:6379/0',
    ],
    [
      { store: 'postgres://me:hunter22@ho st/db' },
      'c: store: the address of a PostgreSQL database is like postgres://USER:PASSWORD@HOST:5432/DATABASE',
    ],
    [
      { store: 'postgres://me:hunter22#@host:port/db' },
      'c: store: the address of a PostgreSQL database is like postgres://USER:PASSWORD@HOST:5432/DATABASE; write signs such as @ / ? # % in a password as %40 %2F %3F %23 %25',
    ],
    [{ limits: { sessionsPerOwner: 0 } }, 'c: limits.sessionsPerOwner: expected a whole number of at least 1, got 0'],
    [
      { limits: { sessionsPerOwners: 5 } },
      'c: limits.sessionsPerOwners: unknown key; did you mean `sessionsPerOwner`?',
    ],
    [{ limits: { sessionsPerPersona: 5 } }, 'c: limits.sessionsPerPersona: limits are written as { name: 10 }'],
    [
      { limits: { sessionsPerProvider: { opnai: 5 } } },
      'c: limits.sessionsPerProvider.opnai: there is no provider `opnai`; did you mean `openai`?',
    ],
    [{ limits: 5 }, 'c: limits: limits are written as { sessionsPerOwner, sessionsPerPersona, sessionsPerProvider }'],
    [{ loops: [think, think] }, 'c: loops[1].name: `think` is the name of loops[0], too; choose another name'],
    [
      { loops: [{ ...think, name: 'cot' }] },
      'c: loops[0].name: `cot` is the name of a built-in loop; choose another name',
    ],
    [
      { loops: [{ ...think, name: 'chat' }] },
      'c: loops[0].name: `chat` is the name of a persona that comes with Gyre; choose another name',
    ],
    [
      { personas: [{ name: 'cot', loop: 'direct' }] },
      'c: personas[0].name: `cot` is the name of a loop, which no persona may have; choose another name',
    ],
    [
      { loops: [think], personas: [{ name: 'think', loop: 'think' }] },
      'c: personas[0].name: `think` is the name of a loop, which no persona may have; choose another name',
    ],
    [{ toolboxes: { hotel: {} } }, 'c: toolboxes.hotel: expected true or false, got an empty mapping'],
    [{ tools: [add, add] }, 'c: tools[1].name: `add` is the name of tools[0], too; choose another name'],
    [
      { personas: [{ name: 'x', loop: 'think' }] },
      'c: personas[0].loop: there is no loop `think`; there are `direct`, `cot`.',
    ],
  ])('with a fault, %j, is told what to write', (config, line) => {
    expect(faults(config)).toEqual([line])
  })

  it.each([
    { house: { baseUrl: 'ftp://user:hunter22@host' } },
    { house: { baseUrl: ['http://user:hunter22@host'] } },
    { house: { baseUrl: 'http://host', apiKeyEnv: 'sk-hunter22' } },
    { house: { baseUrl: 'http://host', apiKeyEnv: { 'sk-hunter22': 1 } } },
    { house: { baseURL: 'http://user:hunter22@host' } },
    { house: 'http://user:hunter22@host' },
    'http://user:hunter22@host',
  ])('with a fault in an endpoint, %j, tells no password and no key', (providers) => {
    const issues = configIssues({ models: { providers } }, builtIn)
    expect(issues.length).toBeGreaterThan(0)
    const { message, details } = issuesError('config-file-invalid', 'c', issues)
    expect(message + JSON.stringify(details)).not.toContain('hunter22')
  })

  it('tells all its faults', () => {
    const personas = [
      { name: 'x', loop: 'think', config: { depth: 0 } },
      { name: 'x', loop: 'think' },
    ]
    expect(faults({ loops: [think], personas, settings: { loops_off: 'cot' } })).toEqual([
      'c: personas[0].config.depth: expected a whole number of at least 1, got 0',
      'c: personas[1].name: `x` is the name of personas[0], too; choose another name',
      'c: settings.loops_off: expected a list, each entry a text that is not empty, got "cot"',
    ])
  })
})

describe('defineConfig', () => {
  it('returns what it is given', () => {
    const config = { data: 'here' }
    expect(defineConfig(config)).toBe(config)
  })
})
