import { DatabaseSync } from 'node:sqlite'
import { GyreError } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { Connection } from './connection.ts'
import { GroupCommit } from './group-commit.ts'

function commits() {
  const connection = new Connection(':memory:', new DatabaseSync(':memory:'))
  connection.execute('CREATE TABLE t (n INTEGER UNIQUE)')
  const insert = connection.prepare('INSERT INTO t VALUES (?)')
  const numbers = () =>
    connection
      .prepare('SELECT n FROM t ORDER BY rowid')
      .all()
      .map((row) => row['n'])
  const group = new GroupCommit(connection)
  const add = (n: number, rows = 1) => group.write({ rows, isSingle: true, apply: () => insert.run(n) })
  return { connection, group, add, numbers }
}

describe('group commit', () => {
  it('needs no transaction for a lone statement', async () => {
    const { connection, group } = commits()
    const isInTransaction = () => connection.database.isTransaction
    expect(await group.write({ rows: 1, isSingle: true, apply: isInTransaction })).toBe(false)
    expect(await group.write({ rows: 1, isSingle: false, apply: isInTransaction })).toBe(true)
  })

  it('puts what comes in one turn into one transaction', async () => {
    const { connection, group } = commits()
    const write = { rows: 1, isSingle: true, apply: () => connection.database.isTransaction }
    expect(await Promise.all([group.write(write), group.write(write)])).toEqual([true, true])
  })

  it('ends a transaction at about 250 rows and lets the event loop turn in between', async () => {
    const { add, numbers } = commits()
    const writes = Array.from({ length: 600 }, (_, n) => add(n))
    const seen: number[] = []
    for (const at of [0, 250, 500]) {
      await writes[at]
      seen.push(numbers().length)
    }
    expect(seen).toEqual([250, 500, 600])
  })

  it('commits a write of many rows by itself', async () => {
    const { add, numbers } = commits()
    const [small, large, last] = [add(1), add(2, 10_000), add(3)]
    await small
    expect(numbers()).toEqual([1])
    await large
    expect(numbers()).toEqual([1, 2])
    await last
  })

  it('keeps the order of the calls', async () => {
    const { group, add, numbers } = commits()
    for (const n of [3, 1, 2]) void add(n)
    expect(await group.read(numbers)).toEqual([3, 1, 2])
  })

  it('lets a write that refuses fail alone', async () => {
    const { group, add, numbers } = commits()
    const refusing = () => {
      throw new GyreError('session-ended', 'no')
    }
    const results = await Promise.allSettled([
      add(1),
      group.write({ rows: 1, isSingle: true, apply: refusing }),
      add(2),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(numbers()).toEqual([1, 2])
  })

  it('lets a write that breaks a constraint fail alone', async () => {
    const { add, numbers } = commits()
    const results = await Promise.allSettled([add(1), add(2), add(1), add(3)])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(results[2]).toMatchObject({ reason: { code: 'store-failed' } })
    expect(numbers()).toEqual([1, 2, 3])
  })

  it('fails each of several that cannot be written, and those only', async () => {
    const { add, numbers } = commits()
    const results = await Promise.allSettled([1, 1, 2, 2, 1, 3].map((n) => add(n)))
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, false, false, true])
    expect(numbers()).toEqual([1, 2, 3])
  })

  it('fails the whole batch when the disk is at fault, and goes on with the next', async () => {
    const { group, add, numbers } = commits()
    const failing = () => {
      throw Object.assign(new Error('disk I/O error'), { errcode: 10 })
    }
    const results = await Promise.allSettled([add(1), group.write({ rows: 1, isSingle: true, apply: failing }), add(2)])
    for (const result of results) expect(result).toMatchObject({ reason: { code: 'store-failed' } })
    await add(4)
    expect(numbers()).toEqual([4])
  })

  it('writes what is waiting before it closes, and nothing after', async () => {
    const { group, add, numbers } = commits()
    const waiting = add(1)
    group.close()
    await waiting
    await expect(add(2)).rejects.toMatchObject({ code: 'store-failed' })
    await expect(group.read(numbers)).rejects.toMatchObject({ code: 'store-failed' })
    expect(numbers()).toEqual([1])
  })

  it('lets timers run while one writer never rests', async () => {
    const { add } = commits()
    let hasRun = false
    setTimeout(() => {
      hasRun = true
    }, 1)
    for (let n = 0; !hasRun; n++) await add(n)
    expect(hasRun).toBe(true)
  })
})
