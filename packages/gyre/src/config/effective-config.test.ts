import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { direct, GyreError, type Loop } from '@gyre/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { open } from '../open.ts'
import { effectiveConfig } from './effective-config.ts'

const loops = [direct] as readonly Loop[]
let home = ''
let cwd = ''

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'gyre-effective-'))
  cwd = join(home, 'src')
  mkdirSync(cwd)
})

afterEach(() => rmSync(home, { recursive: true }))

const write = (config: unknown) => writeFileSync(join(home, 'gyre.config.json'), JSON.stringify(config))
const effective = (env: Record<string, string> = {}) => effectiveConfig({ cwd, env: { HOME: home, ...env }, loops })

async function faultOf(env: Record<string, string>): Promise<string> {
  try {
    await effective(env)
  } catch (error) {
    if (error instanceof GyreError) return `${error.code}\n${error.message}`
    throw error
  }
  return ''
}

const localSearch = {
  provider: 'local',
  why: 'no other provider is set',
  url: undefined,
  keyName: undefined,
  file: undefined,
}

describe('the effective config', () => {
  it('is empty without a file and variables', async () => {
    expect(
      await effective({ GYRE_MODEL: '', GYRE_DATA: ' ', GYRE_KV_URL: '', GYRE_DATABASE_URL: '', GYRE_KEY: '' }),
    ).toEqual({
      file: undefined,
      data: undefined,
      dataOfFile: undefined,
      store: undefined,
      databaseUrl: undefined,
      keyValueUrl: undefined,
      key: undefined,
      log: undefined,
      runtime: { loops: [], tools: [], personas: [], settings: { config: {}, environment: {} }, secrets: [] },
      models: new Map(),
      embedder: undefined,
      ownPlaces: [],
      providers: {},
      limits: {},
      sessionLimits: undefined,
      timeouts: {},
      deliveries: {},
      toolboxes: {
        math: true,
        calendar: {},
        web: { search: localSearch, allowLoopback: false, allowHosts: [], robots: true, hostDelayMs: 500 },
        hotel: 'named',
        files: undefined,
        shell: undefined,
        skills: [],
        knowledge: {},
        memory: true,
        agentsMd: undefined,
      },
      mcp: { servers: {}, sources: new Map(), file: undefined },
      toolLimits: {},
      denied: [],
      server: {},
    })
  })

  it('takes paths of the file from its folder', async () => {
    write({ data: 'data', store: 'db/gyre.db', keyValue: 'redis://localhost' })
    expect(await effective()).toMatchObject({
      file: join(home, 'gyre.config.json'),
      data: join(home, 'data'),
      store: join(home, 'db/gyre.db'),
      keyValueUrl: 'redis://localhost',
    })
    write({ store: ':memory:' })
    expect(await effective()).toMatchObject({ store: ':memory:' })
  })

  it('takes the address of PostgreSQL from the variable, else from the file, and keeps the path of a file', async () => {
    write({ store: 'postgres://me@db/one' })
    expect(await effective()).toMatchObject({ store: undefined, databaseUrl: 'postgres://me@db/one' })
    expect(await effective({ GYRE_DATABASE_URL: 'postgresql://me@db/two' })).toMatchObject({
      store: undefined,
      databaseUrl: 'postgresql://me@db/two',
    })
    write({ store: 'db/gyre.db' })
    expect(await effective({ GYRE_DATABASE_URL: 'postgres://me@db/two' })).toMatchObject({
      store: join(home, 'db/gyre.db'),
      databaseUrl: 'postgres://me@db/two',
    })
  })

  it('keeps the passwords of every database it is told of out of traces', async () => {
    write({ store: 'postgres://me:first-pass@db/one' })
    const env = { GYRE_DATABASE_URL: 'postgres://me:p%40ss-two@db/two?password=third-pass', PGPASSWORD: 'fourth-pass' }
    const { runtime } = await effective(env)
    expect(runtime.secrets).toEqual(['p%40ss-two', 'p@ss-two', 'first-pass', 'third-pass', 'fourth-pass'])
  })

  it('has limits in the words of the runtime', async () => {
    write({ limits: { sessionsPerOwner: 5, sessionsPerPersona: { helper: 2 }, sessionsPerProvider: { openai: 10 } } })
    expect((await effective()).sessionLimits).toEqual({
      perOwner: 5,
      personas: { helper: 2 },
      providers: { openai: 10 },
    })
    write({ limits: { sessionsPerOwner: 5 } })
    expect((await effective()).sessionLimits).toEqual({ perOwner: 5 })
  })

  it('lets variables win over the file, their paths seen from the working folder', async () => {
    write({ data: 'data', keyValue: 'redis://localhost', models: { default: 'openai/gpt-5' } })
    const env = { GYRE_DATA: 'other', GYRE_KV_URL: 'valkeys://far:1/2', GYRE_KEY: 'pass', GYRE_LOG: 'debug' }
    const config = await effective({ ...env, GYRE_MODEL: 'mistral/large' })
    expect(config).toMatchObject({
      data: join(cwd, 'other'),
      keyValueUrl: 'valkeys://far:1/2',
      key: ['pass'],
      log: 'debug',
      runtime: {
        settings: { config: { default_model: 'openai/gpt-5' }, environment: { default_model: 'mistral/large' } },
      },
    })
    const runtime = open({ ...config.runtime })
    expect(await runtime.settings.entry('default_model')).toMatchObject({
      value: 'mistral/large',
      source: 'environment',
    })
    await runtime.close()
  })

  it('takes who embeds from the variable, the file or an object in it', async () => {
    write({ models: { embedding: 'openai/text-embedding-3-small' } })
    const config = await effective({ GYRE_EMBEDDING_MODEL: ' lexical/hashed ' })
    expect(config.runtime.settings).toEqual({
      config: { embedding_model: 'openai/text-embedding-3-small' },
      environment: { embedding_model: 'lexical/hashed' },
    })
    expect(config.embedder).toBeUndefined()
    const runtime = open({ ...config.runtime })
    expect(await runtime.settings.entry('embedding_model')).toMatchObject({ value: 'lexical/hashed' })
    await runtime.close()
  })

  it('says of models what settings say', async () => {
    const prices = { 'house/small': { input: 1, output: 2 } }
    const fallbacks = { 'openai/gpt-5': ['house/small'] }
    const providers = { house: { baseUrl: 'http://127.0.0.1:1/v1', apiKeyEnv: 'HOUSE_KEY' } }
    const limits = { 'house/small': { concurrency: 2 } }
    const timeouts = { callMs: 5 }
    const models = {
      default: 'heavy',
      tiers: { heavy: 'openai/gpt-5' },
      prices,
      fallbacks,
      providers,
      limits,
      timeouts,
    }
    write({ models, settings: { loops_off: ['direct'] } })
    const config = await effective()
    expect(config.runtime.settings.config).toEqual({
      default_model: 'heavy',
      'tier.heavy': 'openai/gpt-5',
      prices,
      fallbacks,
      loops_off: ['direct'],
    })
    expect(config).toMatchObject({ providers, limits, timeouts })
  })

  it('knows models that are objects by their names', async () => {
    const file = join(home, 'mine.mjs')
    const given = "{ specificationVersion: 'v4', provider: 'acme.chat', modelId: 'big' }"
    const own = "{ id: 'own/one', stream() {} }"
    const tiers = "{ light: { id: 'own/two', stream() {} } }"
    writeFileSync(file, `export default { models: { default: ${given}, tiers: ${tiers}, named: { mine: ${own} } } }\n`)
    const { models, runtime } = await effectiveConfig({ cwd, env: {}, file, loops })
    expect([...models.keys()].sort()).toEqual(['acme/big', 'mine', 'own/one', 'own/two'])
    expect(models.get('mine')).toBe(models.get('own/one'))
    expect(runtime.settings.config).toEqual({ default_model: 'acme/big', 'tier.light': 'own/two' })
  })

  it.each([
    ['one two, three;|four', ['one two, three;|four']],
    ['|', ['|']],
    ['old||new', ['old', 'new']],
    ['a b||c|d||e', ['a b', 'c|d', 'e']],
    [` key:${'_'.repeat(43)}||new `, [`key:${'_'.repeat(43)}`, 'new']],
  ])('takes one key or several: %j', async (text, key) => {
    expect((await effective({ GYRE_KEY: text })).key).toEqual(key)
  })

  it.each([
    ['secret||', '`||` stands between two keys, each of which has no `|` beside it and is not empty: OLD||NEW'],
    ['||secret', '`||` stands between two keys, each of which has no `|` beside it and is not empty: OLD||NEW'],
    ['secret|||more', '`||` stands between two keys, each of which has no `|` beside it and is not empty: OLD||NEW'],
    ['secret||||more', '`||` stands between two keys, each of which has no `|` beside it and is not empty: OLD||NEW'],
    ['secret || more', 'no space stands beside `||`: OLD||NEW'],
    ['secret\nmore', 'it has several lines; write several keys as OLD||NEW'],
    ['key:secret||more', 'behind `key:` stands a line of a file `key`, which has 43 characters'],
  ])('refuses keys that can be read in two ways, without telling them: %j', async (text, says) => {
    const refused = effective({ GYRE_KEY: text })
    await expect(refused).rejects.toMatchObject({ code: 'setting-invalid', message: `Environment: GYRE_KEY: ${says}` })
    await expect(refused).rejects.not.toMatchObject({ message: expect.stringMatching(/secret|more/) })
  })

  it('keeps keys out of traces, but not words that only stand for one', async () => {
    write({
      secrets: ['hidden words'],
      models: { providers: { house: { baseUrl: 'http://h', apiKeyEnv: 'HOUSE_KEY' } } },
    })
    const env = { OPENAI_API_KEY: 'ollama', ANTHROPIC_API_KEY: 'a-very-long-key', HOUSE_KEY: 'key of the house' }
    const { runtime } = await effective({ ...env, GYRE_KEY: 'a long passphrase', OTHER: 'something else' })
    expect(runtime.secrets).toEqual(['hidden words', 'a long passphrase', 'a-very-long-key', 'key of the house'])
    const line = 'x'.repeat(43)
    const several = await effective({ GYRE_KEY: `the first passphrase||short||key:${line}` })
    expect(several.runtime.secrets).toEqual(['hidden words', 'the first passphrase', `key:${line}`, line])
  })

  it('keeps keys of search and of servers out of traces, given or filled in', async () => {
    write({
      toolboxes: { web: { search: { provider: 'brave', apiKeyEnv: 'MY_SEARCH' } } },
      mcpServers: { house: { url: 'https://mcp.example/', headers: { Authorization: 'Bearer given-in-the-file' } } },
    })
    const shared = { disk: { command: 'x', env: { TOKEN: `\${FILES_TOKEN}`, MODE: 'production' } } }
    writeFileSync(join(home, '.mcp.json'), JSON.stringify({ mcpServers: shared }))
    const env = { MY_SEARCH: 'key of my search', TAVILY_API_KEY: 'another long key', FILES_TOKEN: 'abc123' }
    const { runtime } = await effective(env)
    expect(runtime.secrets).toEqual(
      expect.arrayContaining(['key of my search', 'another long key', 'given-in-the-file', 'abc123']),
    )
    expect(runtime.secrets).not.toContain('production')
    const { runtime: other } = await effectiveConfig({ cwd: '/', env: { SEARXNG_URL: 'http://me:p%40ss@s:1/' } })
    expect(other.secrets).toEqual(['p%40ss', 'p@ss'])
    const odd = await effectiveConfig({ cwd: '/', env: { SEARXNG_URL: 'http://me:100%@s:1/' } })
    expect(odd.runtime.secrets).toEqual(['100%'])
  })

  it('takes the tools of toolboxes one by one', async () => {
    const file = join(home, 'mine.mjs')
    const tool = (name: string) => `{ name: '${name}', description: 'x', run() {}, schema: {} }`
    const box = `{ name: 'box', description: 'x', tools: [${tool('box.one')}, ${tool('box.two')}] }`
    writeFileSync(file, `export default { tools: [${tool('zero')}, ${box}] }\n`)
    const { runtime } = await effectiveConfig({ cwd, env: {}, file, loops })
    expect(runtime.tools.map(({ name }) => name)).toEqual(['zero', 'box.one', 'box.two'])
  })

  it('takes folders of tools from the folder of the file, and `skills` beside it when nothing else is said', async () => {
    for (const folder of ['notes', 'skills', 'more']) mkdirSync(join(home, folder))
    write({ toolboxes: { files: { root: 'notes' }, shell: { programs: ['ls'] } }, permissions: { deny: ['net'] } })
    expect(await effective()).toMatchObject({
      toolboxes: {
        files: { root: join(home, 'notes'), write: false },
        shell: { programs: ['ls'], cwd: home },
        skills: [join(home, 'skills')],
      },
      denied: ['net'],
    })
    write({ toolboxes: { skills: 'more' } })
    expect((await effective()).toolboxes.skills).toEqual([join(home, 'more')])
    write({ toolboxes: { skills: [] } })
    expect((await effective()).toolboxes.skills).toEqual([])
  })

  it('tells which folders and files of tools are not there', async () => {
    writeFileSync(join(home, 'file'), '')
    const search = { provider: 'fixture', file: 'none.json' }
    write({ toolboxes: { files: { root: 'file' }, skills: ['none'], web: { search } } })
    expect(await faultOf({})).toBe(
      [
        'config-file-invalid',
        '../gyre.config.json:1:31: toolboxes.files.root: there is no such folder: file',
        '../gyre.config.json:1:49: toolboxes.skills[0]: there is no such folder: none',
        '../gyre.config.json:1:102: toolboxes.web.search.file: there is no such file: none.json',
      ].join('\n'),
    )
  })

  it('tells which variables are wrong, and no password', async () => {
    const env = {
      GYRE_MODEL: 'gpt 5',
      GYRE_EMBEDDING_MODEL: 'e 5',
      GYRE_KV_URL: 'http://me:secret@host',
      GYRE_DATABASE_URL: 'mysql://me:secret@host',
      GYRE_LOG: 'loud',
    }
    expect(await faultOf(env)).toBe(
      [
        'setting-invalid',
        'Environment: GYRE_MODEL: expected `provider/model`, such as openai/gpt-5, or an empty text, got "gpt 5"',
        'Environment: GYRE_EMBEDDING_MODEL: expected `provider/model`, such as openai/gpt-5, or an empty text, got "e 5"',
        'Environment: GYRE_KV_URL: the address of a Valkey server is like valkey://localhost:6379/0',
        'Environment: GYRE_DATABASE_URL: the address of a PostgreSQL database is like postgres://USER:PASSWORD@HOST:5432/DATABASE',
        'Environment: GYRE_LOG: expected "error", "warn", "info" or "debug", got "loud"',
      ].join('\n'),
    )
  })

  it.each([
    'postgres://gyre:p@ss/w0rd@127.0.0.1:5432/gyre',
    'postgres://gyre:12/w0rd@127.0.0.1:5432/gyre',
    'postgres://gyre:12?w0rd@127.0.0.1:5432/gyre',
    'postgres://gyre:12?w0=rd@127.0.0.1:5432/gyre',
    'postgres://gyre:12#w0rd@127.0.0.1:5432/gyre',
    'postgres://gyre:p@1#w0rd@127.0.0.1:5432/gyre',
    'postgresql://gyre:p@1/w0?rd@127.0.0.1/gyre',
    'postgres://gyre:w0%rd@127.0.0.1:5432/gyre',
  ])('refuses an address that signs of a password have split, and tells none of it: %s', async (url) => {
    expect(await faultOf({ GYRE_DATABASE_URL: url })).toBe(
      'setting-invalid\nEnvironment: GYRE_DATABASE_URL: the address of a PostgreSQL database is like postgres://USER:PASSWORD@HOST:5432/DATABASE; write signs such as @ / ? # % in a password as %40 %2F %3F %23 %25',
    )
  })

  it.each([
    'postgres://gyre:p%40ss%2Fw0rd@127.0.0.1:5432/gyre',
    'postgres://gyre:p@ss:w0rd@127.0.0.1:5432/gyre',
    'postgres://127.0.0.1/gyre?user=gyre&password=p%40ss',
    'postgres:///gyre?host=/run/postgresql',
    'postgres://gyre@[::1]:5432/gyre?sslmode=require',
    'postgres://127.0.0.1',
  ])('takes an address that can be read in one way: %s', async (url) => {
    expect((await effective({ GYRE_DATABASE_URL: url })).databaseUrl).toBe(url)
  })

  it('fails with the faults of the file', async () => {
    write({ settings: { default_loop: 'nope' } })
    expect(await faultOf({})).toBe(
      'config-file-invalid\n../gyre.config.json:1:29: settings.default_loop: there is no loop `nope`; there are `direct`.',
    )
  })
})
