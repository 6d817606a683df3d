import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { databases } from '../../test/temporary-postgres.ts'
import { temporaryFolder } from '../../test/temporary-store.ts'
import { openKeys } from './keys.ts'

function idOf(passphrase: string): string {
  const secret = createHash('sha256').update(passphrase).digest()
  return createHash('sha256').update(secret).digest('hex').slice(0, 8)
}

describe('the audit key of a PostgreSQL store', () => {
  it('comes from a passphrase, the same for every process', async () => {
    const [one, two] = await databases(2)
    const first = await openKeys(one, { key: 'correct horse' })
    expect(first.current.id).toBe(idOf('correct horse'))
    expect((await openKeys(two!, { key: 'correct horse' })).current).toEqual(first.current)
  })

  it('comes from the file `key` of a folder where no passphrase is given, made on first use', async () => {
    const [one, two] = await databases(2)
    const keyFolder = temporaryFolder()
    const first = await openKeys(one, { keyFolder })
    const secret = Buffer.from(readFileSync(join(keyFolder, 'key'), 'utf8').trim(), 'base64url')
    expect(first.current.secret).toEqual(secret)
    expect((await openKeys(two!, { keyFolder })).current).toEqual(first.current)
  })

  it('is asked for when there is neither', async () => {
    const [database] = await databases(1)
    await expect(openKeys(database, {})).rejects.toMatchObject({
      code: 'config-invalid',
      message:
        'PostgreSQL needs a key to sign rows with: set GYRE_KEY to the same passphrase for every process, or give `key` or `keyFolder`.',
    })
  })

  it('is refused when it is not the one others sign with, and the message says what to do', async () => {
    const [one, two] = await databases(2)
    await openKeys(one, { key: 'one' })
    const refused = openKeys(two!, { key: 'two' })
    await expect(refused).rejects.toMatchObject({
      code: 'key-missing',
      message: `The rows of ${one.address} are signed with key ${idOf('one')}, which is not known here: give the same GYRE_KEY to every process; to change it, give the old and the new one: GYRE_KEY=OLD||NEW.`,
      details: { key: idOf('one') },
    })
    await openKeys(two!, { key: 'one' })
  })

  it('is not made where it is refused: no file is left, and no folder', async () => {
    const [one, two] = await databases(2)
    await openKeys(one, { key: 'one' })
    const keyFolder = join(temporaryFolder(), 'data')
    await expect(openKeys(two!, { keyFolder })).rejects.toMatchObject({ code: 'key-missing' })
    expect(existsSync(keyFolder)).toBe(false)
  })

  it('is made with its folder by the first of many', async () => {
    const all = await databases(4)
    const keyFolder = join(temporaryFolder(), 'data', 'gyre')
    const rings = await Promise.all(all.map((database) => openKeys(database, { keyFolder })))
    expect(new Set(rings.map(({ current }) => current.id)).size).toBe(1)
    expect(readFileSync(join(keyFolder, 'key'), 'utf8')).toHaveLength(44)
  })

  it('is changed by whoever gives the old one and a new one; the old one alone is then refused', async () => {
    const [database] = await databases(1)
    const first = await openKeys(database, { key: 'one' })
    const both = await openKeys(database, { key: ['one', 'two'] })
    expect(both.current.id).toBe(idOf('two'))
    expect(both.find(first.current.id)).toEqual(first.current)
    await expect(openKeys(database, { key: 'one' })).rejects.toMatchObject({ details: { key: idOf('two') } })
    expect((await openKeys(database, { key: 'two' })).current.id).toBe(idOf('two'))
  })

  it('stays changed when somebody begins who knows both and still signs with the old one', async () => {
    const [database] = await databases(1)
    await openKeys(database, { key: 'one' })
    await openKeys(database, { key: ['one', 'two'] })
    expect((await openKeys(database, { key: ['two', 'one'] })).current.id).toBe(idOf('one'))
    await expect(openKeys(database, { key: 'one' })).rejects.toMatchObject({ details: { key: idOf('two') } })
  })

  it('may be a line of a key file, so that others need no file', async () => {
    const [one, two] = await databases(2)
    const keyFolder = temporaryFolder()
    const { current } = await openKeys(one, { keyFolder })
    const line = readFileSync(join(keyFolder, 'key'), 'utf8').trim()
    expect((await openKeys(two!, { key: `key:${line}` })).current).toEqual(current)
    const later = await openKeys(two!, { key: [`key:${line}`, 'two'] })
    expect([later.current.id, later.find(current.id)]).toEqual([idOf('two'), current])
  })

  it('may take the place of a file, whose keys still verify', async () => {
    const [database] = await databases(1)
    const keyFolder = temporaryFolder()
    const first = await openKeys(database, { keyFolder })
    const later = await openKeys(database, { key: 'two', keyFolder })
    expect(later.current.id).toBe(idOf('two'))
    expect(later.find(first.current.id)).toEqual(first.current)
    const elsewhere = temporaryFolder()
    await openKeys(database, { key: 'two', keyFolder: elsewhere })
    expect(existsSync(join(elsewhere, 'key'))).toBe(false)
  })

  it('is one for all when several processes begin at once, each with another', async () => {
    const all = await databases(4)
    // With a connection each, so that none is late.
    await Promise.all(all.map((database) => database.rows('SELECT 1')))
    const tries = await Promise.allSettled(all.map((database, n) => openKeys(database, { key: `key ${n}` })))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = { status: 'rejected', reason: { code: 'key-missing' } }
    expect(tries.filter(({ status }) => status === 'rejected')).toMatchObject([refused, refused, refused])
  })
})
