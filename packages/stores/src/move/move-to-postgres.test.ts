import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { addressOf, type Store } from '@gyre/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { TestSchema } from '../../../../test/postgres/postgres.ts'
import { fill, knowledgeOf, largeMessage, sessionsOf, valuesOf } from '../../test/filled-store.ts'
import { lossyProxy } from '../../test/lossy-proxy.ts'
import { database, temporarySchema } from '../../test/temporary-postgres.ts'
import { intervention, newSession, next, opened, running, temporaryPath, verified } from '../../test/temporary-store.ts'
import { migrate } from '../postgres/migrations.ts'
import { postgresStore } from '../postgres/store.ts'
import { sqliteStore } from '../sqlite/store.ts'
import { type MoveCounts, type MoveProgress, moveToPostgres } from './move-to-postgres.ts'

const everything: MoveCounts = {
  session: 5,
  journal: 11,
  payload: 2,
  payload_use: 4,
  intervention: 3,
  key_value: 4,
  catalog: 4,
  audit_log: 3,
  document: 3,
  chunk: 4,
  chunk_vector: 4,
  edge: 2,
  memory: 3,
}

/** The path of a file with something of everything, used by nobody. */
async function filledFile(): Promise<string> {
  const path = temporaryPath()
  const store = sqliteStore(path)
  await fill(store)
  await store.close()
  return path
}

function inFile(path: string, sql: string): void {
  const file = new DatabaseSync(path)
  file.exec(sql)
  file.close()
}

/** With the keys of a file. */
async function openTarget({ url, schema }: TestSchema, from: string): Promise<Store> {
  const store = await postgresStore(url, { keyFolder: dirname(from), schema })
  onTestFinished(() => store.close())
  return store
}

function move(from: string, to: TestSchema, onProgress?: (progress: MoveProgress) => void): Promise<MoveCounts> {
  const { url, schema } = to
  return moveToPostgres({ from, to: { url, schema, keyFolder: dirname(from) }, ...(onProgress && { onProgress }) })
}

async function moved(): Promise<{ readonly before: Store; readonly after: Store }> {
  const from = await filledFile()
  const schema = await temporarySchema()
  expect(await move(from, schema)).toEqual(everything)
  return { before: opened(from), after: await openTarget(schema, from) }
}

/** How many rows there are in tables of the target. */
async function rowsIn(schema: TestSchema): Promise<unknown> {
  const target = database(schema)
  const tables = ['session', 'journal', 'key_value', 'chunk_word', 'memory_word', `meta WHERE name = 'key'`]
  const counts = tables.map((table) => target.rows<{ n: number }>(`SELECT count(*) AS n FROM ${table}`))
  return (await Promise.all(counts)).map(([row]) => row?.n)
}

describe('a store that was moved to PostgreSQL', () => {
  it('has every session with its journal, interventions and payloads; what ran is queued', async () => {
    const { before, after } = await moved()
    const [there, here] = [await sessionsOf(before), await sessionsOf(after)]
    const rows = there.rows.map((row) => {
      return row.id === 'ses_dead' ? { ...row, state: 'queued', worker: null, leaseUntil: null } : row
    })
    expect(here).toEqual({ ...there, rows })
    expect(here.rows.map(({ id, state, token }) => `${id} ${state} ${token}`)).toEqual([
      'ses_fork queued 0',
      'ses_queued queued 0',
      'ses_parked parked 1',
      'ses_dead queued 1',
      'ses_done ended 1',
    ])
    expect(here.verified).toMatchObject([2, 1, 2, 2, 4].map((count) => ({ ok: true, rows: count })))
    const text = JSON.stringify(largeMessage)
    expect(await after.payloads.get(addressOf(text))).toBe(text)
  })

  it('has the same values, catalog and audit log', async () => {
    const { before, after } = await moved()
    expect(await valuesOf(after)).toEqual(await valuesOf(before))
    expect(await after.keyValue.increment('counter', 1)).toBe(4)
    const again = { owner: 'local', kind: 'persona', name: 'gone', body: 1, at: 1, expected: null }
    expect(await after.catalog.save(again)).toMatchObject({ version: 2 })
    const action = { at: 5, owner: 'local', actor: 'browser', action: 'key.added', target: 'x', data: null }
    expect(await after.auditLog.append(action)).toMatchObject({ seq: 4 })
  })

  it('finds the same in what it knows, and ranks it alike', async () => {
    const { before, after } = await moved()
    const [there, here] = [await knowledgeOf(before), await knowledgeOf(after)]
    expect(here).toEqual(there)
    expect(here.byText.map((found) => found.length)).toEqual([2, 2, 4, 3])
    expect(here.edges).toHaveLength(2)
  })

  it('goes on: sessions are taken, written, parked and answered, and new ones made', async () => {
    const { after } = await moved()
    const terms = { worker: after.worker, leaseMs: 15_000, now: Date.now() }
    expect(await after.sessions.abandoned(terms.now, 10)).toEqual(['ses_queued', 'ses_dead', 'ses_fork'])
    const lease = await after.sessions.acquire('ses_dead', terms)
    expect(lease).toMatchObject({ token: 2, wakeSeq: 3, head: { seq: 2 } })
    await after.journal.append(lease!, [next(lease!)])
    expect(await verified(after, 'ses_dead')).toMatchObject({ ok: true, rows: 3 })
    expect(await after.interventions.edit('int_1', 'too late')).toBe(false)
    expect(await after.interventions.edit('int_2', 'in time')).toBe(true)
    await after.interventions.add(intervention('int_4', 'ses_parked'))
    expect(await after.sessions.get('ses_parked')).toMatchObject({ state: 'queued' })
    await after.sessions.create(newSession('ses_new'))
    const numbers = await database(storeOf(after)).rows<{ sid: number }>(`SELECT sid FROM session WHERE id = 'ses_new'`)
    expect(numbers).toEqual([{ sid: 7 }])
  })

  it('leaves the file as it was', async () => {
    const from = await filledFile()
    const before = readFileSync(from)
    await move(from, await temporarySchema())
    expect(readFileSync(from).equals(before)).toBe(true)
  })
})

