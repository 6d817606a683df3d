import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { next, opened, running, seqs, temporaryFolder, temporaryPath, verified } from '../../test/temporary-store.ts'
import { sqliteStore } from './store.ts'

describe('a backup of a SQLite store', () => {
  it('opens, verifies and goes on like the store it was made of', async () => {
    const path = temporaryPath()
    const store = opened(path)
    const lease = await running(store)
    for (let i = 0; i < 50; i++) void store.journal.append(lease, [next(lease, 'x'.repeat(i * 300))])
    const target = join(dirname(path), 'copies', 'gyre.db')
    await store.backup(target)
    const copy = opened(target, { key: 'another' })
    const rows = await copy.journal.read('ses_1', 1)
    expect(rows).toEqual(await store.journal.read('ses_1', 1))
    expect(await verified(copy, 'ses_1', store.keys)).toMatchObject({ ok: true, rows: 51 })
    const again = await copy.sessions.acquire('ses_1', { worker: 'w', leaseMs: 1, now: Date.now() + 60_000 })
    await copy.journal.append(again!, [next(again!)])
    expect(await seqs(copy)).toHaveLength(52)
    expect(await seqs(store)).toHaveLength(51)
  })

  it('replaces an earlier one and leaves nothing else behind', async () => {
    const path = temporaryPath()
    const store = opened(path)
    const target = join(dirname(path), 'copy.db')
    await store.backup(target)
    await running(store)
    await store.backup(target)
    expect(await seqs(opened(target))).toEqual([1])
    expect(existsSync(`${target}.partial`)).toBe(false)
  })

  it('is made while the store is written', async () => {
    const path = temporaryPath()
    const store = opened(path, { synchronous: 'NORMAL' })
    const lease = await running(store)
    for (let i = 0; i < 500; i++) void store.journal.append(lease, [next(lease, 'x'.repeat(2000))])
    let isDone = false
    const copying = store.backup(join(dirname(path), 'copy.db')).then(() => {
      isDone = true
    })
    while (!isDone) await store.journal.append(lease, [next(lease)])
    await copying
    const copy = opened(join(dirname(path), 'copy.db'))
    expect((await seqs(copy)).length).toBeGreaterThan(500)
    expect(await verified(copy)).toMatchObject({ ok: true })
  })

  it('is finished before the store closes', async () => {
    const path = temporaryPath()
    const store = sqliteStore(path)
    await running(store)
    const copying = store.backup(join(dirname(path), 'copy.db'))
    await store.close()
    await copying
    expect(await seqs(opened(join(dirname(path), 'copy.db')))).toEqual([1])
  })

  it('is never the store itself', async () => {
    const path = temporaryPath()
    const store = opened(path)
    await running(store)
    const refusal = { code: 'backup-refused', message: expect.stringContaining('is the store itself') }
    await expect(store.backup(path)).rejects.toMatchObject(refusal)
    await expect(store.backup(join(dirname(path), '.', 'gyre.db'))).rejects.toMatchObject(refusal)
    expect(await seqs(store)).toEqual([1])
  })

  const precious: Readonly<Record<string, (path: string) => unknown>> = {
    'a text': (path) => writeFileSync(path, 'My notes.'),
    'something large': (path) => writeFileSync(path, Buffer.alloc(9000, 'x')),
    'the database of another program': (path) => inDatabase(path, 'CREATE TABLE bookmarks (url TEXT)'),
    'a store of a newer Gyre': async (path) => {
      await sqliteStore(path, { key: 'x' }).close()
      inDatabase(path, 'PRAGMA user_version = 99')
    },
  }
  for (const [what, make] of Object.entries(precious)) {
    it(`does not replace ${what}, and says what to do`, async () => {
      const target = join(temporaryFolder(), 'target')
      await make(target)
      const before = readFileSync(target)
      await expect(opened(temporaryPath()).backup(target)).rejects.toMatchObject({
        code: 'backup-refused',
        message: `${target} is not a database that this Gyre wrote.`,
        fix: expect.stringContaining('Name a file that is not there yet'),
      })
      expect(readFileSync(target).equals(before)).toBe(true)
      expect(readdirSync(dirname(target))).toEqual(['target'])
    })
  }

  it('does not replace a store that is in use', async () => {
    const [path, other] = [temporaryPath(), temporaryPath()]
    await running(opened(other))
    await expect(opened(path).backup(other)).rejects.toMatchObject({
      code: 'backup-refused',
      message: expect.stringContaining(`${other}-wal is there`),
    })
  })

  it('does not replace a folder', async () => {
    const store = opened(temporaryPath())
    const target = temporaryFolder()
    await expect(store.backup(target)).rejects.toMatchObject({
      code: 'backup-refused',
      message: `${target} is not a file.`,
    })
  })

  it('takes the place of an empty file', async () => {
    const store = opened(temporaryPath())
    await running(store)
    const target = temporaryPath()
    writeFileSync(target, '')
    await store.backup(target)
    expect(await seqs(opened(target))).toEqual([1])
  })

  it('needs the name of a file', async () => {
    await expect(opened(temporaryPath()).backup('')).rejects.toMatchObject({
      code: 'config-invalid',
      message: '`target` must be the path of a file.',
    })
  })

  it('is refused where no file can be made', async () => {
    const path = temporaryPath()
    writeFileSync(join(dirname(path), 'file'), '')
    const store = opened(path)
    await expect(store.backup(join(dirname(path), 'file', 'copy.db'))).rejects.toMatchObject({
      code: 'file-unwritable',
    })
  })
})

function inDatabase(path: string, sql: string): void {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}
