import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { Finding } from '../../packages/gyre/src/cli/doctor/finding.ts'
import { databasePlace } from '../../packages/gyre/test/postgres-database.ts'

const patient = { timeout: 20_000, interval: 100 }

describe('a PostgreSQL database is looked after', () => {
  it('by the doctor, who tells of workers and of what waits', async () => {
    const { gyre, lasting, url } = await databasePlace()
    await gyre('run', '--queue', 'What is 2 + 2?')
    const examined = async () => {
      const { out } = await gyre('doctor', '--json')
      const findings = JSON.parse(out).findings as readonly Finding[]
      return (check: string) => findings.filter((finding) => finding.check === check)
    }
    const found = await examined()
    const { host, username, pathname } = new URL(url)
    const shown = `postgres://${username && `${username}@`}${host}${pathname}`
    expect(found('store')).toMatchObject([{ message: expect.stringMatching(/PostgreSQL \d.*, format 3, answers in/) }])
    expect(found('store')[0]?.message).toContain(shown)
    expect(found('signing key')).toMatchObject([{ level: 'ok' }])
    expect(found('notifications')).toMatchObject([{ level: 'ok', message: 'heard' }])
    expect(found('workers')).toMatchObject([{ level: 'fault', fix: 'Begin: gyre worker' }])
    expect(found('queue')).toMatchObject([{ message: expect.stringMatching(/^1 session waiting, one for \d+ s$/) }])
    expect(found('sessions')).toMatchObject([{ message: '1 session, 0 running' }])
    const { end } = await lasting('worker')
    await vi.waitFor(
      async () => expect((await examined())('queue')).toMatchObject([{ message: 'nothing waits' }]),
      patient,
    )
    expect((await examined())('workers')).toMatchObject([
      { level: 'ok', message: expect.stringMatching(/^1 worker \(1 of 0\.1\.0\), 0 of 20 places taken$/) },
    ])
    await end()
  })

  it('by schedules, which are checked before they are kept', async () => {
    const { gyre } = await databasePlace()
    const add = ['schedule', 'add', 'sums', '--cron', '0 8 * * 1-5', '--tz', 'Europe/Rome']
    expect(await gyre(...add, '-l', 'nosuch', 'What is 2 + 2?')).toMatchObject({
      code: 2,
      err: expect.stringContaining('nosuch'),
    })
    expect(await gyre('schedule', 'add', 'sums', '--cron', '0 99 * * *', 'Hello?')).toMatchObject({
      code: 2,
      err: expect.stringContaining('`0 99 * * *`'),
    })
    expect(await gyre(...add, '-l', 'cot', 'What is 2 + 2?')).toMatchObject({
      code: 0,
      out: 'sums: 0 8 * * 1-5 (Europe/Rome)\n',
    })
    const kept = { name: 'sums', cron: '0 8 * * 1-5', tz: 'Europe/Rome', owner: 'local', loop: 'cot', persona: null }
    const nextAt = expect.stringMatching(/T0[67]:00:00\.000Z$/)
    expect(JSON.parse((await gyre('schedule', '--json')).out)).toEqual([{ ...kept, nextAt, goal: 'What is 2 + 2?' }])
    expect(await gyre('schedule', 'remove', 'sum')).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no schedule `sum`. Did you mean `sums`?'),
    })
    expect(await gyre('schedule', 'remove', 'sums')).toMatchObject({ code: 0, out: 'sums: removed\n' })
    expect((await gyre('schedule')).err).toContain('Nothing is started by the clock.')
  })

  it('by a worker that starts what is due, in the queue', async () => {
    const { gyre, lasting } = await databasePlace()
    const { end } = await lasting('worker')
    await gyre('schedule', 'add', 'sums', '--cron', '* * * * *', '-l', 'direct', 'What is 2 + 2?')
    const started = async () => JSON.parse((await gyre('ps', '--all', '--json')).out)
    // One that is new is due for the minute that has begun, else with the next.
    await vi.waitFor(
      async () => expect((await started()).at(-1)).toMatchObject({ title: 'What is 2 + 2?', status: 'completed' }),
      { timeout: 75_000, interval: 300 },
    )
    await end()
  }, 90_000)

  it('by a move from SQLite, after which the file is put aside', async () => {
    const place = await databasePlace()
    const sqlite = await databasePlace({ GYRE_DATABASE_URL: '' })
    const ran = JSON.parse((await sqlite.gyre('run', '--json', 'What is 17 * 6 + 14?')).out).session
    const waits = (await sqlite.gyre('run', '--queue', 'What is 2 + 2?')).out.trim()
    const file = join(sqlite.cwd, 'data', 'gyre.db')
    const way = [
      '--data',
      join(sqlite.cwd, 'data'),
      'migrate',
      '--from',
      'sqlite',
      '--to',
      'postgres',
      '--yes',
      '--json',
    ]
    const moved = await place.gyre(...way)
    expect([moved.code, JSON.parse(moved.out)]).toMatchObject([
      0,
      { from: file, renamedTo: `${file}.moved`, rows: { session: 2 } },
    ])
    expect([existsSync(file), existsSync(`${file}.moved`), existsSync(`${file}-wal`)]).toEqual([false, true, false])
    const there = (...args: string[]) => place.gyre('--data', join(sqlite.cwd, 'data'), ...args)
    expect((await there('show', ran)).out).toContain('17 * 6 + 14 = 116')
    expect(await there('verify', '--all')).toMatchObject({ code: 0 })
    const { end } = await place.lasting('--data', join(sqlite.cwd, 'data'), 'worker')
    const statusOf = async (id: string) => JSON.parse((await there('show', id, '--json')).out).status
    await vi.waitFor(async () => expect(await statusOf(waits)).toBe('completed'), patient)
    await end()
    expect((await place.gyre(...way)).out).toContain('was moved already')
  })

  it('by refusing a move to a database that is in use', async () => {
    const { gyre, cwd } = await databasePlace()
    const sqlite = await databasePlace({ GYRE_DATABASE_URL: '' })
    await sqlite.gyre('run', 'What is 2 + 2?')
    const other = ['--data', join(sqlite.cwd, 'data')]
    await gyre(...other, 'run', 'What is 3 + 3?')
    const { code, err } = await gyre(...other, 'migrate', '--from', 'sqlite', '--to', 'postgres', '--yes')
    expect([code, err]).toEqual([1, expect.stringContaining('is not empty')])
    expect(existsSync(join(sqlite.cwd, 'data', 'gyre.db'))).toBe(true)
    expect(existsSync(join(cwd, 'data', 'key'))).toBe(false)
  })
})
