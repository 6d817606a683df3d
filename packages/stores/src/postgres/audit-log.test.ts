import { type NewAuditEntry, verifyAuditLog } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { lossyProxy } from '../../test/lossy-proxy.ts'
import { databases, database as open } from '../../test/temporary-postgres.ts'
import { PostgresAuditLog } from './audit-log.ts'
import type { Database } from './database.ts'
import { openKeys } from './keys.ts'

function action(target: string): NewAuditEntry {
  return { at: 1000, owner: 'local', actor: 'browser', action: 'key.added', target, data: { n: 1 } }
}

async function keysOf(database: Database) {
  return openKeys(database, { key: 'one' })
}

describe('the audit log in PostgreSQL', () => {
  it('is one chain without holes when several processes write it at once', async () => {
    const all = await databases(4)
    const keys = await keysOf(all[0])
    const logs = all.map((database) => new PostgresAuditLog(database, keys.current))
    for (let round = 0; round < 10; round++) {
      await Promise.all(logs.flatMap((log) => [log.append(action('phone')), log.append(action('laptop'))]))
    }
    const entries = await logs[0]?.list({})
    expect(await verifyAuditLog(entries ?? [], keys)).toMatchObject({ ok: true, rows: 80 })
  })

  it('has an entry once when the answer to its commit was lost', async () => {
    const [database] = await databases(1)
    const keys = await keysOf(database)
    const proxy = await lossyProxy(database.url)
    const log = new PostgresAuditLog(open({ url: proxy.url, schema: database.schema }), keys.current)
    await log.append(action('phone'))
    proxy.loseNextCommit()
    expect(await log.append(action('laptop'))).toMatchObject({ seq: 2, target: 'laptop' })
    expect(proxy.lost).toBe(1)
    expect((await log.list({})).map(({ target }) => target)).toEqual(['phone', 'laptop'])
  })

  it('is written together when much comes at once', async () => {
    const [database] = await databases(1)
    const log = new PostgresAuditLog(database, (await keysOf(database)).current)
    await Promise.all(Array.from({ length: 300 }, () => log.append(action('phone'))))
    const transactions = await database.rows('SELECT DISTINCT xmin::text FROM audit_log')
    expect(transactions).toHaveLength(1)
  })

  const cases: readonly [string, string, number, string][] = [
    ['who did it changed', `UPDATE audit_log SET actor = 'local' WHERE seq = 2`, 2, 'it is not what was signed'],
    ['data made unreadable', `UPDATE audit_log SET data = '{"n":' WHERE seq = 2`, 2, 'it is not what was signed'],
    ['an entry removed', 'DELETE FROM audit_log WHERE seq = 2', 2, 'entry 2 is missing: entry 3 follows on entry 1'],
  ]
  it.each(cases)('lets whoever verifies it find %s', async (_, sql, seq, why) => {
    const [database] = await databases(1)
    const keys = await keysOf(database)
    const log = new PostgresAuditLog(database, keys.current)
    for (const target of ['phone', 'laptop', 'tablet']) await log.append(action(target))
    await database.rows(sql)
    expect(await verifyAuditLog(await log.list({}), keys)).toEqual({ ok: false, seq, why })
  })
})
