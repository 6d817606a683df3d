import { existsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { verifyChain } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { next, opened, running, seqs, temporaryPath } from '../../test/temporary-store.ts'
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
    expect(await verifyChain(rows, store.keys)).toMatchObject({ ok: true, rows: 51 })
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
    const rows = await opened(join(dirname(path), 'copy.db')).journal.read('ses_1', 1)
    expect(rows.length).toBeGreaterThan(500)
    expect(await verifyChain(rows, store.keys)).toMatchObject({ ok: true })
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
    await expect(store.backup(path)).rejects.toMatchObject({ code: 'usage-invalid' })
    await expect(store.backup(join(dirname(path), '.', 'gyre.db'))).rejects.toMatchObject({ code: 'usage-invalid' })
    expect(await seqs(store)).toEqual([1])
  })

  it('is refused where no file can be made', async () => {
    const path = temporaryPath()
    writeFileSync(join(dirname(path), 'file'), '')
    const store = opened(path)
    await expect(store.backup(join(dirname(path), 'file', 'copy.db'))).rejects.toMatchObject({ code: 'store-failed' })
  })
})
