import { readdir } from 'node:fs/promises'
import { memoryStore } from '@gyre/stores/memory'
import { describe, expect, it } from 'vitest'
import { graphContext } from '../graph/graph-context.ts'
import { search } from '../search/search.ts'
import { bundledOwner, bundledShelf } from './bundled-shelf.ts'

describe('the bundled documents', () => {
  it('are all there, under addresses that cannot exist, with vectors and relations', async () => {
    const { knowledge } = memoryStore()
    const { owner, embedder } = await bundledShelf(knowledge)
    const folder = new URL('../../corpus/', import.meta.url)
    const files = (await readdir(folder)).filter((name) => name.endsWith('.md'))
    const listed = await knowledge.list(owner)
    expect(listed).toHaveLength(files.length)
    expect(listed.every(({ source }) => /^https:\/\/[a-z-]+\.aldery\.example\/[a-z0-9-]+$/.test(source))).toBe(true)
    expect(await knowledge.withoutVector(embedder.id, owner, 10)).toEqual([])
    expect((await knowledge.overview(owner)).edges).toBeGreaterThan(500)
  })

  it('are searched by words and along their relations', async () => {
    const shelf = await bundledShelf(memoryStore().knowledge)
    const found = await search(shelf, 'Who designed the Hob Skerry Light?', { limit: 3 })
    expect(found.map(({ chunk }) => chunk.text).join('\n')).toContain(
      'Maren Holt designed the Hob Skerry Light in 1866.',
    )
    const { text } = await graphContext(shelf, 'Who designed the Hob Skerry Light?')
    expect(text).toContain('Maren Holt')
  })

  it.each(['zzxqvw', '量子計算機', 'qwertz asdf'])(
    'have nothing on %s, although hashes of it are near some',
    async (query) => {
      const shelf = await bundledShelf(memoryStore().knowledge)
      const [vector = new Float32Array()] = await shelf.embedder.embed([query], new AbortController().signal)
      const near = await shelf.store.rankByVector(shelf.embedder.id, vector, { owner: shelf.owner, limit: 8 })
      expect(near.every(({ score }) => score > 0)).toBe(true)
      expect(await search(shelf, query)).toEqual([])
    },
  )

  it('are read in once: a second time writes nothing', async () => {
    const { knowledge } = memoryStore()
    await bundledShelf(knowledge)
    const written: string[] = []
    const watched = new Proxy(knowledge, {
      get:
        (target, name: keyof typeof knowledge) =>
        (...args: unknown[]) => {
          if (/^(?:put|remove)/.test(name)) written.push(name)
          return (target[name] as (...given: unknown[]) => unknown).apply(target, args)
        },
    })
    await bundledShelf(watched)
    expect(written).toEqual([])
  })

  it('are nobody’s own', async () => {
    const { knowledge } = memoryStore()
    await bundledShelf(knowledge)
    expect(bundledOwner).toBe('demo')
    expect(await knowledge.list('local')).toEqual([])
  })
})
