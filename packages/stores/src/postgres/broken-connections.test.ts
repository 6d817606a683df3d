import { describe, expect, it, vi } from 'vitest'
import { lossyProxy } from '../../test/lossy-proxy.ts'
import { bystander, countOf, storeAt } from '../../test/postgres-stores.ts'
import { temporarySchema } from '../../test/temporary-postgres.ts'
import { intervention, newSession, next, running, seqs, verified } from '../../test/temporary-store.ts'

/** A store with a way to its server on which answers get lost. */
async function lossy() {
  const place = await temporarySchema()
  const proxy = await lossyProxy(place.url)
  const store = await storeAt({ ...place, url: proxy.url })
  return { store, proxy, place }
}

const terms = (worker: string) => ({ worker, leaseMs: 15_000, now: Date.now() })

describe('when the answer to a statement that was committed is lost', () => {
  it('a row is there once, and its append succeeds', async () => {
    const { store, proxy } = await lossy()
    const lease = await running(store)
    proxy.loseNextAnswer()
    await store.journal.append(lease, [next(lease)])
    await store.journal.append(lease, [next(lease)])
    expect(proxy.lost).toBe(1)
    expect(await verified(store)).toMatchObject({ ok: true, rows: 3 })
  })

  it('the rows of a batch are there once, with what belongs to them', async () => {
    const { store, proxy } = await lossy()
    const leases = [await running(store, 'ses_1'), await running(store, 'ses_2'), await running(store, 'ses_3')]
    await store.interventions.add(intervention('itv_1'))
    const options = {
      mirror: { status: 'completed', outcome: 'answered', state: 'ended' },
      settle: [{ id: 'itv_1', state: 'applied', at: 'act#1', why: null }],
    } as const
    proxy.loseNextAnswer()
    await Promise.all(leases.map((lease) => store.journal.append(lease, [next(lease, 'z'.repeat(20_000))], options)))
    expect(proxy.lost).toBe(1)
    for (const id of ['ses_1', 'ses_2', 'ses_3']) expect(await seqs(store, id)).toEqual([1, 2])
    expect(await store.sessions.list({ states: ['ended'] })).toHaveLength(3)
    expect(await store.interventions.list('ses_1')).toMatchObject([{ state: 'applied' }])
    expect(leases.map(({ head }) => head.seq)).toEqual([2, 2, 2])
  })

  it('a holder whose session was taken meanwhile has lost it', async () => {
    const { store, proxy, place } = await lossy()
    const [mine, lost] = [await running(store, 'ses_1'), await running(store, 'ses_2')]
    const taker = await bystander(await storeAt(place))
    await taker.query(`CREATE FUNCTION ${place.schema}.take() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN UPDATE session SET token = token + 1 WHERE sid = NEW.sid AND id = 'ses_2'; RETURN NEW; END $$`)
    // The takeover comes with the row, so it is there when the statement is asked again.
    await taker.query('CREATE TRIGGER take AFTER INSERT ON journal FOR EACH ROW EXECUTE FUNCTION take()')
    proxy.loseNextAnswer()
    const both = await Promise.allSettled([mine, lost].map((lease) => store.journal.append(lease, [next(lease)])))
    expect(both).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'lease-lost' } }])
  })

  it('a session is made once, and can be written', async () => {
    const { store, proxy } = await lossy()
    await running(store, 'ses_0')
    proxy.loseNextAnswer()
    const [lease] = await Promise.all([running(store), store.sessions.create(newSession('ses_2'))])
    await store.journal.append(lease, [next(lease)])
    expect(proxy.lost).toBe(1)
    expect(await seqs(store)).toEqual([1, 2])
    expect(await store.sessions.list({})).toHaveLength(3)
    await expect(running(store)).rejects.toMatchObject({ code: 'store-failed' })
  })

  it('somebody else who has the id is not taken for it', async () => {
    const { store, proxy } = await lossy()
    const session = newSession('ses_1')
    await store.sessions.create({ ...session, facts: [{ seq: 1, at: 1, type: 'session.created', data: 'another' }] })
    proxy.loseNextAnswer()
    await expect(store.sessions.create(session)).rejects.toMatchObject({ code: 'store-failed' })
    expect(proxy.lost).toBe(1)
  })

  it('a session that was taken is had', async () => {
    const { store, proxy } = await lossy()
    await store.sessions.create(newSession('ses_1'))
    proxy.loseNextCommit()
    const lease = await store.sessions.acquire('ses_1', terms('worker-a'))
    expect(proxy.lost).toBe(1)
    expect(lease).toMatchObject({ token: 1, head: { seq: 1 } })
    expect(await store.sessions.acquire('ses_1', terms('worker-a'))).toBeUndefined()
  })

  it('a session that was taken is had, however much later that turns out', async () => {
    const { store, proxy } = await lossy()
    await store.sessions.create(newSession('ses_1'))
    const asked = terms('worker-a')
    const real = performance.now.bind(performance)
    let laterMs = 0
    const time = vi.spyOn(performance, 'now').mockImplementation(() => {
      laterMs += 1000
      return real() + laterMs
    })
    proxy.loseNextCommit()
    const lease = await store.sessions.acquire('ses_1', asked)
    time.mockRestore()
    expect(proxy.lost).toBe(1)
    expect(lease).toMatchObject({ token: 1 })
    expect((await store.sessions.get('ses_1'))?.leaseUntil).toBeGreaterThan(asked.now + asked.leaseMs + 1000)
  })

  it('a session that was parked is parked', async () => {
    const { store, proxy } = await lossy()
    const lease = await running(store)
    proxy.loseNextAnswer()
    expect(await store.sessions.park(lease)).toBe(true)
    expect(proxy.lost).toBe(1)
    expect(await store.sessions.get('ses_1')).toMatchObject({ state: 'parked' })
    expect(await store.sessions.park(lease)).toBe(false)
  })

  it('an intervention is sent once, and withdrawn once', async () => {
    const { store, proxy } = await lossy()
    await running(store)
    proxy.loseNextAnswer()
    expect(await store.interventions.add(intervention('itv_1'))).toMatchObject({ id: 'itv_1', state: 'queued' })
    expect(await store.sessions.get('ses_1')).toMatchObject({ wakeSeq: 1 })
    proxy.loseNextAnswer()
    expect(await store.interventions.withdraw('itv_1')).toBe(true)
    expect(proxy.lost).toBe(2)
    expect(await store.interventions.withdraw('itv_1')).toBe(false)
    expect(await store.interventions.list('ses_1')).toMatchObject([{ id: 'itv_1', state: 'withdrawn' }])
  })

  it('an intervention that was edited, and taken since, was edited', async () => {
    const { store, proxy, place } = await lossy()
    await running(store)
    await store.interventions.add(intervention('itv_1'))
    const taker = await bystander(await storeAt(place))
    await taker.query(`CREATE FUNCTION ${place.schema}.take() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN NEW.taken = true; RETURN NEW; END $$`)
    await taker.query('CREATE TRIGGER take BEFORE UPDATE ON intervention FOR EACH ROW EXECUTE FUNCTION take()')
    proxy.loseNextAnswer()
    expect(await store.interventions.edit('itv_1', 'better')).toBe(true)
    expect(proxy.lost).toBe(1)
    expect(await store.interventions.edit('itv_1', 'late')).toBe(false)
    expect(await store.interventions.list('ses_1')).toMatchObject([{ body: 'better' }])
  })

  it('a session that was made, and taken since, was made', async () => {
    const { store, proxy, place } = await lossy()
    await running(store, 'ses_0')
    const taker = await bystander(await storeAt(place))
    await taker.query(`CREATE FUNCTION ${place.schema}.take() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN NEW.token = NEW.token + 1; RETURN NEW; END $$`)
    await taker.query('CREATE TRIGGER take BEFORE INSERT ON session FOR EACH ROW EXECUTE FUNCTION take()')
    proxy.loseNextAnswer()
    const lease = await running(store)
    expect(proxy.lost).toBe(1)
    await expect(store.journal.append(lease, [next(lease)])).rejects.toMatchObject({ code: 'lease-lost' })
  })

  it('sessions that were removed are removed', async () => {
    const { store, proxy } = await lossy()
    const lease = await running(store)
    await store.journal.append(lease, [next(lease)], { mirror: { status: 'failed', state: 'ended' } })
    proxy.loseNextCommit()
    await store.sessions.remove(['ses_1'])
    expect(proxy.lost).toBe(1)
    expect(await countOf(store, 'journal')).toBe(0)
  })
})

describe('connections that are terminated again and again', () => {
  it('lose and double nothing that is appended', async () => {
    const place = await temporarySchema()
    const url = new URL(place.url)
    url.searchParams.set('application_name', place.schema)
    const store = await storeAt({ ...place, url: url.href })
    const leases = await Promise.all(Array.from({ length: 10 }, (_, i) => running(store, `ses_${i}`)))
    const killer = await bystander(await storeAt(place))
    const kill = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1'
    let killed = 0
    for (let round = 0; round < 15; round++) {
      const written = leases.map((lease) => store.journal.append(lease, [next(lease, round)]))
      killed += (await killer.query(kill, [place.schema])).rows.length
      await Promise.all(written)
    }
    for (const { session } of leases) expect(await verified(store, session)).toMatchObject({ ok: true, rows: 16 })
    expect(killed).toBeGreaterThan(10)
  })
})
