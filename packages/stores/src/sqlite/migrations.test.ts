import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { verifyAuditLog } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { newSession, next, opened, temporaryFolder, temporaryPath, verified } from '../../test/temporary-store.ts'
import { countRunning, findAbandoned } from './leases.ts'
import { sqliteStore } from './store.ts'

const kept = fileURLToPath(new URL('../../../../test/fixtures/journals/v1/', import.meta.url))

/** A copy of a database that was written before sessions had personas. */
function firstFormat(): string {
  const folder = temporaryFolder()
  cpSync(kept, folder, { recursive: true })
  return join(folder, 'gyre.db')
}

function schemaOf(path: string): unknown {
  const database = new DatabaseSync(path, { readOnly: true })
  const version = database.prepare('PRAGMA user_version').get()?.['user_version']
  const columns = database.prepare('PRAGMA table_info(session)').all()
  const indexes = database.prepare('PRAGMA index_list(session)').all()
  database.close()
  return { version, columns: columns.map(({ name }) => name), indexes: indexes.map(({ name }) => name).sort() }
}

describe('a database of an earlier format', () => {
  it('gets the tables of a new one when it is opened', async () => {
    const [old, made] = [firstFormat(), temporaryPath()]
    expect(schemaOf(old)).toMatchObject({ version: 1 })
    await sqliteStore(old).close()
    await sqliteStore(made).close()
    expect(schemaOf(old)).toEqual(schemaOf(made))
    expect(schemaOf(old)).toMatchObject({ version: 5 })
  })

  it('keeps its sessions, which have no persona and no known usage', async () => {
    const store = opened(firstFormat())
    const rows = await store.sessions.list({})
    expect(rows.map(({ mirror }) => mirror.status)).toEqual(['running', 'waiting', 'completed'])
    for (const { id, mirror } of rows) {
      expect(mirror).toMatchObject({ persona: null, arm: null, usage: null })
      expect(await verified(store, id)).toMatchObject({ ok: true })
    }
  })

  it('keeps its sessions, which wait as usual and were begun by an unknown version', async () => {
    const rows = await opened(firstFormat()).sessions.list({})
    expect(rows).toHaveLength(3)
    for (const { mirror, waits } of rows) {
      expect(mirror).toMatchObject({ loopVersion: 0, provider: null })
      expect(waits).toEqual({ priority: 0, notBefore: null })
    }
  })

  it('gets a log of administrative actions, empty at first', async () => {
    const { auditLog, keys } = opened(firstFormat())
    expect(await auditLog.list({})).toEqual([])
    const action = { at: 1, owner: 'local', actor: 'local', action: 'key.added', target: 'phone', data: null }
    for (const seq of [1, 2]) expect(await auditLog.append(action)).toMatchObject({ seq })
    expect(await verifyAuditLog(await auditLog.list({}), keys)).toMatchObject({ ok: true, rows: 2 })
  })

  it('takes new sessions with a persona beside them', async () => {
    const store = opened(firstFormat())
    const session = newSession('ses_z')
    const terms = { worker: store.worker, leaseMs: 15_000, now: Date.now() }
    const named = { ...session, mirror: { ...session.mirror, persona: 'coder', arm: 'v2' } }
    const lease = await store.sessions.create(named, terms)
    if (lease === undefined) throw new Error('The store gave no lease.')
    const mirror = { status: 'completed', usage: { modelCalls: 1 }, state: 'ended' } as const
    await store.journal.append(lease, [next(lease)], { mirror })
    expect(await store.sessions.list({ owner: 'local', persona: 'coder' })).toMatchObject([
      { id: 'ses_z', mirror: { persona: 'coder', arm: 'v2', usage: { modelCalls: 1 } } },
    ])
  })
})

describe('the session table', () => {
  async function planOf(sql: string): Promise<unknown[]> {
    const path = temporaryPath()
    await sqliteStore(path).close()
    const database = new DatabaseSync(path)
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all()
    database.close()
    return plan.map(({ detail }) => detail)
  }

  it('finds the sessions of a persona by an index, newest first without sorting', async () => {
    const plan = await planOf('SELECT * FROM session WHERE owner = ? AND persona = ? ORDER BY sid DESC LIMIT ?')
    expect(plan).toEqual(['SEARCH session USING INDEX session_persona (owner=? AND persona=?)'])
  })

  it('counts running sessions by their state, however many an owner has', async () => {
    const plan = await planOf(countRunning('owner'))
    expect(plan).toEqual(['SEARCH session USING INDEX session_state (state=?)'])
  })

  it('finds queued sessions by priority without sorting them', async () => {
    const plan = await planOf(findAbandoned)
    expect(plan.slice(0, 4)).toEqual(['MERGE (UNION ALL)', 'LEFT', 'SCAN session USING INDEX session_queued', 'RIGHT'])
  })
})

describe('knowledge of an earlier format', () => {
  /** As it was written before: one document with a chunk, its vector and an edge. */
  function withKnowledge(): string {
    const path = firstFormat()
    const database = new DatabaseSync(path)
    database.exec(`
      INSERT INTO document (did, id, owner, source, title, media_type, hash, at, data, text)
        VALUES (1, 'doc', 'local', 's', 't', 'text/plain', 'h', 1, 'null', '"fox"');
      INSERT INTO chunk (cid, id, did, owner, first, last, headings) VALUES (1, 'doc/1', 1, 'local', 0, 3, '["Top"]');
      INSERT INTO chunk_text (rowid, words) VALUES (1, 'fox');
      INSERT INTO edge (cid, owner, origin, relation, target, weight) VALUES (1, 'local', 'fox', 'sees', 'dog', 1);`)
    const vector = new Uint8Array(Float32Array.from([3, 4]).buffer)
    database.prepare(`INSERT INTO chunk_vector (cid, owner, embedder, vector) VALUES (1, 'local', 'e', ?)`).run(vector)
    database.close()
    return path
  }

  it('keeps documents, chunks and vectors', async () => {
    const { knowledge } = opened(withKnowledge())
    expect(await knowledge.chunksOf('doc')).toMatchObject([{ id: 'doc/1', text: 'fox', headings: ['Top'] }])
    const asked = { owner: 'local', limit: 2 }
    expect(await knowledge.rankByVector('e', Float32Array.from([3, 4]), asked)).toEqual([{ chunk: 'doc/1', score: 1 }])
    expect(await knowledge.rankByText('fox', asked)).toMatchObject([{ chunk: 'doc/1' }])
    expect(await knowledge.overview('local')).toMatchObject({
      vectors: [{ embedder: 'e', dimensions: 2, count: 1 }],
      edges: 0,
    })
  })

  it('is to be read again: its headings were not in the text index, nor its names folded', async () => {
    const { knowledge } = opened(withKnowledge())
    expect(await knowledge.get('doc')).toMatchObject({ text: 'fox', hash: '' })
    expect(await knowledge.withoutEdges('r', 'local', 10)).toEqual(['doc/1'])
  })
})
