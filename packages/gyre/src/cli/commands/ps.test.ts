import { join } from 'node:path'
import { modelOf, says } from '@gyre/core/testing'
import { sqliteStore } from '@gyre/stores/sqlite'
import { describe, expect, it } from 'vitest'
import { FakeHost } from '../../../test/fake-host.ts'
import { heldModel } from '../../../test/fake-place.ts'
import { SessionLab, sessionOf } from '../../../test/session-lab.ts'

describe('`gyre ps`', () => {
  it('lists what is under way, and what has ended only when asked', async () => {
    const lab = new SessionLab()
    await lab.session('Buy a bike', 'asking')
    await lab.session('Greet')
    expect((await lab.gyre('ps')).out).toBe(`ID  STATUS  LOOP/PERSONA  AGE  COST  TITLE
ses_00000001-0000  waiting  asking  # s  $0  Buy a bike
`)
    expect((await lab.gyre('ps', '--all')).out).toBe(`ID  STATUS  LOOP/PERSONA  AGE  COST  TITLE
ses_00000001-0000  waiting  asking  # s  $0  Buy a bike
ses_00000002-0000  answered  react  # s  $?  Greet
`)
  })

  it('lists what runs before what waits, whichever is newer', async () => {
    const model = heldModel(modelOf(() => says('Hello.')))
    const lab = new SessionLab({ models: [model] })
    await lab.runtime.start('react', 'Greet', { model })
    await model.called
    await lab.session('Buy a bike', 'asking')
    const { out } = await lab.gyre('ps', '--json')
    const listed = JSON.parse(out) as readonly { session: string; status: string }[]
    expect(listed.map(({ session, status }) => [session, status])).toEqual([
      [sessionOf(1), 'running'],
      [sessionOf(2), 'waiting'],
    ])
  })

  it('calls a session interrupted when its process is gone', async () => {
    const model = heldModel(modelOf(() => says('Hello.')))
    const lab = new SessionLab({ models: [model] })
    await lab.runtime.start('react', 'Greet', { model })
    await model.called
    await lab.runtime.close({ graceMs: 0 })
    expect((await lab.gyre('ps')).out).toContain('ses_00000001-0000  interrupted  react')
    const store = sqliteStore(join(lab.folder, 'gyre.db'))
    // A process that took it long ago and was not heard of since.
    await store.sessions.acquire(sessionOf(1), { worker: 'gone', leaseMs: 1, now: 0 })
    await store.close()
    expect((await lab.gyre('ps')).out).toContain('ses_00000001-0000  interrupted  react')
    expect(JSON.parse((await lab.gyre('ps', '--json')).out)[0]).not.toHaveProperty('worker')
  })

  it('calls a session waiting although its process has ended, and queued once it was answered', async () => {
    const lab = new SessionLab()
    await lab.session('Buy a bike', 'asking')
    await lab.runtime.close()
    expect((await lab.gyre('ps', '--status', 'waiting')).out).toContain('ses_00000001-0000  waiting  asking')
    expect(JSON.parse((await lab.gyre('show', 'last', '--json')).out)).toMatchObject({
      status: 'waiting',
      isRun: false,
    })
    const store = sqliteStore(join(lab.folder, 'gyre.db'))
    await store.sessions.acquire(sessionOf(1), { worker: 'killed', leaseMs: 1, now: 0 })
    await store.close()
    expect((await lab.gyre('ps')).out).toContain('ses_00000001-0000  waiting  asking')
    await lab.gyre('answer', 'last', '1', '--wait', '0')
    expect((await lab.gyre('ps')).out).toContain('ses_00000001-0000  queued  asking')
  })

  it('gives every field of a session with --json', async () => {
    const lab = new SessionLab()
    await lab.session('Greet')
    expect(JSON.parse((await lab.gyre('ps', '--all', '--json')).out)).toEqual([
      {
        session: sessionOf(1),
        status: 'completed',
        loop: 'react',
        persona: null,
        thread: 'thr_00000001-0000-7000-8000-000000000000',
        title: 'Greet',
        outcome: 'answered',
        costUsd: null,
        createdAt: 'TIME',
        updatedAt: 'TIME',
      },
    ])
  })

  it('keeps to a status, a thread and a limit, and says how many it left out', async () => {
    const lab = new SessionLab()
    for (const goal of ['One', 'Two', 'Three']) await lab.session(goal)
    const { out, err } = await lab.gyre('ps', '--status', 'completed', '--limit', '1')
    expect(out).toContain('Three')
    expect(out).not.toContain('Two')
    expect(err).toBe('2 more: --limit 3\n')
    const { out: none, err: says } = await lab.gyre('ps', '--all', '--thread', 'thr_9')
    expect([none, says]).toEqual(['', 'No session fits.\n'])
  })

  it('cuts titles to the width of a terminal, and never ids', async () => {
    const lab = new SessionLab()
    await lab.session('word '.repeat(30), 'asking')
    const { out } = await lab.gyreOn(new FakeHost({ isTty: true, columns: 60 }), 'ps')
    expect(out.split('\n')[1]).toBe('ses_00000001-0000  waiting  asking  # s  $0  word wo…')
  })

  it('refuses a status there is none of, and a limit that is no number', async () => {
    const lab = new SessionLab()
    const { code, err } = await lab.gyre('ps', '--status', 'broken')
    expect(code).toBe(2)
    expect(err).toContain('`--status broken`: expected one of running, planning')
    expect((await lab.gyre('ps', '--limit', 'many')).err).toContain(
      '`--limit many`: expected a whole number of at least 1.',
    )
  })
})
