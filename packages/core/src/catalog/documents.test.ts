import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import type { Catalog } from '../ports/store.ts'
import { Documents } from './documents.ts'

function documents(catalog: Catalog = memoryStore().catalog, owner = 'ann') {
  let time = 0
  return new Documents<{ readonly [key: string]: number }>({ catalog, owner, now: () => ++time }, 'persona')
}

describe('documents', () => {
  it('have a version for each change, the last of which is current', async () => {
    const docs = documents()
    await docs.save('a', { n: 1 })
    expect(await docs.save('a', { n: 2 })).toEqual({ name: 'a', version: 2, at: 2, current: true, body: { n: 2 } })
    expect(await docs.get('a', 1)).toEqual({ name: 'a', version: 1, at: 1, current: false, body: { n: 1 } })
    expect((await docs.list()).map(({ name, version }) => [name, version])).toEqual([['a', 2]])
  })

  it('that equal the current version make no new one, whatever the order of their keys', async () => {
    const docs = documents()
    await docs.save('a', { n: 1, m: 2 })
    expect(await docs.save('a', { m: 2, n: 1 })).toMatchObject({ version: 1, at: 1 })
    expect(await docs.versions('a')).toHaveLength(1)
  })

  it('are saved over the version that is expected alone, equal or not', async () => {
    const docs = documents()
    await docs.save('a', { n: 1 }, null)
    expect(await docs.save('a', { n: 1 }, 1)).toMatchObject({ version: 1 })
    expect(await docs.save('a', { n: 2 }, 1)).toMatchObject({ version: 2 })
    for (const n of [2, 3]) {
      await expect(docs.save('a', { n }, 1)).rejects.toMatchObject({ code: 'version-conflict' })
      await expect(docs.save('a', { n }, null)).rejects.toMatchObject({ code: 'version-conflict' })
    }
    expect(await docs.versions('a')).toHaveLength(2)
  })

  it('that equal an older version make a new one', async () => {
    const docs = documents()
    for (const n of [1, 2, 1]) await docs.save('a', { n })
    expect((await docs.versions('a')).map(({ version }) => version)).toEqual([3, 2, 1])
  })

  it('go back a version at a time, and forward by promotion', async () => {
    const docs = documents()
    for (const n of [1, 2, 3]) await docs.save('a', { n })
    expect(await docs.rollBack('a')).toMatchObject({ version: 2, current: true, body: { n: 2 } })
    expect(await docs.rollBack('a')).toMatchObject({ version: 1 })
    expect(await docs.promote('a', 3)).toMatchObject({ version: 3, current: true })
    expect(await docs.get('a')).toMatchObject({ version: 3 })
  })

  it('name the versions there are when one is not', async () => {
    const docs = documents()
    for (const n of [1, 2]) await docs.save('a', { n })
    await expect(docs.promote('a', 7)).rejects.toMatchObject({
      code: 'version-unknown',
      message: 'The persona `a` has no version 7: there are 2 (current), 1.',
      details: { name: 'a', known: [2, 1] },
    })
    await expect(docs.promote('b', 1)).rejects.toMatchObject({
      message: 'The persona `b` has no version 1: no version of it was saved.',
    })
    await docs.rollBack('a')
    await expect(docs.rollBack('a')).rejects.toMatchObject({
      code: 'version-unknown',
      message: 'The persona `a` has no version before the current one: there are 2, 1 (current).',
    })
  })

  it('of one owner are not those of another', async () => {
    const { catalog } = memoryStore()
    await documents(catalog, 'ann').save('a', { n: 1 })
    expect(await documents(catalog, 'bob').get('a')).toBeUndefined()
    expect(await documents(catalog, 'bob').list()).toEqual([])
  })

  it('that are removed are gone with their versions', async () => {
    const docs = documents()
    await docs.save('a', { n: 1 })
    await docs.remove('a')
    expect(await docs.versions('a')).toEqual([])
  })
})
