import { readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { KnowledgeStore } from '@gyre/core'
import { sqliteStore } from '@gyre/stores/sqlite'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { essay, options, shelfOf, writeFiles } from '../../test/ingest-shelf.ts'
import { tablesOf } from '../../test/ingest-tables.ts'
import type { Shelf } from '../ports.ts'
import { addText } from './add-text.ts'
import { ingest } from './ingest.ts'
import { removeDocument, removeSources } from './remove-sources.ts'

describe('removeSources', () => {
  it('removes a file, a folder with all below it, and a page', async () => {
    const folder = temporaryFolder()
    writeFiles(folder, {
      'a.md': essay('a'),
      'in/b.md': essay('b'),
      'in/deep/c.md': essay('c'),
      'inner.md': essay('d'),
    })
    const { shelf, store } = shelfOf()
    const fetch = async (url: string) => ({ bytes: Buffer.from(essay(url.slice(-1))), contentType: 'text/plain', url })
    await ingest(shelf, [folder, 'https://example.org/x', 'https://example.org/x/y'], { ...options, fetch })
    const asked = [join(folder, 'a.md'), join(folder, 'in'), 'https://example.org/x#top', join(folder, 'nothing'), '']
    expect(await removeSources(shelf, asked)).toEqual({
      removed: [join(folder, 'a.md'), join(folder, 'in/b.md'), join(folder, 'in/deep/c.md'), 'https://example.org/x'],
      unknown: [join(folder, 'nothing'), ''],
    })
    const left = (await store.list('ada')).map(({ source }) => source)
    expect(left).toEqual([join(folder, 'inner.md'), 'https://example.org/x/y'])
  })

  it('knows an address by the form it was added under', async () => {
    const { shelf } = shelfOf()
    const canonicalUrl = (url: string) => url.replace(/[?#].*$/, '')
    const fetch = async (url: string) => ({ bytes: Buffer.from(essay('x')), contentType: 'text/plain', url })
    await ingest(shelf, ['https://example.org/x?from=mail'], { ...options, fetch, canonicalUrl })
    expect(await removeSources(shelf, ['https://example.org/x?from=mail'])).toMatchObject({ removed: [] })
    expect(await removeSources(shelf, ['https://example.org/x?from=mail'], { canonicalUrl })).toEqual({
      removed: ['https://example.org/x'],
      unknown: [],
    })
  })

  it('leaves the documents of others alone', async () => {
    const folder = temporaryFolder()
    writeFiles(folder, { 'a.md': essay('a') })
    const { shelf, store } = shelfOf()
    await ingest({ ...shelf, owner: 'bob' }, [folder], options)
    expect(await removeSources(shelf, [folder])).toEqual({ removed: [], unknown: [folder] })
    expect(await store.list('bob')).toHaveLength(1)
  })
})

describe('removeDocument', () => {
  it('removes the document of an id, and none that is below it by its name', async () => {
    const { shelf, store } = shelfOf()
    const id = await addText(shelf, { source: 'notes', text: essay('a') }, options)
    await addText(shelf, { source: 'notes/b', text: essay('b') }, options)
    expect(await removeDocument(shelf, id)).toBe(true)
    expect((await store.list('ada')).map(({ source }) => source)).toEqual(['notes/b'])
  })

  it('lets a copy of it take its place', async () => {
    const { shelf, store } = shelfOf()
    const id = await addText(shelf, { source: 'a', text: essay('a') }, options)
    const copy = await addText(shelf, { source: 'b', text: essay('a') }, options)
    await removeDocument(shelf, id)
    expect((await store.chunksOf(copy)).length).toBeGreaterThan(0)
    expect(await store.withoutVector('counting', 'ada', 10)).toEqual([])
  })

  it("removes nothing by a source, nor what is another owner's", async () => {
    const { shelf, store } = shelfOf()
    const id = await addText(shelf, { source: 'a', text: essay('a') }, options)
    expect(await removeDocument(shelf, 'a')).toBe(false)
    expect(await removeDocument({ ...shelf, owner: 'bob' }, id)).toBe(false)
    expect(await store.list('ada')).toHaveLength(1)
  })
})

/** Opens a database, works on it, and closes it. */
async function inDatabase(path: string, work: (shelf: Shelf, store: KnowledgeStore) => Promise<void>): Promise<void> {
  const opened = sqliteStore(path, { key: 'test', synchronous: 'NORMAL' })
  try {
    await work(shelfOf(opened.knowledge).shelf, opened.knowledge)
  } finally {
    await opened.close()
  }
}

/** Two relations for each chunk, as something that reads texts would find them. */
async function addEdges(store: KnowledgeStore): Promise<void> {
  const chunks = await store.chunks(await store.withoutEdges('test', 'ada', 1000))
  const found = chunks.map(({ id, text }) => {
    const [from = '', relation = '', to = '', other = ''] = text.split(' ')
    return {
      chunk: id,
      edges: [
        { from, relation, to, weight: 1 },
        { from: other, relation, to, weight: 2 },
      ],
    }
  })
  await store.putEdges('test', found)
}

const names = ['keep1', 'keep2', 'keep3', 'gone1', 'gone2', 'gone3'] as const
type Step = { readonly name: (typeof names)[number]; readonly version: number; readonly isRemoved: boolean }
const steps = fc.array(
  fc.record({ name: fc.constantFrom(...names), version: fc.nat({ max: 3 }), isRemoved: fc.boolean() }),
  { minLength: 1, maxLength: 10 },
)

async function apply({ name, version, isRemoved }: Step, folder: string, shelf: Shelf): Promise<void> {
  const path = join(folder, `${name}.md`)
  if (isRemoved) {
    await removeSources(shelf, [path])
    return
  }
  writeFiles(folder, { [`${name}.md`]: `# ${name}\n\n${essay(`${name}v${version}`)}` })
  utimesSync(path, 0, 1_700_000_000)
  await ingest(shelf, [path], options)
  await addEdges(shelf.store)
}

describe('a removed source', () => {
  it('leaves no row in any table: all are as if it had never been there', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const folder = temporaryFolder()
        const [used, fresh] = [join(folder, 'used.db'), join(folder, 'fresh.db')]
        const isGone = ({ name }: Step) => name.startsWith('gone')
        await inDatabase(used, async (shelf) => {
          for (const step of history) await apply(step, folder, shelf)
          await removeSources(
            shelf,
            names.filter((name) => name.startsWith('gone')).map((name) => join(folder, `${name}.md`)),
          )
        })
        await inDatabase(fresh, async (shelf) => {
          for (const step of history.filter((each) => !isGone(each))) await apply(step, folder, shelf)
        })
        expect(tablesOf(used)).toEqual(tablesOf(fresh))
      }),
      { numRuns: 12 },
    )
  })

  it('is not in the file any more once its text index is merged and the file is compacted', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'gyre.db')
    writeFiles(folder, { 'keep.md': essay('walrus'), 'gone.md': essay('secretword', 30) })
    await inDatabase(path, async (shelf, store) => {
      await ingest(shelf, [join(folder, 'keep.md'), join(folder, 'gone.md')], options)
      await addEdges(store)
      expect(await removeSources(shelf, [join(folder, 'gone.md')])).toMatchObject({ unknown: [] })
    })
    // The text index keeps the words of removed rows until its parts are merged: compacting alone is not enough.
    const database = new DatabaseSync(path)
    database.exec("INSERT INTO chunk_text (chunk_text) VALUES ('optimize'); VACUUM")
    database.close()
    expect(readFileSync(path).includes('walrus')).toBe(true)
    expect(readFileSync(path).includes('secretword')).toBe(false)
  })
})
