import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sqliteStore } from '@gyre/stores/sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { FakeHost } from '../../../test/fake-host.ts'
import { invoke } from '../invoke.ts'

/** Nobody answers there. */
const url = 'postgres://gyre:hunter22@127.0.0.1:1/gyre'
const way = ['migrate', '--from', 'sqlite', '--to', 'postgres']

async function gyre(cwd: string, env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const host = new FakeHost({ cwd, env: { HOME: cwd, ...env } })
  const code = await invoke(['--data', join(cwd, 'data'), ...args], host)
  return { code, said: host.out + host.err }
}

/** A folder with a session in it. */
async function withSession(): Promise<string> {
  const cwd = temporaryFolder()
  expect(await gyre(cwd, { GYRE_MODEL: 'demo/rules' }, 'run', 'What is 2 + 2?')).toMatchObject({ code: 0 })
  return cwd
}

describe('`gyre migrate`', () => {
  it.each([
    [['migrate'], {}, 'There is one way to go: gyre migrate --from sqlite --to postgres'],
    [['migrate', '--from', 'postgres', '--to', 'sqlite'], {}, 'Nothing goes from `postgres` to `sqlite`.'],
    [way, {}, 'Say where to: GYRE_DATABASE_URL=postgres://USER:PASSWORD@HOST:5432/DATABASE'],
    [way, { GYRE_DATABASE_URL: url }, 'There is no file '],
  ])('refuses what it cannot do: %j with %j', async (args, env, says) => {
    expect(await gyre(temporaryFolder(), env, ...args)).toMatchObject({ code: 2, said: expect.stringContaining(says) })
  })

  it('asks before, and moves nothing where nobody can be asked', async () => {
    const cwd = await withSession()
    const { code, said } = await gyre(cwd, { GYRE_DATABASE_URL: url }, ...way)
    expect(code).toBe(4)
    expect(said).toContain(`Everything in ${join(cwd, 'data', 'gyre.db')} goes to postgres://gyre@127.0.0.1:1/gyre.`)
    expect(said).toContain('add `--yes`')
    expect(said).toContain('Fix: Answer it at a terminal, or beforehand: gyre help migrate\n')
    expect(said).not.toContain('hunter22')
  })

  it('refuses a file that another process has open, idle as it may be', async () => {
    const cwd = await withSession()
    const store = sqliteStore(join(cwd, 'data', 'gyre.db'))
    onTestFinished(() => store.close())
    await store.sessions.list({})
    const { code, said } = await gyre(cwd, { GYRE_DATABASE_URL: url }, ...way, '--yes')
    expect([code, said]).toEqual([
      1,
      expect.stringContaining(`Another process has ${join(cwd, 'data', 'gyre.db')} open.`),
    ])
  })

  it('leaves the file as it is when nobody answers at the other end', async () => {
    const cwd = await withSession()
    const { code, said } = await gyre(cwd, { GYRE_DATABASE_URL: url }, ...way, '--yes')
    expect([code, said]).toEqual([1, expect.stringContaining('Fix: Check GYRE_DATABASE_URL')])
    expect(said).not.toContain('hunter22')
    expect(existsSync(join(cwd, 'data', 'gyre.db'))).toBe(true)
    expect(await gyre(cwd, {}, 'ps', '--all')).toMatchObject({ said: expect.stringContaining('What is 2 + 2?') })
  })

  it('refuses a key that the file was not written with, before it asks anybody', async () => {
    const cwd = await withSession()
    const { code, said } = await gyre(cwd, { GYRE_DATABASE_URL: url, GYRE_KEY: 'another-key' }, ...way, '--yes')
    const { keys, close } = sqliteStore(join(cwd, 'data', 'gyre.db'))
    onTestFinished(() => close())
    expect([code, said]).toEqual([
      1,
      expect.stringContaining(
        `are signed with key ${keys.current.id}, which is not known where they are moved to: give every key they were written with, GYRE_KEY=OLD||NEW,`,
      ),
    ])
    expect(said).not.toContain('another-key')
    expect(await gyre(cwd, {}, 'verify', '--all')).toMatchObject({ code: 0, said: expect.stringContaining('ok') })
  })

  it('makes no key where none is known', async () => {
    const cwd = temporaryFolder()
    const written = { GYRE_MODEL: 'demo/rules', GYRE_KEY: 'a passphrase' }
    expect(await gyre(cwd, written, 'run', 'What is 2 + 2?')).toMatchObject({ code: 0 })
    expect(await gyre(cwd, { GYRE_DATABASE_URL: url }, ...way, '--yes')).toMatchObject({
      code: 1,
      said: expect.stringContaining('which is not known where they are moved to'),
    })
    expect(existsSync(join(cwd, 'data', 'key'))).toBe(false)
  })

  it('says so when the file was moved before, and overwrites none that was', async () => {
    const cwd = await withSession()
    const aside = join(cwd, 'data', 'gyre.db.moved')
    writeFileSync(aside, '')
    const env = { GYRE_DATABASE_URL: url }
    expect((await gyre(cwd, env, ...way)).said).toContain(`${aside} is there from an earlier move.`)
    rmSync(join(cwd, 'data', 'gyre.db'))
    expect((await gyre(cwd, env, ...way)).said).toContain(`gyre.db was moved already: it is ${aside} now.`)
  })
})
