import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { calls, modelOf, says, scriptedModel } from '@gyre/core/testing'
import { sqliteStore } from '@gyre/stores/sqlite'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { FakeHost } from '../../../test/fake-host.ts'
import { heldModel, noticed, processOver } from '../../../test/fake-place.ts'
import { lookup, SessionLab, sessionOf } from '../../../test/session-lab.ts'

/** A session under way in one process, and another process over its store. */
async function running() {
  const model = heldModel(scriptedModel(says('Hello.')))
  const { gyre, store } = processOver({ model })
  const done = gyre(new FakeHost(), '-q', 'Hello?')
  await model.called
  const [row] = await store.sessions.list({})
  return { model, done, id: row?.id ?? '', other: processOver({ store, model: scriptedModel() }), store }
}

describe('`gyre attach`', () => {
  it('shows a session that another process runs, to its end', async () => {
    const { model, done, id, other } = await running()
    const host = new FakeHost()
    const attached = other.gyre(host, 'attach', id)
    model.letGo()
    expect([await attached, await done]).toEqual([0, 0])
    expect(host.out).toBe('Hello.\n')
    expect(host.err).toContain('✓ 1 think  “Hello.”')
  })

  it('leaves at the first Ctrl-C; the session goes on', async () => {
    const { model, done, id, other } = await running()
    const host = new FakeHost({ isTty: true })
    const attached = other.gyre(host, 'attach', id)
    await host.shows('[p]ause')
    host.type('\x03')
    expect(await attached).toBe(130)
    expect(host.err).toContain(`Detached. Watch it again with:\n    gyre attach ${id}\n`)
    model.letGo()
    expect(await done).toBe(0)
  })

  it('sends what keys ask for', async () => {
    const { model, done, id, other, store } = await running()
    const host = new FakeHost({ isTty: true })
    const attached = other.gyre(host, 'attach', id)
    await host.shows('[p]ause')
    host.type('s')
    await host.shows('steer:')
    host.type('Be brief.\r')
    host.type('a')
    await host.shows('Abort the session? [y/N]')
    host.type('y')
    expect(await attached).toBe(130)
    expect(await done).toBe(130)
    const sent = await store.interventions.list(id)
    expect(sent.map(({ action, body }) => [action, body])).toEqual([
      ['steer', { text: 'Be brief.' }],
      ['abort', {}],
    ])
    model.letGo()
  })

  it('tells the end of a session that was paused on the way', async () => {
    const model = heldModel(scriptedModel(calls('pay', { amount: 5 }), says('Paid.')))
    const { gyre, store } = processOver({ model })
    const left = new FakeHost()
    const done = gyre(left, 'Pay 5.')
    await model.called
    left.interrupt()
    await noticed(store)
    model.letGo()
    await done
    const [row] = await store.sessions.list({})
    const id = row?.id ?? ''
    const later = processOver({ store, model: scriptedModel(says('Paid.')) })
    await later.gyre(new FakeHost(), 'resume', id)
    await later.gyre(new FakeHost(), 'approve', id, '--wait', '0')
    expect(await later.gyre(new FakeHost(), 'resume')).toBe(0)
    const host = new FakeHost()
    expect(await later.gyre(host, 'attach', id)).toBe(0)
    expect(host.out).toBe('Paid.\n')
    expect(host.err).toContain('\nanswered · 4 steps')
    expect(host.err).not.toContain('Paused')
  })

  it('stays with a session that was paused before and works again', async () => {
    const first = heldModel(scriptedModel(calls('nothing', {})))
    const { gyre, store } = processOver({ model: first })
    const left = new FakeHost()
    const done = gyre(left, 'Hello?')
    await first.called
    left.interrupt()
    await noticed(store)
    first.letGo()
    await done
    const second = heldModel(scriptedModel(says('Hello.')))
    const resumed = processOver({ store, model: second }).gyre(new FakeHost(), 'resume')
    await second.called
    const host = new FakeHost()
    const attached = processOver({ store, model: scriptedModel() }).gyre(host, 'attach', 'last')
    while (!host.err.includes('✓ 1 think')) await setImmediate()
    second.letGo()
    expect([await attached, await resumed]).toEqual([0, 0])
    expect(host.out).toBe('Hello.\n')
  })

  it('says within two looks that the process which ran the session is gone', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const model = heldModel(modelOf(() => says('Hello.')))
    const lab = new SessionLab({ models: [model] })
    await lab.runtime.start('react', 'Greet', { model })
    await model.called
    const host = new FakeHost({ isTty: true })
    const attached = lab.gyreOn(host, 'attach', 'last')
    await host.shows('[p]ause')
    await lab.runtime.close({ graceMs: 0 })
    const store = sqliteStore(join(lab.folder, 'gyre.db'))
    // As if its process had been killed: the lease runs out, and nobody gives it back.
    await store.sessions.acquire(sessionOf(1), { worker: 'gone', leaseMs: 1, now: 0 })
    await store.close()
    let isOver = false
    void attached.then(() => {
      isOver = true
    })
    while (!isOver) {
      await vi.advanceTimersByTimeAsync(750)
      await setImmediate()
    }
    const { code, err } = await attached
    expect(code).toBe(1)
    expect(err).toContain(
      `Interrupted. Nobody runs session \`${sessionOf(1)}\`. Go on with it: gyre resume ${sessionOf(1)}\n`,
    )
  })

  it('says how to go on with a session that nobody runs', async () => {
    const model = heldModel(scriptedModel(says('Hello.')))
    const { gyre, store } = processOver({ model })
    const left = new FakeHost()
    const done = gyre(left, 'Hello?')
    await model.called
    left.interrupt()
    left.interrupt()
    await done
    const [row] = await store.sessions.list({})
    const host = new FakeHost()
    expect(await gyre(host, 'attach', row?.id ?? '')).toBe(1)
    expect(host.err).toContain(`Nobody runs session \`${row?.id}\`. Go on with it: gyre resume ${row?.id}\n`)
  })
})

