import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { failure, next, opened, running, temporaryFolder, temporaryPath } from '../../test/temporary-store.ts'
import { workerProcess } from '../../test/worker-process.ts'
import { sqliteStore } from './store.ts'

describe('opening a SQLite store', () => {
  it('makes the file and its folder', async () => {
    const path = join(temporaryFolder(), 'a', 'b', 'gyre.db')
    await running(opened(path))
    expect(statSync(path).isFile()).toBe(true)
  })

  it('takes an empty file for a new store', async () => {
    const path = temporaryPath()
    writeFileSync(path, '')
    await running(opened(path))
  })

  it('uses WAL and waits for others', () => {
    const path = temporaryPath()
    opened(path)
    const database = new DatabaseSync(path)
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
    database.close()
  })

  it('names the owner in every table', () => {
    const path = temporaryPath()
    opened(path)
    const database = new DatabaseSync(path)
    // Text indexes hold words by row number only; the rows they stand for name their owner.
    const tables = database.prepare(`PRAGMA main.table_list`).all()
    const own = tables.filter(({ name, type }) => type === 'table' && !String(name).startsWith('sqlite_'))
    expect(own.length).toBeGreaterThan(10)
    for (const { name } of own) {
      const columns = database.prepare(`PRAGMA table_info(${name})`).all()
      expect(columns.map((column) => column['name'])).toContain('owner')
    }
    database.close()
  })

  it('refuses a file of a newer format and leaves it as it is', async () => {
    const path = temporaryPath()
    await sqliteStore(path).close()
    const database = new DatabaseSync(path)
    database.exec('PRAGMA user_version = 99')
    database.close()
    const before = readFileSync(path)
    expect(failure(() => sqliteStore(path))).toMatchObject({ code: 'store-newer', details: { version: 99 } })
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it('refuses a file that is no database and leaves it as it is', () => {
    const path = temporaryPath()
    const bytes = Buffer.from('This is a text, and not a short one. '.repeat(500))
    writeFileSync(path, bytes)
    expect(failure(() => sqliteStore(path))).toMatchObject({ code: 'store-corrupt' })
    expect(readFileSync(path).equals(bytes)).toBe(true)
    expect(existsSync(`${path}-wal`)).toBe(false)
  })

  it('refuses the database of another program and leaves it as it is', () => {
    const path = temporaryPath()
    const database = new DatabaseSync(path)
    database.exec('CREATE TABLE bookmarks (url TEXT)')
    database.close()
    const before = readFileSync(path)
    expect(failure(() => sqliteStore(path))).toMatchObject({ code: 'store-failed' })
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it('refuses a file whose tables are not those of its version', async () => {
    const path = temporaryPath()
    await sqliteStore(path).close()
    const database = new DatabaseSync(path)
    database.exec('DROP TABLE intervention')
    database.close()
    expect(failure(() => sqliteStore(path))).toMatchObject({
      code: 'store-corrupt',
      message: expect.stringContaining('no such table: intervention'),
    })
  })

  it('refuses a folder', () => {
    const path = temporaryPath()
    mkdirSync(path)
    expect(failure(() => sqliteStore(path))).toMatchObject({ code: 'file-unreadable', details: { path } })
  })

  it('refuses a folder that cannot be made, and names it', () => {
    const file = temporaryPath()
    writeFileSync(file, '')
    expect(failure(() => sqliteStore(join(file, 'gyre.db')))).toMatchObject({
      code: 'file-unwritable',
      message: `${file} is a file, not a folder.`,
    })
    const error = failure(() => sqliteStore(join(file, 'below', 'gyre.db')))
    expect(error).toMatchObject({ code: 'store-failed', message: expect.stringContaining(file) })
  })

  // Nothing is forbidden to root.
  const isRoot = process.getuid?.() === 0
  it.skipIf(isRoot)('refuses a folder and a file that may not be written, and names permissions', async () => {
    const path = temporaryPath()
    await sqliteStore(path).close()
    for (const [place, mode] of [
      [path, 0o444],
      [dirname(path), 0o555],
    ] as const) {
      chmodSync(place, mode)
      const message = expect.stringContaining(`${place} may not be written, check its permissions`)
      expect(failure(() => sqliteStore(path))).toMatchObject({ code: 'store-failed', message })
    }
    chmodSync(dirname(path), 0o755)
  })

  it('reports damage that is found later', async () => {
    const path = temporaryPath()
    const first = sqliteStore(path)
    const lease = await running(first)
    for (let i = 0; i < 200; i++) void first.journal.append(lease, [next(lease, 'x'.repeat(1000))])
    await first.close()
    const bytes = readFileSync(path)
    bytes.fill(0xab, 4096 * 60)
    writeFileSync(path, bytes)
    const again = opened(path)
    await expect(again.journal.read('ses_1', 1)).rejects.toMatchObject({ code: 'store-corrupt' })
  })

  it('lets several processes make the same store at once, with one key', async () => {
    const path = temporaryPath()
    const goAt = Date.now() + 600
    const workers = ['ses_1', 'ses_2', 'ses_3'].map((id) => workerProcess(path, id, { goAt, restAt: 1 }))
    const lines = await Promise.all(workers.map(({ until }) => until((line) => line === 'row 1')))
    const keys = lines.map(([first]) => first)
    expect(keys[0]).toMatch(/^key [0-9a-f]{8}$/)
    expect(new Set(keys).size).toBe(1)
  })
})
