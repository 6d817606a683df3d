import { execFile as execFileCallback } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { runSql } from '../../../../test/postgres/postgres.ts'
import { database, databases, temporarySchema } from '../../test/temporary-postgres.ts'
import type { Database } from './database.ts'
import { migrate } from './migrations.ts'

const execFile = promisify(execFileCallback)

type Column = { readonly table_name: string; readonly column_name: string }

/** Every column of every table. */
async function columns(opened: Database): Promise<readonly Column[]> {
  const text = `
    SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = $1
    ORDER BY table_name COLLATE "C", ordinal_position`
  return opened.rows<Column>(text, [opened.schema])
}

async function tables(opened: Database): Promise<readonly string[]> {
  return [...new Set((await columns(opened)).map(({ table_name }) => table_name))]
}

/** Makes the tables from a process of its own, beginning at a time. */
function migrateInProcess(url: string, schema: string, goAt: number): Promise<unknown> {
  const here = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)
  const script = `
    const { Database } = await import(${here('./database.ts')})
    const { migrate } = await import(${here('./migrations.ts')})
    const database = new Database({ url: ${JSON.stringify(url)}, schema: '${schema}', connections: 1, patienceMs: 1000 })
    while (Date.now() < ${goAt}) await new Promise((resolve) => setImmediate(resolve))
    await migrate(database)
    await database.close()`
  return execFile(process.execPath, ['--conditions=@gyre/source', '--input-type=module', '--eval', script])
}

describe('the tables in PostgreSQL', () => {
  it('are made once, and are there for whoever opens them again', async () => {
    const [first, second] = await databases(2)
    const made = await columns(first)
    await migrate(second!)
    expect(await columns(second!)).toEqual(made)
    const shared = ['session', 'journal', 'payload', 'intervention', 'key_value', 'catalog', 'audit_log', 'memory']
    expect(await tables(second!)).toEqual(expect.arrayContaining(shared))
  })

  it('are one set when many open an empty database at the same moment', async () => {
    const schema = await temporarySchema()
    const all = Array.from({ length: 6 }, () => database(schema))
    await Promise.all(all.map(migrate))
    const [one] = await databases(1)
    expect(await columns(all[0]!)).toEqual(await columns(one))
  })

  it('are one set when the many are processes', async () => {
    const { url, schema } = await temporarySchema()
    const goAt = Date.now() + 700
    await Promise.all([1, 2, 3].map(() => migrateInProcess(url, schema, goAt)))
    const [one] = await databases(1)
    expect(await columns(database({ url, schema }))).toEqual(await columns(one))
  })

  it('name the owner, but for what belongs to nobody', async () => {
    const [opened] = await databases(1)
    const named = (await columns(opened)).filter(({ column_name }) => column_name === 'owner')
    const without = (await tables(opened)).filter((table) => !named.some(({ table_name }) => table_name === table))
    // Words stand by the number of their text only; the rows these stand for name their owner.
    expect(without.filter((table) => !table.endsWith('_word'))).toEqual(['meta', 'worker'])
  })

  it('of a newer format are refused and left as they are', async () => {
    const [opened] = await databases(1)
    await opened.rows(`UPDATE meta SET value = '99' WHERE name = 'version'`)
    const before = await columns(opened)
    await expect(migrate(opened)).rejects.toMatchObject({
      code: 'store-newer',
      message: expect.stringContaining('has format 99; this Gyre knows formats up to '),
      details: { version: 99 },
    })
    expect(await columns(opened)).toEqual(before)
    expect(await opened.rows('SELECT * FROM meta')).toEqual([{ name: 'version', value: '99' }])
  })

  it('are there all or not at all', async () => {
    const { url, schema } = await temporarySchema()
    await runSql(url, `CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.memory (id text)`)
    const opened = database({ url, schema })
    await expect(migrate(opened)).rejects.toMatchObject({ code: 'store-failed' })
    expect(await tables(opened)).toEqual(['memory'])
  })
})
