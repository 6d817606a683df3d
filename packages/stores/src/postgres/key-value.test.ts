import { describe, expect, it, vi } from 'vitest'
import { databases } from '../../test/temporary-postgres.ts'
import { PostgresKeyValue } from './key-value.ts'

const hourMs = 3_600_000

describe('the key-value table in PostgreSQL', () => {
  it('counts without losing any when several processes do so at once', async () => {
    const tables = (await databases(4)).map((database) => new PostgresKeyValue(database))
    const counts = tables.flatMap((each) => Array.from({ length: 25 }, () => each.increment('n', 1)))
    expect((await Promise.all(counts)).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1))
  })

  it('keeps numbers exact, of whatever size', async () => {
    const [database] = await databases(1)
    const keyValue = new PostgresKeyValue(database)
    for (const value of [9_007_199_254_740_991, 5e-324, 1.7976931348623157e308, 0.1 + 0.2, -1e-7]) {
      await keyValue.set('n', value)
      expect(await keyValue.increment('n', 0)).toBe(value)
      expect(await keyValue.get('n')).toBe(value)
    }
  })

  it('keeps keys apart that differ in what PostgreSQL cannot hold', async () => {
    const [database] = await databases(1)
    const keyValue = new PostgresKeyValue(database)
    const keys = ['a\0', 'a', 'a\u0001', 'a\ufffd', 'a\u00010']
    for (const key of keys) await keyValue.set(key, key)
    await keyValue.delete('a')
    expect(await Promise.all(keys.map((key) => keyValue.get(key)))).toEqual([
      'a\0',
      undefined,
      'a\u0001',
      'a\ufffd',
      'a\u00010',
    ])
  })

  it('throws out what has expired, now and then, in as many parts as are needed', async () => {
    const [database] = await databases(1)
    const keyValue = new PostgresKeyValue(database)
    const expired = `INSERT INTO key_value SELECT 'old ' || n, 'local', '1', $1 FROM generate_series(1, 2500) n`
    await database.rows(expired, [Date.now() - hourMs])
    await keyValue.set('just now', 1, -1)
    await keyValue.set('kept', 1)
    const count = async () => (await database.rows<{ n: number }>('SELECT count(*) AS n FROM key_value'))[0]?.n
    await Promise.all(Array.from({ length: 253 }, () => keyValue.set('kept', 2, hourMs)))
    expect(await count()).toBe(2502)
    await keyValue.delete('nothing')
    await expect.poll(count).toBe(1)
    expect(await keyValue.get('kept')).toBe(2)
  })

  it('keeps what a machine with a late clock sets for as long as it says', async () => {
    const [database] = await databases(1)
    const keyValue = new PostgresKeyValue(database)
    const real = Date.now
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() - hourMs)
    await keyValue.set('a', 1, 60_000)
    await keyValue.increment('n', 2, 60_000)
    clock.mockRestore()
    expect([await keyValue.get('a'), await keyValue.increment('n', 1)]).toEqual([1, 3])
  })
})
