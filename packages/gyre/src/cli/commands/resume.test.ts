import { setImmediate } from 'node:timers/promises'
import { calls, modelOf, says, scriptedModel } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { FakeHost } from '../../../test/fake-host.ts'
import { heldModel, noticed, processOver } from '../../../test/fake-place.ts'
import { lookup, SessionLab } from '../../../test/session-lab.ts'

/** A session that was left in the middle of its first step, or paused after it. */
async function stopped(times: 1 | 2, shared?: ReturnType<typeof processOver>['store']) {
  const model = heldModel(scriptedModel(calls('pay', { amount: 5 })))
  const { gyre, store } = processOver({ model, ...(shared && { store: shared }) })
  const host = new FakeHost()
  const done = gyre(host, 'Pay 5.')
  await model.called
  for (let time = 0; time < times; time++) host.interrupt()
  if (times === 1) {
    await noticed(store)
    model.letGo()
  }
  await done
  const [row] = await store.sessions.list({})
  return { store, id: row?.id ?? '' }
}

/** A session that another process holds, paused before it looks something up. */
async function pausedElsewhere() {
  let turn = 0
  const model = heldModel(modelOf(() => (++turn === 1 ? calls('lookup', { city: 'Paris' }) : says('Warm.'))))
  const lab = new SessionLab({ models: [model] })
  const session = await lab.runtime.start('react', 'Look', { model, tools: [lookup] })
  await model.called
  await session.pause()
  await noticed(lab.runtime.store)
  model.letGo()
  await session.idle()
  // That it is paused is written a moment after it is.
  while ((await lab.runtime.store.sessions.get(session.id))?.mirror.status !== 'paused') await setImmediate()
  return { lab, id: session.id }
}

describe('`gyre resume` of a session that another process holds', () => {
  it('has it go on there, and watches it from there on', async () => {
    const { lab, id } = await pausedElsewhere()
    const { code, out, err } = await lab.gyre('resume', id)
    expect([code, out]).toEqual([0, 'Warm.\n'])
    expect(err).toContain('… 1 earlier step\n')
    expect(err).toContain('✓ 3 think  “Warm.”')
    expect(err).not.toContain('Paused')
    expect(await lab.runtime.store.sessions.get(id)).toMatchObject({ token: 1, mirror: { outcome: 'answered' } })
  })

  it('finds it without a name, as `gyre inbox` lists it', async () => {
    const { lab, id } = await pausedElsewhere()
    expect((await lab.gyre('inbox')).out).toContain(`gyre resume ${id}`)
    expect(await lab.gyre('resume')).toMatchObject({ code: 0, out: 'Warm.\n' })
  })

  it('says so when it is at work there', async () => {
    const model = heldModel(modelOf(() => says('Hello.')))
    const lab = new SessionLab({ models: [model] })
    const session = await lab.runtime.start('react', 'Greet', { model })
    await model.called
    const { code, err } = await lab.gyre('resume', session.id)
    expect([code, err]).toEqual([1, expect.stringContaining(`Another process runs session \`${session.id}\`.`)])
    model.letGo()
    await session.outcome
  })
})

describe('`gyre resume`', () => {
  it('goes on with the only session that was left', async () => {
    const { store } = await stopped(2)
    const host = new FakeHost()
    const { gyre } = processOver({ store, model: scriptedModel(says('Paid.')) })
    expect(await gyre(host, 'resume')).toBe(0)
    expect(host.out).toBe('Paid.\n')
  })

  it('goes on with one that is paused', async () => {
    const { store, id } = await stopped(1)
    const host = new FakeHost()
    const { gyre } = processOver({ store, model: scriptedModel(says('Paid.')) })
    expect(await gyre(host, 'resume', id)).toBe(4)
    expect(host.err).toContain(`gyre approve ${id}`)
  })

  it('goes on with one that waited, once it was answered, and not before', async () => {
    const { store, gyre } = processOver({ model: scriptedModel(calls('pay', { amount: 5 })) })
    await gyre(new FakeHost(), 'Pay 5.')
    const later = processOver({ store, model: scriptedModel(says('Paid.')) })
    const early = new FakeHost()
    expect(await later.gyre(early, 'resume')).toBe(2)
    expect(early.err).toContain('No session is interrupted or paused. What waits for a person is in `gyre inbox`.')
    const [row] = await store.sessions.list({})
    await later.gyre(new FakeHost(), 'approve', row?.id ?? '', '--wait', '0')
    const host = new FakeHost()
    expect(await later.gyre(host, 'resume')).toBe(0)
    expect(host.out).toBe('Paid.\n')
  })

  it.each([false, true])('does not show again what was done before, live: %s', async (isTty) => {
    const { store, id } = await stopped(1)
    const host = new FakeHost({ isTty })
    const { gyre } = processOver({ store, model: scriptedModel(says('Paid.')) })
    await processOver({ store, model: scriptedModel() }).gyre(new FakeHost(), 'resume', id)
    await gyre(new FakeHost(), 'approve', id, '--wait', '0')
    expect(await gyre(host, 'resume', '-v', id)).toBe(0)
    expect(host.err).not.toContain('"action":"pause"')
    expect(host.err).toContain('… 1 earlier step\n')
    expect(host.err).not.toContain('1 think')
    expect(host.err).toContain(' 3 pay ')
    expect(host.err).toContain(' 4 think  “Paid.”')
  })

  it('lists them when there are several', async () => {
    const first = await stopped(2)
    const second = await stopped(1, first.store)
    const host = new FakeHost()
    const { gyre } = processOver({ store: first.store, model: scriptedModel() })
    expect(await gyre(host, 'resume')).toBe(2)
    expect(host.err).toContain(
      `  gyre resume ${second.id}  paused  Pay 5.\n  gyre resume ${first.id}  interrupted  Pay 5.\n`,
    )
  })

  it('says when there is none, and when one has ended', async () => {
    const { gyre, store } = processOver({ model: scriptedModel(says('Hello.')) })
    const none = new FakeHost()
    expect(await gyre(none, 'resume')).toBe(2)
    expect(none.err).toContain('No session is interrupted or paused.\n')
    await gyre(new FakeHost(), 'Hello?')
    const [row] = await store.sessions.list({})
    const ended = new FakeHost()
    expect(await gyre(ended, 'resume', row?.id ?? '')).toBe(1)
    expect(ended.err).toContain('Fix: Fork the session')
  })

  it('is not told of by `gyre run` where a person paused the session', async () => {
    const { store } = await stopped(1)
    const host = new FakeHost()
    const { gyre } = processOver({ store, model: scriptedModel(says('Hello.')) })
    expect(await gyre(host, 'Hello?')).toBe(0)
    expect(host.err).not.toContain('interrupted')
  })

  it('is what `gyre run` tells of, and never does', async () => {
    const { store, id } = await stopped(2)
    const host = new FakeHost()
    const { gyre } = processOver({ store, model: scriptedModel(says('Hello.')) })
    expect(await gyre(host, 'Hello?')).toBe(0)
    expect(host.err).toContain(`1 interrupted session: gyre resume ${id}\n`)
    expect(await store.sessions.get(id)).toMatchObject({ state: 'queued' })
  })
})
