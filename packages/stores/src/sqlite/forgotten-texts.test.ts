import { readFileSync } from 'node:fs'
import type { KnowledgeDocument, Store } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { opened, temporaryPath } from '../../test/temporary-store.ts'

const count = 400

describe('what was removed', () => {
  it('is not in the file any more: neither the texts of documents nor their words', async () => {
    const path = temporaryPath()
    const store = opened(path)
    for (let number = 0; number < count; number++)
      await save(store, number, `The zebra ${number} is called secretname${number}x.`)
    expect(inFile(path, 'secretname7x')).toBe(true)
    await store.knowledge.remove(['doc7', 'doc300'])
    expect(inFile(path, 'secretname7x')).toBe(false)
    expect(inFile(path, 'secretname300x')).toBe(false)
    expect(inFile(path, 'secretname8x')).toBe(true)
  })

  it('is not in the file any more: nor what an earlier version of it said', async () => {
    const path = temporaryPath()
    const store = opened(path)
    for (let number = 0; number < count; number++) await save(store, number, `Page ${number} of the first version.`)
    await save(store, 7, 'It was called formername once.')
    await save(store, 7, 'It has another name now.')
    await store.knowledge.remove(['doc7'])
    expect(inFile(path, 'formername')).toBe(false)
  })

  it('is not in the file any more: what an earlier version of a document said goes with any removal', async () => {
    const path = temporaryPath()
    const store = opened(path)
    for (let number = 0; number < count; number++) await save(store, number, `Page ${number} of the first version.`)
    await save(store, 7, 'It was called formername once.')
    await save(store, 7, 'It has another name now.')
    await store.knowledge.remove([])
    expect(inFile(path, 'formername')).toBe(false)
  })

  it('is not in the file any more: nor what a memory said before it was edited', async () => {
    const path = temporaryPath()
    const store = opened(path)
    for (let number = 0; number < count; number++) await remember(store, number, null)
    const changed = { text: 'It has no name.', embedder: null, vector: null, expiresAt: null }
    expect(await store.memories.edit('m7', changed)).toBe(true)
    expect([7, 8].map((number) => inFile(path, `secretname${number}x`))).toEqual([false, true])
  })

  it('is not in the file any more: nor a memory', async () => {
    const path = temporaryPath()
    const store = opened(path)
    for (let number = 0; number < count; number++) await remember(store, number, null)
    await remember(store, count, 5)
    await store.memories.remove(['m7'])
    expect(await store.memories.removeExpired(6)).toBe(1)
    expect([7, count, 8].map((number) => inFile(path, `secretname${number}x`))).toEqual([false, false, true])
  })
})

/** Whether the words are in the file or its log, while the store is open. */
function inFile(path: string, text: string): boolean {
  return [path, `${path}-wal`].some((file) => readFileSync(file).includes(text))
}

async function save(store: Store, number: number, text: string): Promise<void> {
  const id = `doc${number}`
  const plain = { mediaType: 'text/plain', hash: '', at: 1, data: null }
  const document: KnowledgeDocument = { id, owner: 'local', source: id, title: '', text, ...plain }
  await store.knowledge.put(document, [{ id: `${id}/1`, document: id, start: 0, end: text.length, headings: [] }])
}

async function remember(store: Store, number: number, expiresAt: number | null): Promise<void> {
  const none = { session: null, key: null, data: null, embedder: null, vector: null }
  const text = `The zebra ${number} is called secretname${number}x.`
  await store.memories.put({ id: `m${number}`, owner: 'local', kind: 'note', text, at: 1, expiresAt, ...none })
}
