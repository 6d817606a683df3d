import { says, scriptedModel } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { FakeHost } from '../../../test/fake-host.ts'
import { heldModel, processOver } from '../../../test/fake-place.ts'

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
    expect(host.err).toContain(`Detached. Watch it again with: gyre attach ${id}\n`)
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
