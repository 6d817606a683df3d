import type { Store } from '@gyre/core'
import { bundledOwner } from '@gyre/knowledge'
import { hashedEmbedder } from '@gyre/knowledge/lexical'
import { memoryStore } from '@gyre/stores/memory'
import { describe, expect, it } from 'vitest'
import { KnowledgeRoom, type KnowledgeRoomOptions } from './knowledge-room.ts'

function roomOver(store: Store, options: Partial<KnowledgeRoomOptions> = {}) {
  const closed: string[] = []
  const access = () => ({
    read: () => Promise.reject(new Error('not asked')),
    fetch: () => Promise.reject(new Error('not asked')),
    close: async () => void closed.push('access'),
  })
  const usual = {
    store,
    embedder: hashedEmbedder(),
    owner: 'local',
    hasDemo: async () => true,
    redacted: String,
    canonicalUrl: (url: string) => url.toLowerCase(),
    embeddedTokens: () => 0,
    access,
  }
  return { room: new KnowledgeRoom({ ...usual, ...options }), closed }
}

const note = (owner: string) => ({
  id: 'doc_1',
  owner,
  source: '/a.md',
  title: 'A',
  mediaType: 'text/markdown',
  hash: 'h',
  text: 'Kelp.',
  at: 0,
  data: null,
})

const chunk = { id: 'chu_1', document: 'doc_1', start: 0, end: 5, headings: [] }

/** A store that counts what is written. */
function countingStore() {
  const store = memoryStore()
  const written: string[] = []
  const put: Store['knowledge']['put'] = async (document, chunks) => {
    written.push(document.id)
    await store.knowledge.put(document, chunks)
  }
  return { store: { ...store, knowledge: { ...bound(store.knowledge), put } } as Store, written }
}

/** Its methods as functions of their own. */
function bound(knowledge: Store['knowledge']): Store['knowledge'] {
  return new Proxy(knowledge, {
    get: (target, name: keyof Store['knowledge']) => target[name].bind(target),
    ownKeys: () => methodsOf(knowledge),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
}

function methodsOf(knowledge: object): string[] {
  const own = Object.keys(knowledge)
  const inherited = Object.getOwnPropertyNames(Object.getPrototypeOf(knowledge))
  return [...new Set([...own, ...inherited])].filter((name) => name !== 'constructor' && /^[a-z]/.test(name))
}

describe('what is searched', () => {
  it('is the bundled documents until there are own ones, and those from then on', async () => {
    const store = memoryStore()
    const { room } = roomOver(store)
    const bundled = await room.searched()
    expect(bundled).toMatchObject({
      owner: bundledOwner,
      remark: 'From the bundled sample documents, which are invented.',
    })
    expect((await store.knowledge.list(bundledOwner)).length).toBeGreaterThan(10)
    await store.knowledge.put(note('local'), [chunk])
    expect(await room.searched()).toBe(room.own)
    await store.knowledge.remove(['doc_1'])
    expect(await room.searched()).toMatchObject({ owner: bundledOwner })
  })

  it('is the bundled documents by the embedder without a service, whoever else is set', async () => {
    const embedder = { id: 'mine/own', embed: () => Promise.reject(new Error('asked')) }
    const bundled = await roomOver(memoryStore(), { embedder }).room.searched()
    expect(bundled.embedder.id).toBe('lexical/hashed-1')
  })

  it('is read in once, by all who ask and in all processes', async () => {
    const { store, written } = countingStore()
    const { room } = roomOver(store)
    const [one, other] = await Promise.all([room.searched(), room.searched()])
    expect(one).toBe(other)
    expect(written).toHaveLength(new Set(written).size)
    const before = written.length
    expect(before).toBeGreaterThan(10)
    await roomOver(store).room.searched()
    expect(written).toHaveLength(before)
  })

  it('is tried again after it failed', async () => {
    const { store } = countingStore()
    let failures = 1
    const { put } = store.knowledge
    const knowledge = {
      ...store.knowledge,
      put: async (...given: Parameters<typeof put>) => {
        if (failures-- > 0) throw new Error('The disk is full.')
        await put(...given)
      },
    }
    const { room } = roomOver({ ...store, knowledge } as Store)
    await expect(room.searched()).rejects.toThrow('The disk is full.')
    expect((await room.searched()).owner).toBe(bundledOwner)
  })

  it('is only what is there when the bundled documents are not wanted', async () => {
    const { store, written } = countingStore()
    const { room } = roomOver(store, { hasDemo: async () => false })
    expect(await room.searched()).toBe(room.own)
    expect(await room.stored()).toBe(room.own)
    expect(written).toEqual([])
  })

  it('is not read in to find a page again', async () => {
    const { store, written } = countingStore()
    expect(await roomOver(store).room.stored()).toMatchObject({
      owner: bundledOwner,
      remark: 'From the bundled sample documents, which are invented.',
    })
    await store.knowledge.put(note('local'), [chunk])
    expect((await roomOver(store).room.stored()).owner).toBe('local')
    expect(written).toEqual(['doc_1'])
  })
})

describe('what documents are read with', () => {
  it('is made when it is needed, once, and closed with the room', async () => {
    const { room, closed } = roomOver(memoryStore())
    await room.close()
    expect(closed).toEqual([])
    expect(room.reading()).toBe(room.reading())
    await room.close()
    expect(closed).toEqual(['access'])
  })
})
