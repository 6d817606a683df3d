import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@gyre/core'
import { calls, says, scriptedModel } from '@gyre/core/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { openWorkplace } from './workplace.ts'

/** A place whose file tools work on the whole project. */
async function placeWith(config: object, env: Readonly<Record<string, string>> = {}) {
  const cwd = temporaryFolder()
  mkdirSync(join(cwd, 'notes'))
  const toolboxes = { files: { root: '.', write: true }, shell: { programs: ['cat', 'grep'] } }
  const named = "{ 'test/scripted': { id: 'test/scripted', async *stream() {} } }"
  const written = JSON.stringify({ toolboxes, ...config })
  writeFileSync(join(cwd, 'gyre.config.mjs'), `export default { models: { named: ${named} }, ...${written} }\n`)
  const place = await openWorkplace({
    cwd,
    env: { HOME: '/nowhere', PATH: process.env['PATH'], ...env },
    platform: 'linux',
  })
  onTestFinished(() => place.close({ graceMs: 0 }))
  /** What a session is told that calls a tool. */
  const told = async (tool: string, input: JsonObject) => {
    const model = scriptedModel(calls(tool, input), says('Done.'))
    const session = await place.runtime.start('react', 'Go.', { model, tools: await place.tools([tool]) })
    if ((await session.idle()) === 'waiting') await session.approve()
    await session.outcome
    const { rows } = await place.runtime.read(session.id)
    return JSON.stringify(rows.find(({ kind, type }) => kind === 'tool' && type === 'step.finished')?.result)
  }
  return { cwd, told, key: (path: string) => readFileSync(join(cwd, path), 'utf8').trim() }
}

const refused = 'belongs to what Gyre itself keeps'

describe('the files of the store', () => {
  it.each([
    ['the data folder', { data: 'data' }, {}, ['data/key', 'data/gyre.db', 'data/anything']],
    ['the data folder of the environment', {}, { GYRE_DATA: 'here' }, ['here/key', 'here/gyre.db-wal']],
    ['a file that the config names', { store: 'kept/all.sqlite' }, {}, ['kept/key', 'kept/all.sqlite']],
    ['a data folder that is the project itself', { data: '.' }, {}, ['key', 'gyre.db', 'gyre.db-shm', 'gyre.db.moved']],
  ])('are closed to tools: %s', async (_, config, env, paths) => {
    const { cwd, told } = await placeWith(config, env)
    for (const path of paths) {
      const before = path.endsWith('key') ? readFileSync(join(cwd, path), 'utf8') : undefined
      expect(await told('files.write', { path, text: 'x' })).toContain(refused)
      if (before === undefined) continue
      expect(await told('files.read', { path })).toContain(refused)
      expect(readFileSync(join(cwd, path), 'utf8')).toBe(before)
    }
    expect(await told('files.write', { path: 'notes/a.txt', text: 'x' })).toContain('Made')
  })

  it('have a key that no trace holds, whoever reads it', async () => {
    const { told, key } = await placeWith({ data: 'data' })
    const said = await told('shell.run', { program: 'grep', args: ['-r', '.', 'data', '--include', 'key'] })
    expect(said).toContain('[redacted]')
    expect(said).not.toContain(key('data/key'))
  })

  it.each([
    { program: 'cat', args: ['data/key'] },
    { program: 'cat', args: ['./notes/../data/key'] },
    { program: 'grep', args: ['x', '--file=data/key'] },
    { program: 'cat', args: ['key'], cwd: 'data' },
  ])('are closed to programs that are told their paths: %j', async (input) => {
    const { told } = await placeWith({ data: 'data' })
    expect(await told('shell.run', input)).toContain(refused)
  })

  it('are closed in data folders that are not used now, too', async () => {
    const { cwd, told } = await placeWith({ data: 'data' }, { GYRE_DATA: 'other' })
    mkdirSync(join(cwd, 'data'))
    writeFileSync(join(cwd, 'data/key'), 'x')
    expect(await told('files.read', { path: 'data/key' })).toContain(refused)
    expect(await told('files.read', { path: 'other/key' })).toContain(refused)
  })

  it('lead to no program that a tool could name', async () => {
    const { told } = await placeWith({ data: 'data' })
    const text = JSON.stringify({ mcpServers: { evil: { command: 'touch', args: ['x'] } } })
    expect(await told('files.write', { path: '.mcp.json', text })).toContain('names programs that Gyre starts')
    expect(await told('files.write', { path: 'gyre.config.ts', text })).toContain('configures Gyre')
  })
})
