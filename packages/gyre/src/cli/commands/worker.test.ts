import { join } from 'node:path'
import { GyreError } from '@gyre/core'
import { describe, expect, it, vi } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { FakeHost } from '../../../test/fake-host.ts'
import { invoke } from '../invoke.ts'
import type { PlaceOptions } from '../place.ts'

const env = { GYRE_MODEL: 'demo/rules' }

async function gyre(cwd: string, ...args: readonly string[]) {
  const host = new FakeHost({ cwd, env: { HOME: cwd, ...env } })
  const code = await invoke(['--data', join(cwd, 'data'), ...args], host)
  return { code, out: host.out, err: host.err }
}

/** A worker in a folder, once it has said that it works. */
async function working(cwd: string, ...args: readonly string[]) {
  const host = new FakeHost({ cwd, env: { HOME: cwd, ...env } })
  const code = invoke(['--data', join(cwd, 'data'), 'worker', ...args], host)
  await vi.waitFor(() => expect(host.out).not.toBe(''), { timeout: 20_000 })
  return { host, code }
}

const statusOf = async (cwd: string, id: string) => JSON.parse((await gyre(cwd, 'show', id, '--json')).out).status

describe('a session that is queued on SQLite', () => {
  it('is run by nobody until a worker comes, which hands it back when it ends', async () => {
    const cwd = temporaryFolder()
    const queued = await gyre(cwd, 'run', '--queue', '--priority', '5', 'What is 17 * 6 + 14?')
    const id = queued.out.trim()
    expect(queued).toMatchObject({ code: 0, out: expect.stringMatching(/^ses_\S+\n$/) })
    expect(queued.err).toContain(`Queued. How it stands: gyre show ${id}`)
    expect(await statusOf(cwd, id)).toBe('queued')
    const { host, code } = await working(cwd)
    expect(host.out).toBe(`Gyre 0.1.0 works for ${join(cwd, 'data', 'gyre.db')}, on up to 20 sessions at once\n`)
    await vi.waitFor(async () => expect(await statusOf(cwd, id)).toBe('completed'), { timeout: 20_000 })
    host.interrupt()
    expect(await code).toBe(0)
    expect(host.err).toContain('Handing sessions over; others go on with them. Once more ends at once.')
  })

  it.each([
    [['run', '--queue', 'Hello?'], { concurrency: 0 }],
    [['run', 'Hello?'], undefined],
  ])('is begun where nothing that waits is run, as no other is: %j', async (args, dispatch) => {
    const asked: PlaceOptions[] = []
    const open = async (options: PlaceOptions) => {
      asked.push(options)
      throw new GyreError('store-failed', 'That is enough.')
    }
    expect(await invoke(args, new FakeHost(), { open })).toBe(1)
    expect(asked.map((options) => options.dispatch)).toEqual([dispatch])
  })

  it('waits for its time', async () => {
    const cwd = temporaryFolder()
    const time = '2999-01-01T00:00:00.000Z'
    const { out } = await gyre(cwd, 'run', '--queue', '--not-before', time, '--json', '-l', 'direct', 'Hello?')
    expect(JSON.parse(out)).toMatchObject({ status: 'queued', loop: 'direct', priority: 0, notBefore: time })
    const later = JSON.parse((await gyre(cwd, 'run', '--queue', '--json', 'What is 2 + 2?')).out).session
    const { host, code } = await working(cwd, '--concurrency', '1')
    await vi.waitFor(async () => expect(await statusOf(cwd, later)).toBe('completed'), { timeout: 20_000 })
    expect(await statusOf(cwd, JSON.parse(out).session)).toBe('queued')
    host.interrupt()
    await code
  })

  it.each([
    [['run', '--priority', '5', 'Hello?'], '`--priority` is for a session that waits for a worker: add `--queue`.'],
    [
      ['run', '--not-before', '5m', 'Hello?'],
      '`--not-before` is for a session that waits for a worker: add `--queue`.',
    ],
    [['run', '--queue', '--out', 'a.md', 'Hello?'], '`--out` needs the answer, and `--queue` does not wait for it.'],
    [['run', '--queue', '--priority', '2000', 'Hello?'], 'expected a whole number from -1000 to 1000.'],
    [['run', '--queue', '--not-before', 'soon', 'Hello?'], '`--not-before soon`: expected a time'],
    [['worker', '--concurrency', '0'], '`--concurrency 0`: expected a whole number of at least 1.'],
    [['worker', '--grace', 'long'], '`--grace long`: expected seconds'],
  ])('is not begun when what was typed is wrong: %j', async (args, says) => {
    expect(await gyre(temporaryFolder(), ...args)).toMatchObject({ code: 2, err: expect.stringContaining(says) })
  })
})

describe('`gyre schedule`', () => {
  it.each([[['schedule']], [['schedule', 'add', 'x', '--cron', '0 8 * * *', 'Hello?']], [['schedule', 'remove', 'x']]])(
    'says why there is none on SQLite: %j',
    async (args) => {
      expect(await gyre(temporaryFolder(), ...args)).toMatchObject({
        code: 2,
        err: expect.stringContaining(
          'Schedules are kept in PostgreSQL, where one of many workers starts each session.',
        ),
      })
    },
  )

  it.each([
    [['schedule', 'add', 'x', 'Hello?'], 'needs `--cron'],
    [['schedule', 'add', 'a b', '--cron', '0 8 * * *', 'Hello?'], '`a b`: expected a name'],
    [['schedule', 'add', 'x', '--cron', '*/5 * * * * *', 'Hello?'], '`--cron "*/5 * * * * *"`: expected minute, hour'],
    [['schedule', 'add', 'x', '--cron', '0 8 * * *', '--tz', 'Mars', 'Hello?'], '`--tz Mars`: expected a time zone'],
  ])('refuses what it cannot read: %j', async (args, says) => {
    expect(await gyre(temporaryFolder(), ...args)).toMatchObject({ code: 2, err: expect.stringContaining(says) })
  })
})
