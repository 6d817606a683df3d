import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'
import { invoke } from '../src/cli/invoke.ts'
import { openWorkplace } from '../src/wiring/workplace.ts'
import { FakeHost } from './fake-host.ts'
import { databasePlace } from './postgres-database.ts'

const patient = { timeout: 20_000, interval: 100 }

const configWithNap = `import { z } from '${import.meta.resolve('zod')}'
const input = { type: 'object', properties: {} }
const rest = { effect: 'pure', approval: 'never', timeoutMs: 1000, permissions: [], trusted: false, limits: {} }
const nap = { name: 'nap', description: 'Sleeps.', input, schema: z.object({}), ...rest, run: () => 'Slept.' }
export default { tools: [nap] }
`

const configWithDatedLoop = `import { z } from '${import.meta.resolve('zod')}'
import { defineLoop, user } from '${import.meta.resolve('@gyre/core')}'
const run = async (ctx) => {
  ctx.phase('planning')
  await ctx.now()
  return (await ctx.generate([user('Hello?')])).text
}
export default { loops: [defineLoop({ name: 'dated', config: z.object({}), run })] }
`

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
  it('is signed with another key step by step, while processes with the old one go on', async () => {
    const { cwd, env } = await databasePlace()
    const typed = async (key: string, ...args: readonly string[]) => {
      const host = new FakeHost({ cwd, env: { ...env, GYRE_KEY: key } })
      const place = args.includes('--data') ? [] : ['--data', join(cwd, 'data')]
      return { code: await invoke([...place, ...args], host), out: host.out, err: host.err }
    }
    const run = async (key: string) => (await typed(key, 'run', '--json', 'What is 2 + 2?')).code
    expect([await run('old'), await run('new||old'), await run('old'), await run('old||new')]).toEqual([0, 0, 0, 0])
    // Those that know both go on, whichever of them they sign with.
    expect([await run('new||old'), await run('old||new')]).toEqual([0, 0])
    expect((await typed('old||new', 'verify', '--all')).code).toBe(0)
    expect(await typed('old', 'ps')).toMatchObject({
      code: 1,
      err: expect.stringContaining('to change it, give the old and the new one: GYRE_KEY=OLD||NEW.'),
    })
    const fresh = join(cwd, 'fresh')
    expect((await typed('', '--data', fresh, 'ps')).code).toBe(1)
    expect(existsSync(fresh)).toBe(false)
    expect(await typed('new', 'verify', '--all')).toMatchObject({
      code: 1,
      out: expect.stringContaining('which is not known here'),
    })
  })

  it('takes what an SQLite file holds, although somebody looked at it before', async () => {
    const { gyre, cwd, env } = await databasePlace({ GYRE_MODEL: '' })
    const host = new FakeHost({ cwd, env: { ...env, GYRE_DATABASE_URL: '' } })
    expect(await invoke(['--data', join(cwd, 'data'), 'run', 'What is 2 + 2?'], host)).toBe(0)
    expect((await gyre('ps')).code).toBe(0)
    await gyre('doctor')
    const moved = await gyre('migrate', '--from', 'sqlite', '--to', 'postgres', '--yes')
    expect([moved.code, moved.err]).toEqual([0, expect.stringContaining('1 session moved and verified.')])
    expect((await gyre('verify', '--all')).code).toBe(0)
  })

  it('has schedules for each owner, which others neither see nor change', async () => {
    const { gyre } = await databasePlace()
    const add = (owner: string, cron: string) =>
      gyre('--owner', owner, 'schedule', 'add', 'daily', '--cron', cron, `Hello, ${owner}?`)
    const listed = async (owner: string) => JSON.parse((await gyre('--owner', owner, 'schedule', '--json')).out)
    expect([(await add('bob', '0 8 * * *')).code, (await add('anna', '0 9 * * *')).code]).toEqual([0, 0])
    const nextAt = expect.stringMatching(/T0[89]:00:00\.000Z$/)
    const kept = { name: 'daily', tz: 'UTC', loop: null, persona: null, nextAt }
    expect(await listed('anna')).toEqual([{ ...kept, owner: 'anna', cron: '0 9 * * *', goal: 'Hello, anna?' }])
    expect(await listed('bob')).toEqual([{ ...kept, owner: 'bob', cron: '0 8 * * *', goal: 'Hello, bob?' }])
    expect(await listed('local')).toEqual([])
    expect(await gyre('schedule', 'remove', 'daily')).toMatchObject({ code: 2 })
    expect(await gyre('--owner', 'anna', 'schedule', 'remove', 'daily')).toMatchObject({ code: 0 })
    expect([await listed('anna'), (await listed('bob')).length]).toEqual([[], 1])
  })

  it('keeps with a schedule what its sessions are started with', async () => {
    const { gyre } = await databasePlace()
    const when = ['schedule', 'add', 'sums', '--cron', '0 8 * * 1-5']
    const how = ['-l', 'cot', '-m', 'demo/rules', '-c', 'samples=3', '--budget', 'modelCalls=9', '--priority', '7']
    expect(await gyre(...when, ...how, 'What is 2 + 2?')).toMatchObject({ code: 0 })
    expect(JSON.parse((await gyre('schedule', '--json')).out)).toMatchObject([
      { goal: 'What is 2 + 2?', loop: 'cot', model: 'demo/rules', config: { samples: 3 }, priority: 7 },
    ])
    expect((await gyre('schedule')).out).toMatch(/^NAME +CRON +ZONE +NEXT +LOOP\/PERSONA +GOAL\n.*-\d\d 08:00 UTC /)
    expect(await gyre(...when, '-c', 'nosuch=3', 'What is 2 + 2?')).toMatchObject({ code: 2 })
    expect(await gyre(...when, '--tools', 'mth.*', 'What is 2 + 2?')).toMatchObject({
      code: 2,
      err: expect.stringContaining('No tool fits `mth.*`.'),
    })
    expect(await gyre(...when, '--priority', '1001', 'Hello?')).toMatchObject({ code: 2 })
    expect(await gyre(...when)).toMatchObject({ code: 2, err: expect.stringContaining('needs a goal') })
  })

  it('has a worker without a tool leave the sessions that need it to others, and `gyre doctor` say so', async () => {
    const { gyre, lasting, statusOf, cwd, env } = await databasePlace()
    writeFileSync(join(cwd, 'gyre.config.mjs'), configWithNap)
    const bare = temporaryFolder()
    const troubles: string[] = []
    const poor = await openWorkplace({
      cwd: bare,
      env,
      platform: 'linux',
      data: join(cwd, 'data'),
      recover: true,
      dispatch: { concurrency: 2 },
      onTrouble: (line) => troubles.push(line),
    })
    onTestFinished(() => poor.close({ graceMs: 0 }))
    const id = (await gyre('run', '--queue', '--tools', 'nap', 'What is 2 + 2?')).out.trim()
    const lacks = 'The session needs the tool `nap`, which is not here.'
    await vi.waitFor(
      () => expect(troubles).toEqual([`Session ${id} cannot be run here and is left to other workers: ${lacks}`]),
      patient,
    )
    await vi.waitFor(async () => {
      const said = `No worker can run 1 session, such as ${id}: ${lacks}`
      expect((await gyre('doctor')).out).toContain(said)
    }, patient)
    expect(await statusOf(id)).toBe('queued')
    await lasting('worker')
    await vi.waitFor(async () => expect(await statusOf(id)).toBe('completed'), patient)
  }, 60_000)

  it('tells at once what became of what people sent to a session that a worker runs', async () => {
    const { gyre, lasting, statusOf } = await databasePlace()
    await lasting('worker', '--demo-pace', '60000', '--grace', '0')
    const id = (await gyre('run', '--queue', 'What is 2 + 2?')).out.trim()
    await vi.waitFor(async () => expect(await statusOf(id)).toBe('running'), patient)
    const paused = await gyre('pause', id, '--wait', '600')
    expect(paused).toMatchObject({ code: 0, out: 'pause: applied at the start\n' })
    expect(paused.err).toBe(`Go on with: gyre resume ${id}\n`)
    const resumed = gyre('resume', id)
    await vi.waitFor(async () => expect((await gyre('show', id)).out).toMatch(/resume +applied/), patient)
    expect((await gyre('abort', id, '--wait', '600')).out).toBe('abort: applied at the start\n')
    expect(await resumed).toMatchObject({ code: 130, err: expect.stringContaining('aborted · 1 step') })
  })

  it('stays with a session whose worker ends, until another has gone on with it', async () => {
    const { gyre, lasting, statusOf, cwd } = await databasePlace()
    writeFileSync(join(cwd, 'gyre.config.mjs'), configWithDatedLoop)
    const queue = async () => (await gyre('run', '--queue', '-l', 'dated', 'Hello?')).out.trim()
    const hasBegun = (id: string) =>
      vi.waitFor(async () => expect((await gyre('events', id, '--json')).out).toContain('now#1'), patient)
    const slow = ['worker', '--concurrency', '1', '--demo-pace', '60000', '--grace', '0']
    const first = await lasting(...slow)
    const id = await queue()
    await hasBegun(id)
    await lasting(...slow)
    const other = await queue()
    await hasBegun(other)
    await first.end()
    expect(await statusOf(id)).toBe('interrupted')
    const attached = gyre('attach', id)
    // The worker that is left has no room before this.
    await gyre('abort', other)
    await vi.waitFor(async () => expect(await statusOf(id)).toBe('planning'), patient)
    await gyre('abort', id)
    expect(await attached).toMatchObject({ code: 130, err: expect.stringContaining('aborted') })
  })

  it('says what a session waits for, and when what was sent to it takes effect', async () => {
    const { gyre, lasting, statusOf } = await databasePlace()
    const queue = async (...more: readonly string[]) => (await gyre('run', '--queue', ...more, 'What?')).out.trim()
    const first = await queue()
    const none = 'waits for a worker, and there is none (gyre worker)'
    expect((await gyre('show', first)).err).toContain(`It ${none}. Have it here at once with: gyre resume ${first}`)
    expect((await gyre('inbox')).out).toContain(`  · ${none}\n`)
    expect((await gyre('step', first, '--wait', '0')).err).toBe(
      `The session ${none}. It takes effect with one, or with: gyre resume ${first}\n`,
    )
    const worker = await lasting('worker', '--json', '--concurrency', '1', '--demo-pace', '60000', '--grace', '0')
    await vi.waitFor(async () => expect(await statusOf(first)).toBe('running'), patient)
    expect(JSON.parse((await gyre('show', first, '--json')).out).worker).toBe(JSON.parse(worker.host.out).worker)
    const second = await queue()
    expect((await gyre('show', second)).err).toContain('It waits for a worker. Have it here at once with: gyre resume')
    expect((await gyre('finish', second, '--wait', '0')).err).toBe(
      `It takes effect as soon as a worker takes the session. How it stands: gyre show ${second}\n`,
    )
    await queue('--not-before', '1h')
    const { out } = await gyre('doctor')
    expect(out).toMatch(/queue +1 session waiting, one for \S+ \S+; 1 more for their time/)
  })

  it.each(['0 0 31 2 *', '99 0 * * *'])('starts nothing by a clock that never shows it: %s', async (cron) => {
    const { gyre } = await databasePlace()
    const { code, err } = await gyre('schedule', 'add', 'x', '--cron', cron, 'Hello?')
    expect(code).toBe(2)
    expect(err).toContain(`\`--cron\`: \`${cron}\` in the time zone \`UTC\` is no schedule: `)
    expect(err).toContain('Fix: Run `gyre help schedule add` for examples and options.\n')
  })

  it('says of a server that ends who goes on with its sessions', async () => {
    const { lasting } = await databasePlace()
    const { host, end } = await lasting('serve', '--port', '0')
    expect(await end()).toBe(0)
    expect(host.err).toContain('Handing sessions over; other workers go on with them, else the next to start.')
  })
})
