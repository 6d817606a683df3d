import { execFile as execFileCallback } from 'node:child_process'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { type NewAuditEntry, type Store, verifyAuditLog } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { opened, temporaryPath } from '../../test/temporary-store.ts'
import { sqliteStore } from './store.ts'

const execFile = promisify(execFileCallback)

function action(target: string, changes: Partial<NewAuditEntry> = {}): NewAuditEntry {
  return { at: 1000, owner: 'local', actor: 'browser', action: 'key.added', target, data: { n: 1 }, ...changes }
}

async function verified(store: Store) {
  return verifyAuditLog(await store.auditLog.list({}), store.keys)
}

/** Adds 200 entries from a process of its own, beginning at a time. */
function addInProcess(path: string, goAt: number): Promise<unknown> {
  const script = `
    const { sqliteStore } = await import(${JSON.stringify(new URL('./store.ts', import.meta.url).href)})
    const store = sqliteStore(${JSON.stringify(path)})
    while (Date.now() < ${goAt}) await new Promise((resolve) => setImmediate(resolve))
    for (let n = 0; n < 200; n++) await store.auditLog.append(${JSON.stringify(action('phone'))})
    await store.close()`
  return execFile(process.execPath, ['--conditions=@gyre/source', '--input-type=module', '--eval', script])
}

/** A file with three entries, changed behind its back. */
async function tampered(sql: string): Promise<Store> {
  const path = temporaryPath()
  const store = sqliteStore(path)
  for (const target of ['phone', 'laptop', 'tablet']) await store.auditLog.append(action(target))
  await store.close()
  inDatabase(path, sql)
  return opened(path)
}

function inDatabase(path: string, sql: string): void {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}

describe('the audit log in SQLite', () => {
  const signed = 'it is not what was signed'
  const cases: readonly [string, string, number, string][] = [
    ['who did it changed', `UPDATE audit_log SET actor = 'local' WHERE seq = 2`, 2, signed],
    ['what it was done to changed', `UPDATE audit_log SET target = 'phone' WHERE seq = 2`, 2, signed],
    ['an owner changed', `UPDATE audit_log SET owner = 'bob' WHERE seq = 1`, 1, signed],
    ['a time changed', 'UPDATE audit_log SET at = at + 1 WHERE seq = 3', 3, signed],
    ['data changed', `UPDATE audit_log SET data = '{"n":2}' WHERE seq = 2`, 2, signed],
    ['data made unreadable', `UPDATE audit_log SET data = '{"n":' WHERE seq = 2`, 2, signed],
    ['data made bytes', `UPDATE audit_log SET data = CAST(data AS BLOB) WHERE seq = 2`, 2, signed],
    ['an entry removed', 'DELETE FROM audit_log WHERE seq = 2', 2, 'entry 2 is missing: entry 3 follows on entry 1'],
    [
      'an entry removed and the last one put in its place',
      'DELETE FROM audit_log WHERE seq = 2; UPDATE audit_log SET seq = 2 WHERE seq = 3',
      2,
      signed,
    ],
    [
      'two entries exchanged',
      'UPDATE audit_log SET seq = -seq; UPDATE audit_log SET seq = 4 + seq WHERE seq <> -2; UPDATE audit_log SET seq = 2 WHERE seq = -2',
      1,
      signed,
    ],
    [
      'an entry put in',
      `INSERT INTO audit_log SELECT 4, at, owner, actor, action, 'watch', data, chain, key FROM audit_log WHERE seq = 3`,
      4,
      signed,
    ],
  ]
  it.each(cases)('lets whoever verifies it find %s', async (_, sql, seq, why) => {
    const store = await tampered(sql)
    expect(await verified(store)).toEqual({ ok: false, seq, why })
  })

  it('is whole when nobody touched it', async () => {
    expect(await verified(await tampered('SELECT 1'))).toMatchObject({ ok: true, rows: 3 })
  })

  it('goes on in one chain when the key was changed', async () => {
    const path = temporaryPath()
    const first = sqliteStore(path, { key: 'one' })
    await first.auditLog.append(action('phone'))
    await first.close()
    const both = opened(path, { key: ['one', 'two'] })
    await both.auditLog.append(action('laptop'))
    const signers = (await both.auditLog.list({})).map(({ key }) => key)
    expect(new Set(signers).size).toBe(2)
    expect(await verified(both)).toMatchObject({ ok: true, rows: 2 })
    expect(await verified(opened(path, { key: 'two' }))).toMatchObject({ ok: false, seq: 1 })
  })

  it('gives no number twice when several processes write to one file', async () => {
    const path = temporaryPath()
    const goAt = Date.now() + 1000
    await Promise.all([addInProcess(path, goAt), addInProcess(path, goAt)])
    expect(await verified(opened(path))).toMatchObject({ ok: true, rows: 400 })
  })

  it('has an entry on disk when its promise resolves', async () => {
    const path = temporaryPath()
    await opened(path).auditLog.append(action('phone'))
    const database = new DatabaseSync(path, { readOnly: true })
    expect(database.prepare('SELECT seq, target FROM audit_log').all()).toEqual([{ seq: 1, target: 'phone' }])
    database.close()
  })

  it('adds nothing when the file has no room, and goes on with what fits', async () => {
    const store = opened(temporaryPath(), { maxPages: 90 })
    const results = await Promise.allSettled([
      store.auditLog.append(action('phone')),
      store.auditLog.append(action('large', { data: 'x'.repeat(400_000) })),
    ])
    for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: { code: 'store-full' } })
    expect(await store.auditLog.list({})).toEqual([])
    expect(await store.auditLog.append(action('phone'))).toMatchObject({ seq: 1 })
    expect(await verified(store)).toMatchObject({ ok: true, rows: 1 })
  })

  it('finds the newest entries of an owner by an index, without sorting', async () => {
    const path = temporaryPath()
    await sqliteStore(path).close()
    const database = new DatabaseSync(path)
    const plan = database
      .prepare('EXPLAIN QUERY PLAN SELECT * FROM audit_log WHERE true AND owner = ? ORDER BY seq DESC LIMIT ?')
      .all('local', 10)
    database.close()
    expect(plan.map(({ detail }) => detail)).toEqual(['SEARCH audit_log USING INDEX audit_log_owner (owner=?)'])
  })
})