/** Where a store has its tables. */
function storeOf(store: Store): TestSchema {
  const { url, schema } = (store as Store & { readonly database: TestSchema }).database
  return { url, schema, drop: async () => {} }
}

describe('a move to PostgreSQL', () => {
  it('tells how far it is', async () => {
    const told: MoveProgress[] = []
    await move(await filledFile(), await temporarySchema(), (progress) => told.push(progress))
    expect(told.map(({ table, moved, of }) => `${table} ${moved}/${of}`)).toEqual([
      'session 5/5',
      'journal 11/11',
      'payload 2/2',
      'payload_use 4/4',
      'intervention 3/3',
      'key_value 4/4',
      'catalog 4/4',
      'audit_log 3/3',
      'document 3/3',
      'chunk_vector 4/4',
      'edge 2/2',
      'memory 3/3',
    ])
  })

  it('goes in parts when there is much', async () => {
    const path = temporaryPath()
    const store = sqliteStore(path, { synchronous: 'NORMAL' })
    const lease = await store.sessions.create(newSession('ses_1'), { worker: 'elsewhere', leaseMs: 1, now: 1 })
    for (let i = 0; i < 2500; i++) void store.journal.append(lease!, [next(lease!, i)])
    for (let i = 0; i < 6; i++) void store.journal.append(lease!, [next(lease!, `${i} ${'x'.repeat(1_500_000)}`)])
    await store.close()
    const told: string[] = []
    const schema = await temporarySchema()
    await move(path, schema, ({ table, moved }) => told.push(`${table} ${moved}`))
    expect(told).toEqual([
      'session 1',
      'journal 1000',
      'journal 2000',
      'journal 2507',
      'payload 3',
      'payload 6',
      'payload_use 6',
    ])
    expect(await verified(await openTarget(schema, path))).toMatchObject({ ok: true, rows: 2507 })
  })

  it('that is interrupted anywhere leaves the target empty, and is done when it is begun again', async () => {
    const from = await filledFile()
    const schema = await temporarySchema()
    for (const table of ['session', 'audit_log', 'edge', 'memory']) {
      const stop = (progress: MoveProgress) => {
        if (progress.table === table) throw new Error('Enough.')
      }
      await expect(move(from, schema, stop)).rejects.toThrow('Enough.')
      expect(await rowsIn(schema)).toEqual([0, 0, 0, 0, 0, 0])
    }
    expect(await move(from, schema)).toEqual(everything)
  })

  it('is done again when the connection breaks in between', async () => {
    const from = await filledFile()
    const schema = await temporarySchema()
    const proxy = await lossyProxy(schema.url)
    const told: string[] = []
    await move(from, { ...schema, url: proxy.url }, ({ table }) => {
      told.push(table)
      if (table === 'catalog' && proxy.lost === 0) proxy.loseNextAnswer()
    })
    expect(told.filter((table) => table === 'session')).toHaveLength(2)
    expect(await rowsIn(schema)).toEqual([5, 11, 4, 18, 8, 1])
  })

  it('is done once when the answer to its commit was lost', async () => {
    const from = await filledFile()
    const schema = await temporarySchema()
    await migrate(database(schema))
    const proxy = await lossyProxy(schema.url)
    const lose = ({ table }: MoveProgress) => {
      if (table === 'memory') proxy.loseNextCommit()
    }
    expect(await move(from, { ...schema, url: proxy.url }, lose)).toEqual(everything)
    expect(proxy.lost).toBe(1)
    expect(await rowsIn(schema)).toEqual([5, 11, 4, 18, 8, 1])
  })

  it('takes a session whose process is dead for one that nobody runs', async () => {
    const path = temporaryPath()
    const store = sqliteStore(path)
    await running(store)
    await store.close()
    const dead = store.worker.split('/').with(2, '1').join('/')
    inFile(path, `UPDATE session SET worker = '${dead}'`)
    expect(await move(path, await temporarySchema())).toMatchObject({ session: 1, journal: 1 })
  })

  it('lets whoever has the target open wait, and go on with what was moved', async () => {
    const from = await filledFile()
    const schema = await temporarySchema()
    const other = await openTarget(schema, from)
    let adding: Promise<unknown> | undefined
    let seen: Promise<unknown> | undefined
    await move(from, schema, ({ table }) => {
      if (table !== 'audit_log') return
      const action = { at: 6, owner: 'local', actor: 'browser', action: 'key.added', target: 'late', data: null }
      adding = other.auditLog.append(action)
      seen = other.sessions.list({})
    })
    expect(await seen).toHaveLength(5)
    expect(await adding).toMatchObject({ seq: 4 })
  })

  it('keeps others from writing the file meanwhile', async () => {
    const from = await filledFile()
    const failures: unknown[] = []
    await move(from, await temporarySchema(), ({ table }) => {
      if (table !== 'catalog') return
      const file = new DatabaseSync(from, { timeout: 0 })
      try {
        file.exec('DELETE FROM session')
      } catch (error) {
        failures.push((error as Error).message)
      } finally {
        file.close()
      }
    })
    expect(failures).toEqual(['database is locked'])
  })
})

