import { join } from 'node:path'
import { GyreError } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { dumpOf, essay, now, options, shelfOf, writeFiles } from '../../test/ingest-shelf.ts'
import { search } from '../search/search.ts'
import { addText } from './add-text.ts'

const { read } = options

describe('adding a text', () => {
  it('keeps it under its name, with its title, its date and its vectors', async () => {
    const { shelf, store } = shelfOf()
    const text = `---\ndate: 2024-05-01\n---\n# Of kelp\n\n${essay('kelp')}`
    const id = await addText(shelf, { source: 'notes/kelp.md', text }, { read })
    const [{ document, chunks, vectors } = { document: undefined, chunks: [], vectors: [] }] = await dumpOf(store)
    expect(document).toMatchObject({
      id,
      owner: 'ada',
      source: 'notes/kelp.md',
      title: 'Of kelp',
      mediaType: 'text/markdown',
      at: Date.UTC(2024, 4, 1),
    })
    expect(document?.text).toBe(`# Of kelp\n\n${essay('kelp')}`)
    expect(vectors).toHaveLength(chunks.length)
    const [first] = await search(shelf, 'kelpa2', { limit: 1 })
    expect(first?.chunk.document).toBe(id)
  })

  it('takes any words for a name, and the day it came for its date', async () => {
    const { shelf, store } = shelfOf()
    const id = await addText(shelf, { source: '  What we\n decided? ', text: 'To wait.' }, { read })
    const { source, title, mediaType, at, text } = (await store.get(id)) ?? {}
    expect([source, title, mediaType, at]).toEqual(['What we decided?', 'What we decided?', 'text/plain', now])
    expect(text).toBe('To wait.')
  })

  it('reads no file and fetches no page of that name', async () => {
    const folder = temporaryFolder()
    writeFiles(folder, { 'private.md': 'The key is under the mat.' })
    const { shelf, store } = shelfOf()
    const path = join(folder, 'private.md')
    for (const source of [path, `file://${path}`, 'https://example.org/private.md']) {
      await addText(shelf, { source, text: essay(source.slice(0, 5)) }, { read })
    }
    const texts = (await dumpOf(store)).map(({ document }) => [document?.source, document?.text])
    expect(Object.fromEntries(texts)).toEqual({
      [path]: essay(path.slice(0, 5)),
      [`file://${path}`]: essay('file:'),
      'https://example.org/private.md': essay('https'),
    })
  })

  it('replaces what was there under the same name', async () => {
    const { shelf, store } = shelfOf()
    const first = await addText(shelf, { source: 'a', text: essay('one') }, { read })
    const second = await addText(shelf, { source: 'a', text: essay('two') }, { read })
    expect(second).toBe(first)
    expect((await dumpOf(store)).map(({ document }) => document?.text)).toEqual([essay('two')])
    expect(await store.rankByText('onea2', { owner: 'ada', limit: 5 })).toEqual([])
  })

  it('has one name for all ways to write an address', async () => {
    const { shelf, store } = shelfOf()
    const lower = { ...shelf, canonicalUrl: (url: string) => url.toLowerCase() }
    await addText(lower, { source: 'HTTPS://Example.org/A', text: essay('one') }, { read })
    await addText(lower, { source: 'https://example.org/a', text: essay('two') }, { read })
    expect((await store.list('ada')).map(({ source }) => source)).toEqual(['https://example.org/a'])
  })

  it('does nothing about what did not change, and reads it again as another type', async () => {
    const { shelf, store, embedder } = shelfOf()
    const given = { source: 'a', text: `# A\n\n${essay('a')}` }
    await addText(shelf, given, { read })
    const before = await dumpOf(store)
    const embedded = embedder.texts.length
    await addText(shelf, given, { read })
    expect(await dumpOf(store)).toEqual(before)
    expect(embedder.texts).toHaveLength(embedded)
    const id = await addText(shelf, { ...given, mediaType: 'text/markdown' }, { read })
    expect(await store.get(id)).toMatchObject({ mediaType: 'text/markdown', title: 'A' })
  })

  it.each([
    ['by its type', { source: 'page', text: '<title>Of D</title><p>Kelp.</p>', mediaType: 'text/html' }],
    ['by its name', { source: 'page.html', text: '<title>Of D</title><p>Kelp.</p>' }],
    ['by its beginning', { source: 'page', text: '<!doctype html><title>Of D</title><p>Kelp.</p>' }],
  ])('has a page read by others: %s', async (_, given) => {
    const { shelf, store } = shelfOf()
    const id = await addText(shelf, given, { read })
    expect(await store.get(id)).toMatchObject({ title: 'Of D', text: 'Kelp.', mediaType: 'text/html' })
  })

  it.each(['scan.pdf', 'board.png'])(
    'takes what is named %s for the text that somebody read off it',
    async (source) => {
      const { shelf, store } = shelfOf()
      const id = await addText(shelf, { source, text: 'Kelp.' }, { read })
      expect(await store.get(id)).toMatchObject({ text: 'Kelp.', mediaType: 'text/plain' })
    },
  )

  it.each([
    ['a picture', { text: 'Kelp.', mediaType: 'image/png' }, 'it is no text: its type is image/png'],
    ['a PDF', { text: '%PDF-1.7 Kelp.' }, 'it is no text: its type is application/pdf'],
    ['nothing', { text: '' }, 'it is empty'],
    ['blanks', { text: ' \n ' }, 'there is no text in it'],
    ['bytes', { text: 'a\0b' }, 'it is no text: it has NUL bytes'],
  ])('refuses %s, and what was there stays', async (_, given, why) => {
    const { shelf, store } = shelfOf()
    const id = await addText(shelf, { source: 'a', text: 'Kelp.' }, { read })
    const refused = addText(shelf, { source: 'a', ...given }, { read })
    await expect(refused).rejects.toMatchObject({ code: 'document-refused', message: `\`a\`: ${why}` })
    expect((await store.get(id))?.text).toBe('Kelp.')
  })

  it('refuses a text without a name', async () => {
    const { shelf } = shelfOf()
    const refused = addText(shelf, { source: ' \n', text: 'Kelp.' }, { read })
    await expect(refused).rejects.toMatchObject({ code: 'argument-invalid' })
  })

  it('gives a copy its own chunks when what it is like says something else', async () => {
    const { shelf, store } = shelfOf()
    await addText(shelf, { source: 'a', text: essay('a') }, { read })
    const copy = await addText(shelf, { source: 'b', text: essay('a') }, { read })
    expect(await store.chunksOf(copy)).toEqual([])
    await addText(shelf, { source: 'a', text: essay('other') }, { read })
    expect((await store.chunksOf(copy)).length).toBeGreaterThan(0)
    expect(await store.withoutVector('counting', 'ada', 10)).toEqual([])
  })

  it('keeps the text when the embedder fails, and makes its vectors the next time', async () => {
    const { shelf, store } = shelfOf()
    const failing = { id: 'counting', embed: () => Promise.reject(new GyreError('model-auth', 'No such key.')) }
    const given = { source: 'a', text: essay('a') }
    await expect(addText({ ...shelf, embedder: failing }, given, { read })).rejects.toThrow('No such key.')
    expect(await store.withoutVector('counting', 'ada', 10)).not.toEqual([])
    await addText(shelf, given, { read })
    expect(await store.withoutVector('counting', 'ada', 10)).toEqual([])
  })
})
