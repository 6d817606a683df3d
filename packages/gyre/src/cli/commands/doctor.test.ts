import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { localServer } from '../../../../tools/test/net/local-server.ts'
import { FakeHost } from '../../../test/fake-host.ts'
import type { Finding } from '../doctor/finding.ts'
import { invoke } from '../invoke.ts'

type Report = { readonly ok: boolean; readonly findings: readonly Finding[] }

const demo = { GYRE_MODEL: 'demo/rules' }

async function examined(cwd: string, env: Readonly<Record<string, string>> = demo) {
  const host = new FakeHost({ cwd, env: { HOME: cwd, ...env } })
  const code = await invoke(['doctor', '--json', '--data', join(cwd, 'data')], host)
  const { ok, findings } = JSON.parse(host.out) as Report
  return { code, ok, out: host.out, of: (check: string) => findings.filter((finding) => finding.check === check) }
}

async function withSession(): Promise<string> {
  const cwd = temporaryFolder()
  const host = new FakeHost({ cwd, env: { HOME: cwd, ...demo } })
  expect(await invoke(['run', '-q', '--data', join(cwd, 'data'), 'What is 2 + 2?'], host)).toBe(0)
  return cwd
}

describe('`gyre doctor`', () => {
  it('finds nothing wrong where nothing was done yet, and makes nothing', async () => {
    const cwd = temporaryFolder()
    const { code, ok, of } = await examined(cwd)
    expect([code, ok]).toEqual([0, true])
    expect(of('data folder')).toMatchObject([{ level: 'ok', message: expect.stringContaining('made with the first') }])
    expect(of('config')).toMatchObject([{ message: 'no config file' }])
    expect(() => statSync(join(cwd, 'data'))).toThrow('ENOENT')
  })

  it('fits the terminal', async () => {
    const cwd = temporaryFolder()
    const host = new FakeHost({ cwd, env: { HOME: cwd, NO_COLOR: '1', ...demo }, isTty: true, columns: 60 })
    expect(await invoke(['doctor', '--data', join(cwd, 'data')], host)).toBe(0)
    expect(host.out).toContain('  ✓ config\n      no config file\n')
    expect(host.out).toContain('        start a local server, or:\n          gyre settings set default_model NAME\n')
    expect(host.out.split('\n').filter((line) => line.length > 60)).toEqual([])
  })

  it('counts sessions, and says which model is used and why', async () => {
    const { code, of } = await examined(await withSession())
    expect(code).toBe(0)
    expect(of('sessions')).toMatchObject([{ level: 'ok', message: '1 session, none interrupted' }])
    expect(of('store')).toMatchObject([
      { level: 'ok', message: expect.stringMatching(/gyre\.db, format \d+, undamaged$/) },
    ])
    expect(of('model')).toMatchObject([{ level: 'note', message: expect.stringContaining('demo/rules: ') }])
  })

  it('warns of a key that others can read', async () => {
    const cwd = await withSession()
    const file = join(cwd, 'data', 'key')
    chmodSync(file, 0o644)
    const { code, of } = await examined(cwd)
    expect(code).toBe(0)
    expect(of('audit key')).toEqual([
      {
        group: 'This machine',
        check: 'audit key',
        level: 'note',
        message: `${file} can be read by others (mode 644).`,
        fix: `Run: chmod 600 '${file}'`,
      },
    ])
  })

  it('does not take a setting that is wrong for a fault of the store', async () => {
    const { code, of } = await examined(await withSession(), { GYRE_MODEL: 'opnai/x' })
    expect(code).toBe(1)
    expect([of('store'), of('settings'), of('model')]).toMatchObject([
      [{ level: 'ok' }],
      [{ level: 'fault', message: expect.stringContaining('did you mean `openai`?') }],
      [{ level: 'fault', message: expect.stringContaining('Did you mean `openai/x`?') }],
    ])
  })

  it('finds a damaged store', async () => {
    const cwd = await withSession()
    writeFileSync(join(cwd, 'data', 'gyre.db'), 'This is no database, whatever it is called.')
    const { code, of } = await examined(cwd)
    expect(code).toBe(1)
    expect(of('store')).toMatchObject([{ level: 'fault', message: expect.stringContaining('is damaged: ') }])
  })

  it('finds a config file that is wrong', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'gyre.config.json'), '{ "tols": [] }')
    const { code, of } = await examined(cwd)
    expect(code).toBe(1)
    expect(of('config')).toMatchObject([{ level: 'fault', message: expect.stringContaining('gyre.config.json') }])
  })

  it('names a key that is missing, and never shows one that is there', async () => {
    const cwd = temporaryFolder()
    const { code, of, out } = await examined(cwd, { GYRE_MODEL: 'openai/gpt-5', MISTRAL_API_KEY: 'abc-secret-123' })
    expect(code).toBe(1)
    expect(of('model')).toMatchObject([{ level: 'fault', message: '`openai/gpt-5` needs a key in OPENAI_API_KEY.' }])
    expect(of('keys')).toMatchObject([{ level: 'ok', message: 'MISTRAL_API_KEY' }])
    expect(out).not.toContain('abc-secret-123')
  })

  it('counts the keys of providers the config file names, and says that it names the model', async () => {
    const cwd = temporaryFolder()
    const house = { baseUrl: 'http://nowhere.invalid/v1', apiKeyEnv: 'HOUSE_KEY' }
    const models = { default: 'house/big', providers: { house } }
    writeFileSync(join(cwd, 'gyre.config.json'), JSON.stringify({ models }))
    const { of } = await examined(cwd, { HOUSE_KEY: 'abc-secret-123' })
    expect(of('model')).toMatchObject([{ level: 'ok', message: 'house/big: the config file names it' }])
    expect(of('network')).toMatchObject([
      { level: 'fault', message: expect.stringContaining('nowhere.invalid is a name') },
    ])
    expect(of('keys')).toMatchObject([{ level: 'ok', message: 'HOUSE_KEY' }])
  })

  it('tells who embeds, and how much there is in the index', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'a.md'), 'Kelp grows in the bay.')
    const host = new FakeHost({ cwd, env: { HOME: cwd, ...demo } })
    expect(await invoke(['knowledge', 'add', 'a.md', '--data', join(cwd, 'data')], host)).toBe(0)
    const well = await examined(cwd)
    expect([well.code, well.of('embedder'), well.of('knowledge')]).toMatchObject([
      0,
      [{ level: 'ok', message: 'lexical/hashed-1: by words, no service' }],
      [{ level: 'ok', message: expect.stringMatching(/^1 document, 1 chunk; vectors are searched /) }],
    ])
    const other = await examined(cwd, { ...demo, GYRE_EMBEDDING_MODEL: 'ollama/e5' })
    expect([other.code, other.of('embedder'), other.of('knowledge')]).toMatchObject([
      1,
      [{ level: 'ok', message: 'ollama/e5' }],
      [{ level: 'fault', fix: 'Make them anew: gyre knowledge reembed' }],
    ])
    const none = await examined(cwd, { ...demo, GYRE_EMBEDDING_MODEL: 'openai/e' })
    expect([none.code, none.of('embedder')]).toMatchObject([
      1,
      [{ level: 'fault', message: '`openai/e` needs a key in OPENAI_API_KEY.' }],
    ])
  })

  it('finds a key-value server that does not answer', async () => {
    const { code, of } = await examined(temporaryFolder(), { ...demo, GYRE_KV_URL: 'redis://127.0.0.1:1' })
    expect(code).toBe(1)
    expect(of('key-value server')).toMatchObject([{ level: 'fault', message: expect.stringContaining('ECONNREFUSED') }])
  })

  it('prints groups of lines, what to do below each, and what it comes to at the end', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'data'), '')
    const host = new FakeHost({ cwd, env: { HOME: cwd, BROWSER: process.execPath, ...demo } })
    expect(await invoke(['doctor', '--data', join(cwd, 'data')], host)).toBe(1)
    expect(host.out).toContain(
      `  ✗ data folder       ${join(cwd, 'data')} is no folder.\n` +
        '                      Fix: Move that file away, or name another folder: --data DIR.\n',
    )
    expect(host.out).toMatch(/^This machine\n {2}✓ node {14}Node \d+/)
    expect(host.out).toContain('\n\nModels\n  ! model             demo/rules: GYRE_MODEL names it\n')
    expect(host.out).toMatch(/\n\n1 thing to mend\. \d notes?\.\n$/)
    expect(readFileSync(join(cwd, 'data'), 'utf8')).toBe('')
  })

  it('asks the provider of the config whether the key and the model are right, and never shows the key', async () => {
    const cwd = temporaryFolder()
    const { url, requests } = await localServer((response) => {
      response.writeHead(401).end('{"error":"no"}')
    })
    const models = { default: 'house/big', providers: { house: { baseUrl: `${url}/v1`, apiKeyEnv: 'HOUSE_KEY' } } }
    writeFileSync(join(cwd, 'gyre.config.json'), JSON.stringify({ models }))
    const { code, of, out } = await examined(cwd, { HOUSE_KEY: 'abc-secret-123' })
    expect(code).toBe(1)
    expect(of('provider')).toMatchObject([{ level: 'fault', fix: 'Put a key of house that works into HOUSE_KEY.' }])
    expect(requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/v1/models', 'Bearer abc-secret-123'],
    ])
    expect(out).not.toContain('abc-secret-123')
  })

  it('says which address a server would have, and refuses one that others reach without a key', async () => {
    const cwd = temporaryFolder()
    await invoke(['run', '-q', '--data', join(cwd, 'data'), 'What is 2 + 2?'], new FakeHost({ cwd, env: demo }))
    writeFileSync(join(cwd, 'gyre.config.json'), JSON.stringify({ server: { host: '0.0.0.0', port: 0 } }))
    const open = await examined(cwd)
    expect([open.code, open.of('server'), open.of('port')]).toMatchObject([
      1,
      [{ level: 'fault', message: 'Others can reach 0.0.0.0, and there is no key.' }],
      [{ level: 'ok', message: 'any that is free' }],
    ])
    const host = new FakeHost({ cwd, env: { HOME: cwd, ...demo } })
    expect(await invoke(['keys', 'add', 'laptop', '--data', join(cwd, 'data')], host)).toBe(0)
    const closed = await examined(cwd)
    expect([closed.code, closed.of('server')]).toEqual([0, []])
  })
})
