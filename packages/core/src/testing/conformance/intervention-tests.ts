/** Interventions are queued, seen, changed and settled; each exactly once. */
import { end, eventually, intervention, newSession, next, running, seqs } from './samples.ts'
import type { Suite } from './suite.ts'

export function interventionTests(suite: Suite): void {
  addTests(suite)
  changeTests(suite)
  listenerTests(suite)
}

function addTests({ test, expect }: Suite): void {
  test('an intervention is queued as it was sent', async (store) => {
    await running(store)
    const sent = intervention('itv_1', { body: { text: 'Grüße \ud800 \0', nested: [1, null] }, key: 'k' })
    const queued = { ...sent, state: 'queued', appliedAt: null, why: null }
    expect(await store.interventions.add(sent)).toEqual(queued)
    expect(await store.interventions.list('ses_1')).toEqual([queued])
  })

  test('interventions are listed in the order they were sent', async (store) => {
    await running(store)
    for (const id of ['itv_b', 'itv_c', 'itv_a']) await store.interventions.add(intervention(id, { at: 1 }))
    expect((await store.interventions.list('ses_1')).map(({ id }) => id)).toEqual(['itv_b', 'itv_c', 'itv_a'])
  })

  test('an intervention bumps wakeSeq and leaves a running session running', async (store) => {
    await running(store)
    await store.interventions.add(intervention('itv_1'))
    await store.interventions.add(intervention('itv_2'))
    expect(await store.sessions.get('ses_1')).toMatchObject({ wakeSeq: 2, state: 'running', worker: 'worker-a' })
  })

  test('an intervention turns a parked session into a queued one', async (store) => {
    await store.sessions.park(await running(store))
    await store.interventions.add(intervention('itv_1'))
    expect(await store.sessions.get('ses_1')).toMatchObject({ wakeSeq: 1, state: 'queued' })
    expect(await store.sessions.abandoned(0, 10)).toEqual(['ses_1'])
  })

  test('an intervention for an ended session is refused', async (store) => {
    await end(store, await running(store))
    await expect(store.interventions.add(intervention('itv_1'))).rejects.toMatchObject({ code: 'session-ended' })
    expect(await store.interventions.list('ses_1')).toEqual([])
  })

  test('an intervention for an unknown session is refused', async (store) => {
    await expect(store.interventions.add(intervention('itv_1'))).rejects.toMatchObject({ code: 'session-unknown' })
  })

  test('a second intervention with the same key is the first one', async (store) => {
    await running(store)
    const first = await store.interventions.add(intervention('itv_1', { key: 'k' }))
    expect(await store.interventions.add(intervention('itv_2', { key: 'k', action: 'abort' }))).toEqual(first)
    expect(await store.interventions.list('ses_1')).toHaveLength(1)
    expect(await store.sessions.get('ses_1')).toMatchObject({ wakeSeq: 1 })
  })

  test('of many with the same key at once, one is queued', async (store) => {
    await running(store)
    const sent = Array.from({ length: 10 }, (_, i) => store.interventions.add(intervention(`itv_${i}`, { key: 'k' })))
    const ids = new Set((await Promise.all(sent)).map(({ id }) => id))
    expect(ids.size).toBe(1)
    expect(await store.interventions.list('ses_1')).toHaveLength(1)
  })

  test('a known key is answered even when the session has ended', async (store) => {
    const lease = await running(store)
    const first = await store.interventions.add(intervention('itv_1', { key: 'k' }))
    await end(store, lease)
    const late = await store.interventions.add(intervention('itv_2', { key: 'k' }))
    expect(late).toEqual({ ...first, state: 'rejected', why: 'session-ended' })
  })

  test('the same key in two sessions is two interventions', async (store) => {
    await running(store, 'ses_1')
    await running(store, 'ses_2')
    await store.interventions.add(intervention('itv_1', { key: 'k' }))
    await store.interventions.add(intervention('itv_2', { key: 'k', session: 'ses_2' }))
    expect(await store.interventions.list('ses_2')).toHaveLength(1)
  })

  test('interventions without a key are never the same', async (store) => {
    await running(store)
    await store.interventions.add(intervention('itv_1'))
    await store.interventions.add(intervention('itv_2'))
    expect(await store.interventions.list('ses_1')).toHaveLength(2)
  })
}

