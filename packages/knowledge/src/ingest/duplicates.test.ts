import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { KnowledgeStore } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { dumpOf, essay, options, shelfOf, writeFiles } from '../../test/ingest-shelf.ts'
import { isDuplicate } from './document-data.ts'
import { ingest } from './ingest.ts'
import { removeSources } from './remove-sources.ts'

/** Two folders, the second with a copy of what the first has. */
async function copied() {
  const [first, second] = [temporaryFolder(), temporaryFolder()]
  writeFiles(first, { 'a.md': essay('a') })
  writeFiles(second, { 'b.md': essay('a') })
  const { shelf, store, embedder } = shelfOf()
  await ingest(shelf, [first, second], options)
  return { first, second, shelf, store, embedder, a: join(first, 'a.md'), b: join(second, 'b.md') }
}

/** Of each source how many chunks it has, and how many of them a vector. */
async function chunksIn(store: KnowledgeStore) {
  const dump = await dumpOf(store)
  return Object.fromEntries(
    dump.map(({ document, chunks, vectors }) => [document?.source ?? '', [chunks.length, vectors.length]]),
  )
}

describe('a duplicate', () => {
  it('is kept with its text and without chunks, and knows what it is like', async () => {
    const { store, a, b } = await copied()
    const [one, other] = (await dumpOf(store)).toSorted((x) => (x.document?.source === a ? -1 : 1))
    expect(await chunksIn(store)).toEqual({ [a]: [1, 1], [b]: [0, 0] })
    expect(other?.document?.text).toBe(essay('a'))
    expect(other?.document?.data).toMatchObject({ like: { id: one?.document?.id, hash: one?.document?.hash } })
    expect([one, other].map((each) => each?.document && isDuplicate(each.document))).toEqual([false, true])
  })

  it('is not read again when it did not change', async () => {
    const { first, second, shelf } = await copied()
    expect((await ingest(shelf, [first, second], options)).counts).toMatchObject({ unchanged: 2, duplicate: 0 })
  })

  it('takes the place of a file that is gone, though nobody asked about it', async () => {
    const { first, shelf, store, a, b } = await copied()
    rmSync(a)
    const report = await ingest(shelf, [first], options)
    expect(report.items).toEqual([
      { source: a, status: 'removed', why: 'its file is gone' },
      { source: b, status: 'added', chunks: 1 },
    ])
    expect(await chunksIn(store)).toEqual({ [b]: [1, 1] })
  })

  it('takes the place of one that changed', async () => {
    const { first, shelf, store, a, b } = await copied()
    writeFiles(first, { 'a.md': essay('other', 1) })
    await ingest(shelf, [a], options)
    expect(await chunksIn(store)).toEqual({ [a]: [1, 1], [b]: [1, 1] })
    expect((await ingest(shelf, [a], options)).items).toEqual([])
  })

  it('stays one when what it is like changes and still says the same', async () => {
    const { first, second, shelf, store, a, b } = await copied()
    writeFiles(second, { 'b.md': essay('b', 40) })
    writeFiles(first, { 'a.md': essay('b', 40) })
    await ingest(shelf, [first, second], options)
    writeFiles(first, { 'a.md': `${essay('b', 40)} Thank you!` })
    await ingest(shelf, [a], options)
    const [one] = (await store.list('ada')).filter(({ source }) => source === a)
    const [other] = (await store.list('ada')).filter(({ source }) => source === b)
    expect(other?.data).toMatchObject({ like: { id: one?.id, hash: one?.hash } })
    expect((await chunksIn(store))[b]).toEqual([0, 0])
  })

  it('takes the place of a removed source, the first of several', async () => {
    const { first, second, shelf, store, a, b } = await copied()
    writeFiles(second, { 'c.md': essay('a') })
    await ingest(shelf, [second], options)
    expect(await removeSources(shelf, [first])).toEqual({ removed: [a], unknown: [] })
    expect(await chunksIn(store)).toEqual({ [b]: [1, 1], [join(second, 'c.md')]: [0, 0] })
    expect((await ingest(shelf, [second], options)).items).toEqual([])
  })

  it('is none when two files swapped their texts: both are changed', async () => {
    const { first, second, shelf, store, a, b } = await copied()
    writeFiles(second, { 'b.md': essay('b') })
    await ingest(shelf, [first, second], options)
    writeFiles(first, { 'a.md': essay('b') })
    writeFiles(second, { 'b.md': essay('a') })
    expect((await ingest(shelf, [first, second], options)).counts).toMatchObject({ changed: 2, duplicate: 0 })
    expect(await chunksIn(store)).toEqual({ [a]: [1, 1], [b]: [1, 1] })
  })

  it('goes with its source, and leaves the other alone', async () => {
    const { shelf, store, a, b } = await copied()
    await removeSources(shelf, [b])
    expect(await chunksIn(store)).toEqual({ [a]: [1, 1] })
  })

  it('is mended by the next run when the one that removed the other was killed', async () => {
    const { second, shelf, store, b } = await copied()
    const [one] = (await store.list('ada')).filter((each) => !isDuplicate(each))
    await store.remove([one?.id ?? ''])
    const report = await ingest(shelf, [second], options)
    expect(report.items).toEqual([{ source: b, status: 'added', chunks: 1 }])
    expect(await chunksIn(store)).toEqual({ [b]: [1, 1] })
  })

  it.each([
    ['vectors, as all others have them, though some are of another embedder', true, [1, 1]],
    ['no vectors when those of its embedder are not whole', false, [1, 0]],
  ])('gets %s', async (_, isWhole, expected) => {
    const { first, second, shelf, store, b } = await copied()
    writeFiles(second, { 'z.md': essay('z', 1) })
    await ingest(shelf, [second], options)
    const z = (await dumpOf(store)).find(({ document }) => document?.source === join(second, 'z.md'))
    if (!isWhole) await store.removeVectors(shelf.embedder.id, shelf.owner)
    await store.putVectors('other', [{ chunk: z?.chunks[0]?.id ?? '', vector: Float32Array.of(1) }])
    expect((await removeSources(shelf, [first])).removed).toHaveLength(1)
    expect((await chunksIn(store))[b]).toEqual(expected)
  })
})

describe('different documents on one template', () => {
  it('are all kept', async () => {
    const folder = temporaryFolder()
    const terms = essay('terms', 12)
    const bill = (who: string, what: string) => `# Bill\n\nCustomer: ${who}\n\n${what}\n\n${terms}`
    writeFiles(folder, {
      'berg.md': bill('Anna Berg', 'rope'),
      'lie.md': bill('Bo Lie', 'rope'),
      'moe.md': bill('Cato Moe', 'an anchor'),
      'roof.json': JSON.stringify(Array.from({ length: 300 }, (_, at) => ({ unit: 'celsius', value: at % 7 }))),
      'wall.json': JSON.stringify(Array.from({ length: 300 }, (_, at) => ({ unit: 'celsius', value: at % 5 }))),
    })
    expect((await ingest(shelfOf().shelf, [folder], options)).counts).toMatchObject({ added: 5, duplicate: 0 })
  })
})