describe('a move to PostgreSQL is refused', () => {
  it('while a process runs sessions of the file', async () => {
    const path = temporaryPath()
    const store = opened(path)
    await running(store)
    await expect(move(path, await temporarySchema())).rejects.toMatchObject({
      code: 'store-locked',
      message: `${path} is in use: ${store.worker} runs session ses_1. End every process that uses it first.`,
      details: { session: 'ses_1', worker: store.worker },
    })
  })

  it('when the target is not empty, which stays as it is', async () => {
    const from = await filledFile()
    const schema = await temporarySchema()
    const store = await openTarget(schema, from)
    await store.keyValue.set('a', 1)
    await store.sessions.create(newSession('ses_1'))
    await expect(move(from, schema)).rejects.toMatchObject({
      code: 'move-refused',
      message: expect.stringMatching(
        `is not empty: its schema ${schema.schema} has rows in session, journal, key_value.$`,
      ),
    })
    expect(await rowsIn(schema)).toEqual([1, 1, 1, 0, 0, 1])
  })

  it('not for what was only remembered there, and what is over; in its place is what the file has', async () => {
    const path = temporaryPath()
    const file = sqliteStore(path)
    await file.keyValue.set('seen:local', 'theirs')
    await file.close()
    const schema = await temporarySchema()
    const store = await openTarget(schema, path)
    for (const key of ['seen:local', 'seen:far']) await store.keyValue.set(key, 'ours')
    await store.keyValue.set('over', 1, 0)
    const { url } = schema
    const to = { url, schema: schema.schema, keyFolder: dirname(path) }
    expect(await moveToPostgres({ from: path, to, forgettable: ['seen:'] })).toMatchObject({ key_value: 1 })
    expect(await Promise.all(['seen:local', 'seen:far', 'over'].map((key) => store.keyValue.get(key)))).toEqual([
      'theirs',
      undefined,
      undefined,
    ])
  })

  it('for anything else there, what was only remembered stays then', async () => {
    const from = await filledFile()
    const schema = await temporarySchema()
    const store = await openTarget(schema, from)
    for (const key of ['seen:local', 'unseen:local']) await store.keyValue.set(key, 1)
    const { url } = schema
    const to = { url, schema: schema.schema, keyFolder: dirname(from) }
    await expect(moveToPostgres({ from, to, forgettable: ['seen:'] })).rejects.toMatchObject({
      code: 'move-refused',
      message: expect.stringMatching('has rows in key_value.$'),
    })
    expect(await rowsIn(schema)).toEqual([0, 0, 2, 0, 0, 1])
  })

  it('when it was done already', async () => {
    const from = await filledFile()
    const schema = await temporarySchema()
    await move(from, schema)
    await expect(move(from, schema)).rejects.toMatchObject({ code: 'move-refused' })
    expect(await rowsIn(schema)).toEqual([5, 11, 4, 18, 8, 1])
  })

  it.each([
    ['there is another file', (_from: string) => ({ keyFolder: dirname(temporaryPath()) })],
    ['another is given', () => ({ key: 'new' })],
    [
      'another is given, and others need not have the file',
      (from: string) => ({ key: 'new', keyFolder: dirname(from) }),
    ],
  ])('when others will not have a key its rows are signed with, before anything is made: %s', async (_, keysFor) => {
    const from = await filledFile()
    const { url, schema } = await temporarySchema()
    const keys = keysFor(from)
    await expect(moveToPostgres({ from, to: { url, schema, ...keys } })).rejects.toMatchObject({
      code: 'key-missing',
      message: `Rows of ${from} are signed with key ${opened(from).keys.current.id}, which is not known where they are moved to: give every key they were written with, GYRE_KEY=OLD||NEW, a line of a file \`key\` as key:LINE. Or move without GYRE_KEY, and put a copy of the file into the data folder of every process.`,
    })
    expect(await database({ url, schema }).rows('SELECT to_regnamespace($1) AS made', [schema])).toEqual([
      { made: null },
    ])
  })

  it('when there is no key at all where it goes, and none is made', async () => {
    const { url, schema } = await temporarySchema()
    const keyFolder = dirname(temporaryPath())
    const moving = moveToPostgres({ from: await filledFile(), to: { url, schema, keyFolder } })
    await expect(moving).rejects.toMatchObject({ code: 'key-missing' })
    expect(existsSync(join(keyFolder, 'key'))).toBe(false)
  })

  it('unless every key its rows are signed with is given', async () => {
    const path = temporaryPath()
    for (const key of ['old', 'new']) {
      const store = sqliteStore(path, { key })
      await running(store, `ses_${key}`)
      await store.close()
    }
    inFile(path, 'UPDATE session SET lease_until = 0')
    const { url, schema } = await temporarySchema()
    const moving = (key: string | readonly string[]) => moveToPostgres({ from: path, to: { url, schema, key } })
    await expect(moving('new')).rejects.toMatchObject({ code: 'key-missing' })
    expect(await moving(['old', 'new'])).toMatchObject({ session: 2 })
  })

  it('when a row is missing afterwards', async () => {
    const from = await filledFile()
    const schema = await temporarySchema()
    const target = database(schema)
    await migrate(target)
    await target.rows('CREATE RULE lost AS ON INSERT TO audit_log DO INSTEAD NOTHING')
    await expect(move(from, schema)).rejects.toMatchObject({
      code: 'store-failed',
      message: 'The store was not moved: 3 rows of audit_log were to be moved, and 0 are there. Nothing was changed.',
    })
    expect(await rowsIn(schema)).toEqual([0, 0, 0, 0, 0, 0])
  })

  it('when a journal does not end as it did', async () => {
    const from = await filledFile()
    const schema = await temporarySchema()
    const target = database(schema)
    await migrate(target)
    await target.rows(`CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN NEW.chain := upper(NEW.chain); RETURN NEW; END'`)
    await target.rows(`CREATE TRIGGER spoils BEFORE INSERT ON journal FOR EACH ROW
      WHEN (NEW.type = 'session.ended') EXECUTE FUNCTION spoil()`)
    await expect(move(from, schema)).rejects.toMatchObject({
      message: 'The store was not moved: the journal of session ses_done does not end as it did. Nothing was changed.',
    })
  })

  it('when there is no such file, and none is made', async () => {
    const from = temporaryPath()
    const schema = await temporarySchema()
    for (const path of [from, dirname(from), ':memory:']) {
      await expect(move(path, schema)).rejects.toMatchObject({
        code: 'file-unreadable',
        message: `There is no database ${path}.`,
      })
    }
  })
})