function changeTests({ test, expect }: Suite): void {
  test('a queued intervention is edited, and bumps wakeSeq', async (store) => {
    await running(store)
    await store.interventions.add(intervention('itv_1'))
    expect(await store.interventions.edit('itv_1', { text: 'better' })).toBe(true)
    expect(await store.sessions.get('ses_1')).toMatchObject({ wakeSeq: 2 })
    expect(await store.interventions.take('itv_1')).toMatchObject({ body: { text: 'better' }, state: 'queued' })
  })

  test('a queued intervention is withdrawn, and bumps wakeSeq', async (store) => {
    await running(store)
    await store.interventions.add(intervention('itv_1'))
    expect(await store.interventions.withdraw('itv_1')).toBe(true)
    expect((await store.interventions.list('ses_1'))[0]).toMatchObject({ state: 'withdrawn' })
    expect(await store.sessions.get('ses_1')).toMatchObject({ wakeSeq: 2 })
    expect(await store.interventions.take('itv_1')).toBeUndefined()
    expect(await store.interventions.withdraw('itv_1')).toBe(false)
    expect(await store.interventions.edit('itv_1', null)).toBe(false)
    expect(await store.sessions.get('ses_1')).toMatchObject({ wakeSeq: 2 })
  })

  test('a taken intervention is neither edited nor withdrawn', async (store) => {
    await running(store)
    const added = await store.interventions.add(intervention('itv_1'))
    expect(await store.interventions.take('itv_1')).toEqual(added)
    expect(await store.interventions.edit('itv_1', { text: 'late' })).toBe(false)
    expect(await store.interventions.withdraw('itv_1')).toBe(false)
    expect(await store.interventions.list('ses_1')).toEqual([added])
  })

  test('a taken intervention is taken again after a crash', async (store) => {
    await running(store)
    const added = await store.interventions.add(intervention('itv_1'))
    await store.interventions.take('itv_1')
    expect(await store.interventions.take('itv_1')).toEqual(added)
  })

  test('a settled intervention is not taken, edited or withdrawn', async (store) => {
    const lease = await running(store)
    await store.interventions.add(intervention('itv_1'))
    await store.interventions.take('itv_1')
    const settle = [{ id: 'itv_1', state: 'applied', at: 'act#1', why: null }] as const
    await store.journal.append(lease, [next(lease)], { settle })
    expect(await store.interventions.take('itv_1')).toBeUndefined()
    expect(await store.interventions.edit('itv_1', null)).toBe(false)
    expect(await store.interventions.withdraw('itv_1')).toBe(false)
    expect((await store.interventions.list('ses_1'))[0]).toMatchObject({ state: 'applied', appliedAt: 'act#1' })
  })

  test('what is queued when the session ends is rejected with the end', async (store) => {
    const [lease] = [await running(store, 'ses_1'), await running(store, 'ses_2')]
    for (const id of ['itv_1', 'itv_2', 'itv_3', 'itv_4']) await store.interventions.add(intervention(id))
    await store.interventions.add(intervention('itv_5', { session: 'ses_2' }))
    await store.interventions.withdraw('itv_1')
    await store.interventions.take('itv_3')
    const ended = next(lease, { type: 'session.ended', data: { outcome: 'answered' } })
    await store.journal.append(lease, [ended], {
      mirror: { status: 'completed', outcome: 'answered', state: 'ended' },
      settle: [{ id: 'itv_2', state: 'applied', at: 'act#1', why: null }],
    })
    const listed = [...(await store.interventions.list('ses_1')), ...(await store.interventions.list('ses_2'))]
    expect(listed.map(({ id, state, appliedAt, why }) => [id, state, appliedAt, why])).toEqual([
      ['itv_1', 'withdrawn', null, null],
      ['itv_2', 'applied', 'act#1', null],
      ['itv_3', 'rejected', null, 'session-ended'],
      ['itv_4', 'rejected', null, 'session-ended'],
      ['itv_5', 'queued', null, null],
    ])
    expect(await store.interventions.take('itv_3')).toBeUndefined()
    expect(await seqs(store)).toEqual([1, 2])
  })

  test('an intervention sent while the session ends is refused or rejected, never left', async (store) => {
    for (let round = 0; round < 20; round++) {
      const session = `ses_${round}`
      const lease = await running(store, session)
      const send = () => store.interventions.add(intervention(`itv_${round}`, { session })).catch((error) => error.code)
      const both = round % 2 ? [end(store, lease), send()] : [send(), end(store, lease)]
      await Promise.all(both)
      const left = (await store.interventions.list(session)).filter(({ why }) => why !== 'session-ended')
      expect(left).toEqual([])
    }
  })

  test('an intervention that is taken and withdrawn at once is one of the two', async (store) => {
    await running(store)
    for (let round = 0; round < 20; round++) {
      const id = `itv_${round}`
      await store.interventions.add(intervention(id))
      const take = async () => (await store.interventions.take(id)) !== undefined
      const withdraw = () => store.interventions.withdraw(id)
      const won = await Promise.all(round % 2 ? [take(), withdraw()] : [withdraw(), take()])
      expect(won.filter((isSo) => isSo)).toHaveLength(1)
    }
  })

  test('unknown interventions are neither taken nor changed', async (store) => {
    expect(await store.interventions.take('itv_x')).toBeUndefined()
    expect(await store.interventions.edit('itv_x', 1)).toBe(false)
    expect(await store.interventions.withdraw('itv_x')).toBe(false)
  })
}

function listenerTests({ test, expect }: Suite): void {
  test('listeners hear of each intervention that comes, changes or goes, by session', async (store) => {
    const heard: (string | undefined)[] = []
    await store.sessions.create(newSession('ses_1'))
    const stop = store.onChange((session) => heard.push(session))
    await store.interventions.add(intervention('itv_1', { key: 'k' }))
    await store.interventions.add(intervention('itv_2', { key: 'k' }))
    await store.interventions.edit('itv_1', 1)
    await store.interventions.withdraw('itv_1')
    await store.interventions.withdraw('itv_1')
    await eventually(() => heard.length >= 3)
    stop()
    expect(heard).toEqual(['ses_1', 'ses_1', 'ses_1'])
  })

  test('of several listeners each hears of facts, and of a session that is parked', async (store) => {
    const heard = { one: 0, other: 0 }
    const lease = await running(store)
    store.onChange(() => heard.one++)
    store.onChange(() => heard.other++)
    await store.journal.append(lease, [next(lease)])
    await eventually(() => heard.one > 0 && heard.other > 0)
    expect([heard.one > 0, heard.other > 0]).toEqual([true, true])
    const before = heard.other
    await store.sessions.park(lease)
    await eventually(() => heard.other > before)
    expect(heard.other).toBeGreaterThan(before)
  })

  test('a listener that stopped hears nothing, and others go on', async (store) => {
    const heard: string[] = []
    await store.sessions.create(newSession('ses_1'))
    const listener = (name: string) => () => heard.push(name)
    const stop = store.onChange(listener('a'))
    store.onChange(listener('b'))
    stop()
    stop()
    await store.interventions.add(intervention('itv_1'))
    await eventually(() => heard.length > 0)
    expect(heard).toEqual(['b'])
  })
}