describe('a session that is paused', () => {
  /** One that was paused before it looked something up, and is run by nobody. */
  async function paused(by: 'break-point' | 'person') {
    const model = heldModel(modelOf(() => calls('lookup', { city: 'Paris' })))
    const lab = new SessionLab({ models: [model] })
    const breakpoints = by === 'break-point' ? [{ before: 'lookup' }] : []
    const session = await lab.runtime.start('react', 'Look', { model, tools: [lookup], breakpoints })
    if (by === 'person') await session.pause()
    model.letGo()
    await session.idle()
    await lab.runtime.close()
    return lab
  }

  it('by a break-point needs a person: that and why are said', async () => {
    const lab = await paused('break-point')
    const { code, err } = await lab.gyre('attach', 'last')
    expect(code).toBe(4)
    expect(err).toContain(
      `Session ${sessionOf(1)} waits for you.\n‖ break-point: before lookup\n    gyre resume ${sessionOf(1)}\n`,
    )
    const json = await lab.gyre('attach', 'last', '--json')
    expect([json.code, json.err]).toEqual([4, ''])
    expect(JSON.parse(json.out)).toMatchObject({
      outcome: null,
      answer: null,
      status: 'paused',
      reason: 'before lookup',
      questions: [],
    })
  })

  it('by a person is interrupted', async () => {
    const lab = await paused('person')
    const { code, err } = await lab.gyre('attach', 'last')
    expect(code).toBe(130)
    expect(err).toContain(`Paused. Resume with: gyre resume ${sessionOf(1)}\n`)
  })

  it('stays paused in lists when its process has ended', async () => {
    const lab = await paused('person')
    expect((await lab.gyre('ps', '--status', 'paused')).out).toContain('ses_00000001-0000  paused  react')
    await lab.gyre('steer', 'last', 'Be brief.', '--wait', '0')
    expect((await lab.gyre('ps')).out).toContain('ses_00000001-0000  paused  react')
  })
})
