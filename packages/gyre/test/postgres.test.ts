import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { openWorkplace } from '../src/wiring/workplace.ts'
import { databasePlace } from './postgres-database.ts'

const patient = { timeout: 20_000, interval: 100 }

describe('`gyre` over PostgreSQL', () => {
  it('runs, lists and shows sessions, and verifies their journals', async () => {
    const { gyre } = await databasePlace()
    const ran = await gyre('run', '--json', 'What is 17 * 6 + 14?')
    expect([ran.code, ran.err]).toEqual([0, ''])
    const { session, answer } = JSON.parse(ran.out)
    expect(answer).toBe('17 * 6 + 14 = 116')
    expect(JSON.parse((await gyre('ps', '--all', '--json')).out)).toMatchObject([{ session, status: 'completed' }])
    expect((await gyre('show', session)).out).toContain('17 * 6 + 14 = 116')
    expect(await gyre('verify', session)).toMatchObject({ code: 0 })
  })

  it('says that nobody answers, without the password', async () => {
    const { gyre } = await databasePlace({ GYRE_DATABASE_URL: 'postgres://gyre:hunter22@127.0.0.1:1/gyre' })
    const { code, out, err } = await gyre('ps')
    expect(code).toBe(1)
    expect(out + err).toContain('postgres://gyre@127.0.0.1:1/gyre')
    expect(out + err).not.toContain('hunter22')
  })

  it('leaves sessions that wait to workers, where a process takes no part in the dispatch', async () => {
    const { gyre, statusOf, cwd, env } = await databasePlace()
    const id = (await gyre('run', '--queue', 'What is 2 + 2?')).out.trim()
    const place = await openWorkplace({ cwd, env, platform: 'linux', data: join(cwd, 'data'), recover: true })
    // Whoever recovers takes what waits before it begins something of its own.
    await (await place.runtime.start('direct', 'Hello?')).outcome
    expect(await statusOf(id)).toBe('queued')
    expect(place.postgres?.dispatcher).toBeUndefined()
    await place.close()
  })

  it('queues a session for the workers, of which one runs it', async () => {
    const { gyre, lasting, statusOf } = await databasePlace()
    const queued = await gyre('run', '--queue', 'What is 17 * 6 + 14?')
    const id = queued.out.trim()
    expect(queued.err).toContain('Nobody runs sessions there now. Begin with: gyre worker')
    expect(await statusOf(id)).toBe('queued')
    const { host, end } = await lasting('worker', '--json', '--concurrency', '3')
    expect(JSON.parse(host.out)).toMatchObject({ concurrency: 3, version: '0.1.0' })
    await vi.waitFor(async () => expect(await statusOf(id)).toBe('completed'), patient)
    const next = await gyre('run', '--queue', 'What is 2 + 2?')
    expect(next.err).not.toContain('Nobody runs')
    await vi.waitFor(async () => expect(await statusOf(next.out.trim())).toBe('completed'), patient)
    expect(await end()).toBe(0)
  })
})
