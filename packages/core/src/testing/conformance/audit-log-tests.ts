/** Administrative actions, in one unbroken order, whoever wrote them. */
import { verifyAuditLog } from '../../audit/audit-log.ts'
import type { Verification } from '../../audit/verify.ts'
import type { AuditEntry, AuditFilter, AuditLog, NewAuditEntry } from '../../ports/audit-log.ts'
import type { KeyRing } from '../../ports/store.ts'
import type { Suite } from './suite.ts'

export function auditLogTests(suite: Suite): void {
  entryTests(suite)
  orderTests(suite)
  filterTests(suite)
}

function entryTests({ test, expect }: Suite): void {
  test('an entry gets the next number and a link, and is read back as it was answered', async ({ auditLog, keys }) => {
    const added = await auditLog.append(action({ data: { role: 'user', personas: ['coder'] } }))
    const { chain, ...rest } = added
    expect(rest).toEqual({
      seq: 1,
      at: 1000,
      owner: 'local',
      actor: 'key:laptop',
      action: 'key.added',
      target: 'phone',
      data: { role: 'user', personas: ['coder'] },
      key: keys.current.id,
    })
    expect(chain).toHaveLength(43)
    expect(await auditLog.list({})).toEqual([added])
  })

  test('whatever an entry holds is read back, and is what was signed', async ({ auditLog, keys }) => {
    const text = 'a\nb "c" \\ \0 Grüße 🧑‍🚀'
    const data = { 10: 'ten', 2: 'two', [text]: [text, '\ud800', 0.1, 1e300, null, {}, []] }
    await auditLog.append(action({ owner: text, actor: text, action: text, target: text, data }))
    await auditLog.append(action({ owner: '', actor: '', action: '', target: '', data: null }))
    await auditLog.append(action({ target: 'x'.repeat(100_000), data: 'ä'.repeat(100_000) }))
    const [first] = await auditLog.list({ actor: text })
    expect(first).toMatchObject({ owner: text, actor: text, action: text, target: text, data })
    expect(await verified(auditLog, keys)).toMatchObject({ ok: true, rows: 3 })
  })

  test('half a character becomes the sign for one that is lost', async ({ auditLog, keys }) => {
    const added = await auditLog.append(action({ actor: 'a\ud800', target: '\udc00' }))
    expect(added).toMatchObject({ actor: 'a\ufffd', target: '\ufffd' })
    expect(await auditLog.list({})).toEqual([added])
    expect(await verified(auditLog, keys)).toMatchObject({ ok: true })
  })

  test('an entry is not changed from outside, neither before nor after it was added', async ({ auditLog }) => {
    const data = { list: [1] }
    const adding = auditLog.append(action({ data }))
    data.list.push(2)
    const added = (await adding).data as typeof data
    added.list.push(3)
    const listed = (await auditLog.list({}))[0]?.data as typeof data
    listed.list.push(4)
    expect((await auditLog.list({}))[0]?.data).toEqual({ list: [1] })
  })
}

