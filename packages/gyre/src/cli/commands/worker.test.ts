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

  it('takes the time that the demo model was given', async () => {
    const cwd = temporaryFolder()
    const id = (await gyre(cwd, 'run', '--queue', 'What is 2 + 2?')).out.trim()
    const { host, code } = await working(cwd, '--demo-pace', '60000', '--grace', '0')
    await vi.waitFor(async () => expect(await statusOf(cwd, id)).toBe('running'), { timeout: 20_000 })
    host.interrupt()
    expect(await code).toBe(0)
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

  it('tells its priority and its time, and what it waits for', async () => {
    const cwd = temporaryFolder()
    const time = '2999-01-01T00:00:00.000Z'
    const later = (await gyre(cwd, 'run', '--queue', '--priority', '5', '--not-before', time, 'Later?')).out.trim()
    const next = (await gyre(cwd, 'run', '--queue', 'Next?')).out.trim()
    const shown = await gyre(cwd, 'show', later)
    expect(shown.out).toMatch(/\nPriority +5\nNot before +2999-01-01T00:00:00\.000Z\n/)
    expect(shown.err).toBe(`\nIt waits for its time, ${time}. Have it here at once with: gyre resume ${later}\n`)
    const other = await gyre(cwd, 'show', next)
    expect(other.out).not.toMatch(/Priority|Not before|Worker/)
    expect(other.err).toBe(`\nIt waits for a worker (gyre worker). Have it here at once with: gyre resume ${next}\n`)
    const listed: readonly object[] = JSON.parse((await gyre(cwd, 'ps', '--json')).out)
    expect(listed).toMatchObject([{ session: next }, { session: later, priority: 5, notBefore: time }])
    expect(listed[0]).not.toHaveProperty('priority')
    expect(listed[0]).not.toHaveProperty('notBefore')
    expect((await gyre(cwd, 'ps')).out).toMatch(
      /WORKER\/WAITS +TITLE\n.*\n.* priority 5, not before 2999-\S+Z {2}Later\?/,
    )
    expect((await gyre(cwd, 'inbox')).out).toBe(`${next}  Next?
  · waits for a worker (gyre worker)
      gyre resume ${next}

${later}  Later?
  · waits for its time, ${time}
      gyre resume ${later}
`)
  })

  it('tells who runs it', async () => {
    const cwd = temporaryFolder()
    const id = (await gyre(cwd, 'run', '--queue', '--priority', '5', 'What is 2 + 2?')).out.trim()
    const { host, code } = await working(cwd, '--json', '--demo-pace', '60000', '--grace', '0')
    const { worker } = JSON.parse(host.out)
    await vi.waitFor(async () => expect(await statusOf(cwd, id)).toBe('running'), { timeout: 20_000 })
    const record = JSON.parse((await gyre(cwd, 'show', id, '--json')).out)
    expect(record).toMatchObject({ worker, isRun: true })
    expect(record).not.toHaveProperty('priority')
    expect((await gyre(cwd, 'show', id)).out).toContain(`\nWorker   ${worker}\n`)
    expect((await gyre(cwd, 'ps')).out).toContain(`  ${worker.split('/').slice(0, 2).join('/')}  What is 2 + 2?`)
    host.interrupt()
    await code
    expect(JSON.parse((await gyre(cwd, 'show', id, '--json')).out)).not.toHaveProperty('worker')
  })

  it.each([
    ['abort', 'The session waits for a worker (gyre worker). It takes effect with one, or with: gyre resume ID'],
    ['finish', 'The session waits for a worker (gyre worker). It takes effect with one, or with: gyre resume ID'],
    ['pause', 'Whoever takes the session up finds it paused. Go on with: gyre resume ID'],
    ['step', 'It takes effect when the session begins, 2999-01-01T00:00:00.000Z, or at once with: gyre resume ID'],
  ])('for its time says when it takes effect: %s', async (command, says) => {
    const cwd = temporaryFolder()
    const id = (await gyre(cwd, 'run', '--queue', '--not-before', '2999-01-01T00:00Z', 'Hello?')).out.trim()
    const { code, err } = await gyre(cwd, command, id, '--wait', '0')
    expect([code, err]).toEqual([0, `${says.replace('ID', id)}\n`])
  })

  it('and was paused before its time goes on with the first resume', async () => {
    const cwd = temporaryFolder()
    const id = (await gyre(cwd, 'run', '--queue', '--not-before', '1h', 'What is 2 + 2?')).out.trim()
    await gyre(cwd, 'pause', id, '--wait', '0')
    expect(await gyre(cwd, 'resume', id)).toMatchObject({ code: 0, out: '2 + 2 = 4\n' })
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
    [['run', '--queue', '--not-before', '2026-02-31T00:00Z', 'Hello?'], 'T00:00Z`: there is no such day.'],
    [['worker', '--concurrency', '0'], '`--concurrency 0`: expected a whole number of at least 1.'],
    [['worker', '--grace', 'long'], '`--grace long`: expected seconds'],
    [['worker', '--demo-pace', '60001'], '`--demo-pace 60001`: expected a whole number from 0 to 60000.'],
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
