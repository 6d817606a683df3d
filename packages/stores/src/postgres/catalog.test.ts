import type { Json, NewCatalogEntry } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { databases } from '../../test/temporary-postgres.ts'
import { PostgresCatalog } from './catalog.ts'

async function catalogs(count: number): Promise<readonly PostgresCatalog[]> {
  return (await databases(count)).map((database) => new PostgresCatalog(database))
}

function tutor(body: Json, expected?: number | null): NewCatalogEntry {
  return { owner: 'local', kind: 'persona', name: 'tutor', body, at: 1, expected }
}

describe('the catalog in PostgreSQL', () => {
  it('lets one of several processes save over the same version, and tells the others what is there', async () => {
    const all = await catalogs(4)
    await all[0]?.save(tutor('first'))
    for (const expected of [1, 2, 3, 4, 5]) {
      const tries = await Promise.allSettled(all.map((catalog, n) => catalog.save(tutor(n, expected))))
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const details = { name: 'tutor', current: expected + 1, expected }
      const refused = { status: 'rejected', reason: { code: 'version-conflict', details } }
      expect(tries.filter(({ status }) => status === 'rejected')).toMatchObject([refused, refused, refused])
    }
  })

  it('has one current version, whoever saves, promotes and removes at the same time', async () => {
    const all = await catalogs(3)
    const named = { owner: 'local', kind: 'persona', name: 'tutor' }
    await all[0]?.save(tutor('first'))
    for (let round = 0; round < 5; round++) {
      await Promise.allSettled(all.flatMap((each) => [each.save(tutor(round)), each.promote({ ...named, version: 1 })]))
      const versions = (await all[0]?.versions('local', 'persona', 'tutor')) ?? []
      expect(versions.filter(({ current }) => current)).toHaveLength(1)
    }
    await Promise.all(all.map((each) => each.remove('local', 'persona', 'tutor')))
    expect(await all[1]?.save(tutor('again', null))).toMatchObject({ version: 17, current: true })
  })

  it('keeps names apart that differ in what PostgreSQL cannot hold', async () => {
    const [catalog] = await catalogs(1)
    for (const name of ['a\0', 'a', 'a\u0001', 'a\ufffd', 'a\u00010']) {
      expect(await catalog?.save({ ...tutor(name, null), name })).toMatchObject({ name, version: 1 })
    }
    const listed = await catalog?.list('local', 'persona')
    expect(listed?.map(({ name, body }) => [name, body])).toEqual([
      ['a', 'a'],
      ['a\0', 'a\0'],
      ['a\u0001', 'a\u0001'],
      ['a\u00010', 'a\u00010'],
      ['a\ufffd', 'a\ufffd'],
    ])
  })
})