function orderTests({ test, expect }: Suite): void {
  test('a log without entries is whole', async ({ auditLog, keys }) => {
    expect(await auditLog.list({})).toEqual([])
    expect(await verified(auditLog, keys)).toEqual({ ok: true, rows: 0, head: { seq: 0, chain: '' } })
  })

  test('entries are numbered as they were added, whatever their times', async ({ auditLog, keys }) => {
    for (const at of [3, 1, 2]) await auditLog.append(action({ at }))
    expect((await auditLog.list({})).map(({ seq, at }) => [seq, at])).toEqual([
      [1, 3],
      [2, 1],
      [3, 2],
    ])
    expect(await verified(auditLog, keys)).toMatchObject({ ok: true, rows: 3, head: { seq: 3 } })
  })

  test('many that are added at once get a number each, in the order of the calls', async ({ auditLog, keys }) => {
    const names = Array.from({ length: 20 }, (_, i) => `key_${i + 1}`)
    const added = await Promise.all(names.map((target) => auditLog.append(action({ target }))))
    expect(added.map(({ seq, target }) => `${seq} ${target}`)).toEqual(names.map((name, i) => `${i + 1} ${name}`))
    expect(await auditLog.list({})).toEqual(added)
    expect(await verified(auditLog, keys)).toMatchObject({ ok: true, rows: 20 })
  })

  test('pages follow on the last entry of the one before, forwards and backwards', async ({ auditLog }) => {
    for (let at = 1; at <= 5; at++) await auditLog.append(action({ at }))
    const pages = [
      await listed(auditLog, { limit: 2 }),
      await listed(auditLog, { limit: 2, after: 2 }),
      await listed(auditLog, { limit: 2, after: 4 }),
      await listed(auditLog, { limit: 2, after: 5 }),
    ]
    expect(pages).toEqual([[1, 2], [3, 4], [5], []])
    const back = [
      await listed(auditLog, { limit: 2, newestFirst: true }),
      await listed(auditLog, { limit: 2, newestFirst: true, before: 4 }),
      await listed(auditLog, { limit: 2, newestFirst: true, before: 2 }),
    ]
    expect(back).toEqual([[5, 4], [3, 2], [1]])
    expect(await listed(auditLog, { after: 1, before: 4 })).toEqual([2, 3])
    expect(await listed(auditLog, { limit: 0 })).toEqual([])
  })

  test('an altered, a missing and a moved entry is found', async ({ auditLog, keys }) => {
    for (let at = 1; at <= 4; at++) await auditLog.append(action({ at }))
    const entries = await auditLog.list({})
    const check = (of: readonly AuditEntry[]) => verifyAuditLog(of, keys)
    expect(await check(entries.with(2, { ...entries[2]!, actor: 'local' }))).toMatchObject({ ok: false, seq: 3 })
    expect(await check(entries.toSpliced(1, 1))).toMatchObject({ ok: false, seq: 2 })
    expect(await check(entries.toReversed())).toMatchObject({ ok: false, seq: 1 })
  })
}

function filterTests({ test, expect }: Suite): void {
  test('entries of one owner are listed without those of others', async ({ auditLog }) => {
    for (const owner of ['ann', 'bob', 'ann', 'Ann']) await auditLog.append(action({ owner }))
    expect(await listed(auditLog, { owner: 'ann' })).toEqual([1, 3])
    expect(await listed(auditLog, { owner: 'bob' })).toEqual([2])
    expect(await listed(auditLog, { owner: 'ann', newestFirst: true, limit: 1 })).toEqual([3])
    expect(await listed(auditLog, { owner: 'eve' })).toEqual([])
  })

  test('entries are found by who did what', async ({ auditLog }) => {
    await auditLog.append(action({ actor: 'browser', action: 'key.added' }))
    await auditLog.append(action({ actor: 'browser', action: 'setting.changed' }))
    await auditLog.append(action({ actor: 'local', action: 'key.added' }))
    expect(await listed(auditLog, { actor: 'browser' })).toEqual([1, 2])
    expect(await listed(auditLog, { action: 'key.added' })).toEqual([1, 3])
    expect(await listed(auditLog, { actor: 'browser', action: 'key.added' })).toEqual([1])
    expect(await listed(auditLog, { action: 'key' })).toEqual([])
  })

  test('entries are found by time, from one on and before another', async ({ auditLog }) => {
    for (const at of [10, 20, 30, 20]) await auditLog.append(action({ at }))
    expect(await listed(auditLog, { since: 20 })).toEqual([2, 3, 4])
    expect(await listed(auditLog, { until: 20 })).toEqual([1])
    expect(await listed(auditLog, { since: 20, until: 30 })).toEqual([2, 4])
  })
}

function action(changes: Partial<NewAuditEntry> = {}): NewAuditEntry {
  return { at: 1000, owner: 'local', actor: 'key:laptop', action: 'key.added', target: 'phone', data: null, ...changes }
}

async function listed(auditLog: AuditLog, filter: AuditFilter): Promise<readonly number[]> {
  return (await auditLog.list(filter)).map(({ seq }) => seq)
}

async function verified(auditLog: AuditLog, keys: KeyRing): Promise<Verification> {
  return verifyAuditLog(await auditLog.list({}), keys)
}
