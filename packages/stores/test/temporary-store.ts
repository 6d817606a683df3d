/** Stores in folders of their own, gone when the test is over. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Fact,
  type Lease,
  type NewIntervention,
  type NewSession,
  type Store,
  type Verification,
  verifyChain,
} from '@gyre/core'
import { onTestFinished } from 'vitest'
import { type SqliteStore, type SqliteStoreOptions, sqliteStore } from '../src/sqlite/store.ts'

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gyre-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function temporaryPath(): string {
  return join(temporaryFolder(), 'gyre.db')
}

/** Opens a store that is closed when the test is over. */
export function opened(path: string, options?: SqliteStoreOptions): SqliteStore {
  const store = sqliteStore(path, options)
  onTestFinished(() => store.close())
  return store
}

export function newSession(id: string): NewSession {
  return {
    id,
    owner: 'local',
    mirror: {
      loop: 'react',
      loopVersion: 1,
      provider: null,
      title: id,
      thread: 'thr_1',
      status: 'queued',
      persona: null,
      arm: null,
      createdAt: 1000,
    },
    facts: [{ seq: 1, at: 1000, type: 'session.created' }],
  }
}

/** A session that runs under a lease of this store, for 15 s from now. */
export async function running(store: Store, id = 'ses_1'): Promise<Lease> {
  const lease = await store.sessions.create(newSession(id), { worker: store.worker, leaseMs: 15_000, now: Date.now() })
  if (lease === undefined) throw new Error('The store gave no lease.')
  return lease
}

export function next(lease: Lease, result: Fact['result'] = null): Fact {
  return { seq: lease.head.seq + 1, at: 2000, type: 'note', result }
}

export function intervention(id: string, session = 'ses_1'): NewIntervention {
  return { id, session, action: 'steer', body: { text: id }, by: 'ann', at: 3000, key: null }
}

export async function seqs(store: Store, id = 'ses_1'): Promise<number[]> {
  return (await store.journal.read(id, 1)).map(({ seq }) => seq)
}

/** Whether a journal of this store is what was written, by these keys. */
export async function verified(store: Store, id = 'ses_1', keys = store.keys): Promise<Verification> {
  const session = await store.sessions.get(id)
  if (session === undefined) throw new Error(`There is no session ${id}.`)
  return verifyChain(session, await store.journal.read(id, 1), keys)
}

/** What went wrong in opening a store. */
export function failure(open: () => unknown): unknown {
  try {
    open()
  } catch (error) {
    return error
  }
  return undefined
}
