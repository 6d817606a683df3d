import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { misbehavingServer, ok, rateLimited, splitToolCall, status } from '../../../models/test/misbehaving-server.ts'
import { FakeHost } from '../../test/fake-host.ts'
import { invoke } from '../cli/invoke.ts'
import { openWorkplace } from './workplace.ts'

/** A project folder with a config that names a server of chat completions as the provider `house`. */
function project(url: string, more = ''): string {
  const cwd = temporaryFolder()
  mkdirSync(join(cwd, 'personas'))
  const models = `{ default: 'house/m', providers: { house: { baseUrl: '${url}' } } ${more} }`
  writeFileSync(join(cwd, 'gyre.config.mjs'), `export default { data: 'data', models: ${models} }\n`)
  writeFileSync(join(cwd, 'personas', 'adder.yaml'), 'name: adder\nloop: react\ntools: [math.*]\ninstructions: Add.\n')
  return cwd
}

async function gyre(cwd: string, ...args: string[]) {
  const host = new FakeHost({ cwd })
  const code = await invoke(args, host)
  return { code, out: host.out, err: host.err }
}

describe('the command in a project with a config file', () => {
  it('runs its persona with its model and the tools there are', async () => {
    const { url, requests } = await misbehavingServer(
      splitToolCall('math__calculate', '{"expression":"2 + 3"}'),
      ok('It is 5.'),
    )
    const cwd = project(url)
    const { code, out } = await gyre(cwd, 'run', '-p', 'adder', '--json', 'What is 2 + 3?')
    expect(JSON.parse(out)).toMatchObject({
      loop: 'react',
      persona: 'adder',
      model: 'house/m',
      outcome: 'answered',
      answer: 'It is 5.',
      usage: { modelCalls: 2, toolCalls: 1, costUsd: null },
    })
    expect(code).toBe(0)
    expect(JSON.stringify(requests[1]?.body.messages)).toContain('"content":"5"')
  })

  it('tries again when the server is busy, and journals that it did', async () => {
    const { url } = await misbehavingServer(rateLimited('0'), status(503, 'Overloaded.'), ok('Fine.'))
    const cwd = project(url)
    expect(await gyre(cwd, 'run', '-l', 'direct', 'How are you?')).toMatchObject({ code: 0, out: 'Fine.\n' })
    const { runtime, close } = await openWorkplace({ cwd, env: {}, platform: 'linux' })
    const [row] = await runtime.list()
    const { rows } = await runtime.read(row?.id ?? '')
    const data = JSON.parse(rows.find(({ kind }) => kind === 'generate')?.data ?? '{}')
    expect(data).toMatchObject({ attempts: 3, retries: [{ status: 429 }, { status: 503 }] })
    await close()
  })

  it('ends with 5 and one clear error when the key is not accepted', async () => {
    const { url, requests } = await misbehavingServer(status(401, 'Incorrect API key provided.'))
    const { code, err } = await gyre(project(url), 'run', '-l', 'direct', 'How are you?')
    expect(code).toBe(5)
    expect(err).toContain('model-auth')
    expect(err).toContain('Incorrect API key provided.')
    expect(requests).toHaveLength(1)
  })

  it('refuses a limit in USD when the price is not known, before any work', async () => {
    const { url, requests } = await misbehavingServer(ok('Fine.'), ok('Fine.'))
    const limited = ['run', '-l', 'direct', '--budget', 'costUsd=1', 'How are you?']
    expect(await gyre(project(url), ...limited)).toMatchObject({
      code: 2,
      err: expect.stringContaining('the price of `house/m` is not known'),
    })
    expect(requests).toHaveLength(0)
    const priced = project(url, ", prices: { 'house/m': { input: 1, output: 2 } }")
    expect(await gyre(priced, ...limited)).toMatchObject({ code: 0, out: 'Fine.\n' })
  })

  it('closes the store when it cannot be opened as a whole', async () => {
    const cwd = temporaryFolder()
    const config = `
      import { writeFileSync } from 'node:fs'
      const list = () => Promise.reject(new Error('No catalog.'))
      const close = async () => writeFileSync(new URL('closed', import.meta.url), '')
      export default { store: { sessions: {}, journal: {}, keyValue: {}, keys: { current: { secret: new Uint8Array(32) } }, catalog: { list, get: list }, onChange: () => () => {}, close } }`
    writeFileSync(join(cwd, 'gyre.config.mjs'), config)
    await expect(openWorkplace({ cwd, env: {}, platform: 'linux' })).rejects.toThrow('No catalog.')
    expect(existsSync(join(cwd, 'closed'))).toBe(true)
  })

  it('says where a persona is wrong, and opens nothing', async () => {
    const cwd = project('http://127.0.0.1:1/v1')
    writeFileSync(join(cwd, 'personas', 'bad.yaml'), 'name: bad\nloop: react\nconfig:\n  maxIterations: ten\n')
    const { code, err } = await gyre(cwd, 'run', 'Hello?')
    expect(code).toBe(2)
    expect(err).toContain('personas/bad.yaml:4:18: config.maxIterations: expected')
  })

  it('saves no setting and no persona with a model of nobody', async () => {
    const cwd = project('http://127.0.0.1:1/v1')
    for (const [key, value] of [
      ['tier.heavy', 'opnai/x'],
      ['fallbacks', '{"house/m":["opnai/x"]}'],
    ] as const) {
      const { code, err } = await gyre(cwd, 'settings', 'set', key, value)
      expect(code).toBe(2)
      expect(err).toContain('there is no provider `opnai`; did you mean `openai`?')
    }
    writeFileSync(join(cwd, 'p.yaml'), 'name: p\nloop: direct\nmodels: { judge: opnai/x }\n')
    expect(await gyre(cwd, 'personas', 'save', join(cwd, 'p.yaml'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('models.judge: there is no provider `opnai`'),
    })
    const { err } = await gyre(cwd, 'personas', 'validate', join(cwd, 'p.yaml'))
    expect(err).toContain('p.yaml: models.judge: there is no provider `opnai`')
    expect(await gyre(cwd, 'settings', 'set', 'tier.heavy', 'house/large')).toMatchObject({ code: 0 })
  })
})
