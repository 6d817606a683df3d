import { createHash, randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failure, next, opened, running, temporaryPath, verified } from '../../test/temporary-store.ts'
import { memoryStore } from '../memory/store.ts'
import { sqliteStore } from './store.ts'

describe('the audit key', () => {
  it('is made on first use, for its owner’s eyes only', () => {
    const path = temporaryPath()
    const store = opened(path)
    expect(statSync(keyFile(path)).mode & 0o777).toBe(0o600)
    const secret = Buffer.from(readFileSync(keyFile(path), 'utf8').trim(), 'base64url')
    expect(secret).toHaveLength(32)
    expect(store.keys.current.secret).toEqual(secret)
    expect(store.keys.current.id).toBe(createHash('sha256').update(secret).digest('hex').slice(0, 8))
  })

  it('is the same when the store is opened again', async () => {
    const path = temporaryPath()
    const first = sqliteStore(path)
    await first.close()
    expect(opened(path).keys.current).toEqual(first.keys.current)
  })

  it('comes from a passphrase when one is given, and no file is made', () => {
    const path = temporaryPath()
    const { current } = opened(path, { key: 'correct horse' }).keys
    expect(current.secret).toEqual(createHash('sha256').update('correct horse').digest())
    expect(current).toEqual(memoryStore({ key: 'correct horse' }).keys.current)
    expect(existsSync(keyFile(path))).toBe(false)
  })

  it('is of no use to anybody else when the store is in memory', () => {
    expect(opened(':memory:').keys.current.id).not.toBe(opened(':memory:').keys.current.id)
    expect(memoryStore().keys.current.id).not.toBe(memoryStore().keys.current.id)
    expect(existsSync('key')).toBe(false)
  })

  it('is changed by a new last line, and rows of both keys verify', async () => {
    const path = temporaryPath()
    const first = sqliteStore(path)
    const lease = await running(first)
    await first.close()
    appendFileSync(keyFile(path), `${randomBytes(32).toString('base64url')}\n`)
    const store = opened(path)
    expect(store.keys.current.id).not.toBe(first.keys.current.id)
    const again = await store.sessions.acquire(lease.session, { worker: 'w', leaseMs: 1, now: Date.now() + 60_000 })
    await store.journal.append(again!, [next(again!)])
    const rows = await store.journal.read('ses_1', 1)
    expect(rows.map(({ key }) => key)).toEqual([first.keys.current.id, store.keys.current.id])
    expect(await verified(store)).toMatchObject({ ok: true, rows: 2 })
  })

  it('may be changed while another process has the store open', async () => {
    const path = temporaryPath()
    const [before] = [opened(path)]
    appendFileSync(keyFile(path), `${randomBytes(32).toString('base64url')}\n`)
    const after = opened(path)
    await running(after)
    expect(await verified(before)).toMatchObject({ ok: true })
  })

  it('still verifies older rows when a passphrase takes its place', async () => {
    const path = temporaryPath()
    const first = sqliteStore(path)
    await running(first)
    await first.close()
    const store = opened(path, { key: ['old', 'new'] })
    await running(store, 'ses_2')
    expect(await verified(store)).toMatchObject({ ok: true })
    const later = opened(path, { key: ['old', 'new', 'newest'] })
    expect(await verified(later, 'ses_2')).toMatchObject({ ok: true })
  })

  it('is missed by verification when it was lost', async () => {
    const path = temporaryPath()
    const first = sqliteStore(path)
    await running(first)
    await first.close()
    rmSync(keyFile(path))
    const store = opened(path)
    const why = `it is signed with key ${first.keys.current.id}, which is not known here`
    expect(await verified(store)).toEqual({ ok: false, seq: 1, why })
  })

  it('is asked for when its file holds something else', () => {
    const path = temporaryPath()
    writeFileSync(keyFile(path), 'hello\n')
    expect(failure(() => sqliteStore(path))).toMatchObject({ code: 'key-missing' })
  })

  it('is asked for when its file stays empty', () => {
    const path = temporaryPath()
    writeFileSync(keyFile(path), '')
    expect(failure(() => sqliteStore(path))).toMatchObject({ code: 'key-missing' })
  })
})

function keyFile(path: string): string {
  return join(dirname(path), 'key')
}
