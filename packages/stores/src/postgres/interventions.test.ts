import { describe, expect, it, vi } from 'vitest'
import { bystander, stores, untilWaiting } from '../../test/postgres-stores.ts'
import { intervention, next, running } from '../../test/temporary-store.ts'
import type { PostgresStore } from './store.ts'

describe('interventions in PostgreSQL', () => {
  it('with one key sent to several stores at once are one', async () => {
    const all = await stores(4)
    await running(all[0])
    const sent = all.map((store, i) => store.interventions.add({ ...intervention(`itv_${i}`), key: 'k' }))
    const ids = new Set((await Promise.all(sent)).map(({ id }) => id))
    expect(ids.size).toBe(1)
    expect(await all[0].sessions.get('ses_1')).toMatchObject({ wakeSeq: 1 })
  })

  it('for a session that ended while they waited are refused', async () => {
    const [store] = await stores(1)
    await running(store)
    const holder = await bystander(store)
    await holder.query('BEGIN')
    await holder.query(`UPDATE session SET state = 'ended'`)
    const sent = Promise.allSettled([store.interventions.add(intervention('itv_1'))])
    await untilWaiting(holder)
    await holder.query('COMMIT')
    expect(await sent).toMatchObject([{ reason: { code: 'session-ended' } }])
  })

  it('are told to other processes by the transaction that sends, edits or withdraws them', async () => {
    const [store] = await stores(1)
    await running(store)
    const listening = await bystander(store)
    const heard: (string | undefined)[] = []
    listening.on('notification', ({ payload }) => heard.push(payload))
    await listening.query(`LISTEN ${store.database.channel('wake')}`)
    await store.interventions.add(intervention('itv_1'))
    await store.interventions.edit('itv_1', 'better')
    await store.interventions.withdraw('itv_1')
    await store.interventions.withdraw('itv_1')
    await listening.query('SELECT 1')
    expect(heard).toEqual(['ses_1', 'ses_1', 'ses_1'])
  })

  it('wake a parked session as one whose workers never died, and which nobody was offered', async () => {
    const [store] = await stores(1)
    const lease = await running(store)
    await store.sessions.park(lease)
    await store.database.rows('UPDATE session SET deaths = 5, offered_at = 1')
    await store.interventions.add(intervention('itv_1'))
    expect(await store.database.rows('SELECT state, deaths, offered_at FROM session')).toEqual([
      { state: 'queued', deaths: 0, offered_at: null },
    ])
  })

  it('are never slept through by a session that another process parks', async () => {
    const [worker, sender] = (await stores(2)) as [PostgresStore, PostgresStore]
    const leases = await Promise.all(Array.from({ length: 20 }, (_, i) => running(worker, `ses_${i}`)))
    const results = await Promise.all(
      leases.map(async (lease, i) => {
        const add = sender.interventions.add(intervention(`itv_${i}`, lease.session))
        const [hasParked] = await Promise.all([worker.sessions.park(lease), add])
        return [hasParked, (await worker.sessions.get(lease.session))?.state]
      }),
    )
    for (const [hasParked, state] of results) expect(state).toBe(hasParked ? 'queued' : 'running')
  })

  it('keep texts that PostgreSQL has no room for', async () => {
    const [store] = await stores(1)
    const lease = await running(store)
    const sent = { ...intervention('itv_1'), by: 'a\0nn', key: 'k\0', body: 'x\0y' }
    expect(await store.interventions.add(sent)).toMatchObject({ by: 'a\0nn', body: 'x\0y' })
    expect(await store.interventions.add({ ...sent, id: 'itv_2' })).toMatchObject({ id: 'itv_1', body: 'x\0y' })
    const settle = [{ id: 'itv_1', state: 'applied', at: 'act\0', why: 'no\0' }] as const
    await store.journal.append(lease, [{ ...next(lease), path: 'a\0b' }], { settle })
    expect(await store.interventions.list('ses_1')).toMatchObject([{ state: 'applied', body: 'x\0y' }])
  })

  it('are sent, edited and withdrawn by one statement each, so that nobody holds the session in between', async () => {
    const [store] = await stores(1)
    await running(store)
    const asked = [vi.spyOn(store.database, 'rows'), vi.spyOn(store.database, 'rowsOnce')]
    const transactions = vi.spyOn(store.database, 'transaction')
    await store.interventions.add(intervention('itv_1'))
    await store.interventions.edit('itv_1', 'better')
    await store.interventions.withdraw('itv_1')
    expect(transactions).not.toHaveBeenCalled()
    expect(asked.flatMap(({ mock }) => mock.calls)).toHaveLength(3)
  })

  it('with a key that was sent while they waited are the one that is there, also when the session has ended', async () => {
    for (const state of ['running', 'ended']) {
      const [store] = await stores(1)
      await running(store)
      const sender = await bystander(store)
      await sender.query('BEGIN')
      await sender.query(`UPDATE session SET wake_seq = wake_seq + 1, state = '${state}'`)
      await sender.query(`INSERT INTO intervention (id, sid, owner, action, body, sender, at, state, key)
        SELECT 'itv_1', sid, owner, 'steer', '{}', 'ann', 1, 'queued', 'k' FROM session`)
      const sent = store.interventions.add({ ...intervention('itv_2'), key: 'k' })
      await untilWaiting(sender)
      await sender.query('COMMIT')
      expect(await sent).toMatchObject({ id: 'itv_1', session: 'ses_1', by: 'ann' })
      expect(await store.sessions.get('ses_1')).toMatchObject({ wakeSeq: 1 })
    }
  })

  it('with an id that another session knows are refused', async () => {
    const [store] = await stores(1)
    await running(store, 'ses_1')
    await running(store, 'ses_2')
    await store.interventions.add(intervention('itv_1', 'ses_1'))
    const again = store.interventions.add(intervention('itv_1', 'ses_2'))
    await expect(again).rejects.toMatchObject({ code: 'store-failed' })
    expect(await store.sessions.get('ses_2')).toMatchObject({ wakeSeq: 0 })
  })

  it('that a settlement waits for are not edited after it', async () => {
    const [store] = await stores(1)
    await running(store)
    await store.interventions.add(intervention('itv_1'))
    const holder = await bystander(store)
    await holder.query('BEGIN')
    await holder.query('SELECT FROM session FOR UPDATE')
    await holder.query(`UPDATE intervention SET state = 'applied'`)
    const changed = [store.interventions.edit('itv_1', 'late'), store.interventions.withdraw('itv_1')]
    await untilWaiting(holder, 2)
    await holder.query('COMMIT')
    expect(await Promise.all(changed)).toEqual([false, false])
    expect(await store.interventions.list('ses_1')).toMatchObject([{ state: 'applied', body: { text: 'itv_1' } }])
  })
})
