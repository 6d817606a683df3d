/** Documents by name, with every version they had. */
import type { Json } from '../../json.ts'
import type { Catalog, CatalogEntry } from '../../ports/store.ts'
import type { Suite } from './suite.ts'

export function catalogTests({ test, expect }: Suite): void {
  test('a saved document is its first version and the current one', async ({ catalog }) => {
    const saved = await save(catalog, 'tutor', { prompt: 'Be kind. \0 \ud800' }, 5)
    const entry = {
      owner: 'local',
      kind: 'persona',
      name: 'tutor',
      version: 1,
      body: { prompt: 'Be kind. \0 \ud800' },
      at: 5,
      current: true,
    }
    expect(saved).toEqual(entry)
    expect(await catalog.get('local', 'persona', 'tutor')).toEqual(entry)
  })

  test('saving again makes the next version current and keeps the last', async ({ catalog }) => {
    await save(catalog, 'tutor', 'one')
    expect(await save(catalog, 'tutor', 'two')).toMatchObject({ version: 2, current: true })
    expect(await catalog.get('local', 'persona', 'tutor')).toMatchObject({ version: 2, body: 'two' })
    expect(await catalog.get('local', 'persona', 'tutor', 1)).toMatchObject({ body: 'one', current: false })
  })

  test('many that save at once get a version each', async ({ catalog }) => {
    const saved = await Promise.all(Array.from({ length: 10 }, (_, i) => save(catalog, 'tutor', i)))
    expect(saved.map(({ version }) => version).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    const current = (await catalog.versions('local', 'persona', 'tutor')).filter((entry) => entry.current)
    expect(current).toHaveLength(1)
  })

  test('of many that save over the same version one does, and the others are told', async ({ catalog }) => {
    const { version } = await save(catalog, 'tutor', 'first')
    const entry = { owner: 'local', kind: 'persona', name: 'tutor', at: 1, expected: version }
    const tries = await Promise.allSettled([1, 2, 3, 4].map((body) => catalog.save({ ...entry, body })))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(tries.filter(({ status }) => status === 'rejected')).toMatchObject(
      Array.from({ length: 3 }, () => ({ reason: { code: 'version-conflict' } })),
    )
    expect(await catalog.versions('local', 'persona', 'tutor')).toHaveLength(2)
  })

  test('a name that is expected to have no version is saved once, and again when it was removed', async ({
    catalog,
  }) => {
    const entry = { owner: 'local', kind: 'persona', name: 'tutor', body: 'one', at: 1, expected: null }
    await expect(catalog.save({ ...entry, expected: 1 })).rejects.toMatchObject({ code: 'version-conflict' })
    const { expected: _, ...saved } = { ...entry, version: 1, current: true }
    expect(await catalog.save(entry)).toEqual(saved)
    await expect(catalog.save(entry)).rejects.toMatchObject({ code: 'version-conflict' })
    await catalog.remove('local', 'persona', 'tutor')
    await expect(catalog.save({ ...entry, expected: 1 })).rejects.toMatchObject({ code: 'version-conflict' })
    expect(await catalog.save(entry)).toMatchObject({ version: 2, current: true })
  })

  test('what is not there is not found', async ({ catalog }) => {
    await save(catalog, 'tutor', 1)
    expect(await catalog.get('local', 'persona', 'other')).toBeUndefined()
    expect(await catalog.get('local', 'prompt', 'tutor')).toBeUndefined()
    expect(await catalog.get('bob', 'persona', 'tutor')).toBeUndefined()
    expect(await catalog.get('local', 'persona', 'tutor', 2)).toBeUndefined()
    expect(await catalog.versions('local', 'persona', 'other')).toEqual([])
  })

  test('lists the current version of every name of a kind, by name', async ({ catalog }) => {
    for (const name of ['b', 'c', 'a', 'b']) await save(catalog, name, name)
    await catalog.save({ owner: 'bob', kind: 'persona', name: 'd', body: 1, at: 1 })
    await catalog.save({ owner: 'local', kind: 'prompt', name: 'e', body: 1, at: 1 })
    const listed = await catalog.list('local', 'persona')
    expect(listed.map(({ name, version }) => `${name}${version}`)).toEqual(['a1', 'b2', 'c1'])
  })

  test('lists the versions of a name, newest first', async ({ catalog }) => {
    for (const body of ['one', 'two', 'three']) await save(catalog, 'tutor', body)
    const versions = await catalog.versions('local', 'persona', 'tutor')
    expect(versions.map(({ version, body, current }) => [version, body, current])).toEqual([
      [3, 'three', true],
      [2, 'two', false],
      [1, 'one', false],
    ])
  })

  test('another version is made the current one', async ({ catalog }) => {
    for (const body of ['one', 'two']) await save(catalog, 'tutor', body)
    await catalog.promote({ owner: 'local', kind: 'persona', name: 'tutor', version: 1 })
    expect(await catalog.get('local', 'persona', 'tutor')).toMatchObject({ version: 1, body: 'one', current: true })
    expect(await catalog.list('local', 'persona')).toHaveLength(1)
    expect(await save(catalog, 'tutor', 'three')).toMatchObject({ version: 3, current: true })
  })

  test('a version that is not there is not promoted', async ({ catalog }) => {
    await save(catalog, 'tutor', 'one')
    const unknown = { owner: 'local', kind: 'persona', name: 'tutor', version: 7 }
    await expect(catalog.promote(unknown)).rejects.toMatchObject({ code: 'version-unknown' })
    expect(await catalog.get('local', 'persona', 'tutor')).toMatchObject({ version: 1, current: true })
  })

  test('a removed document is gone with its versions, and others stay', async ({ catalog }) => {
    for (const name of ['tutor', 'tutor', 'other']) await save(catalog, name, name)
    await catalog.remove('local', 'persona', 'tutor')
    expect(await catalog.versions('local', 'persona', 'tutor')).toEqual([])
    expect(await catalog.list('local', 'persona')).toHaveLength(1)
    expect(await catalog.get('local', 'persona', 'tutor')).toBeUndefined()
    expect(await catalog.get('local', 'persona', 'tutor', 2)).toBeUndefined()
    const gone = { owner: 'local', kind: 'persona', name: 'tutor', version: 2 }
    await expect(catalog.promote(gone)).rejects.toMatchObject({ code: 'version-unknown' })
    await catalog.remove('local', 'persona', 'tutor')
    await catalog.remove('local', 'persona', 'never')
  })

  test('a name that is saved again after it was removed goes on with its numbers', async ({ catalog }) => {
    for (const body of ['one', 'two']) await save(catalog, 'tutor', body)
    await catalog.remove('local', 'persona', 'tutor')
    expect(await save(catalog, 'tutor', 'three')).toMatchObject({ version: 3, current: true })
    expect(await catalog.versions('local', 'persona', 'tutor')).toMatchObject([{ version: 3, body: 'three' }])
    await catalog.remove('local', 'persona', 'tutor')
    expect(await save(catalog, 'tutor', 'four')).toMatchObject({ version: 4, current: true })
    expect(await catalog.list('local', 'persona')).toMatchObject([{ name: 'tutor', version: 4 }])
  })

  test('a document that was saved is not changed from outside', async ({ catalog }) => {
    const body = { list: [1] }
    await save(catalog, 'tutor', body)
    body.list.push(2)
    expect((await catalog.get('local', 'persona', 'tutor'))?.body).toEqual({ list: [1] })
  })
}

function save(catalog: Catalog, name: string, body: Json, at = 1): Promise<CatalogEntry> {
  return catalog.save({ owner: 'local', kind: 'persona', name, body, at })
}
