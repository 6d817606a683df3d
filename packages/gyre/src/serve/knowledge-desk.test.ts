import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { KnowledgeDesk } from '@gyre/server'
import { describe, expect, it } from 'vitest'
import { servedPlace } from '../../test/served-place.ts'

type Config = Parameters<typeof servedPlace>[0]

async function deskOf(config?: Config, env?: Readonly<Record<string, string>>) {
  const { place, cwd } = await servedPlace(config, env)
  return { desk: (await place.tenant('anna')).knowledge, cwd }
}

const sourcesOf = async (desk: KnowledgeDesk) => (await desk.list()).map(({ source }) => source)

const kelp = '---\ndate: 2024-05-01\n---\n# Kelp\n\nKelp grows in cold water.'

describe('the documents of an owner', () => {
  it('are added, listed, read and removed', async () => {
    const { desk } = await deskOf()
    const added = await desk.add({ source: 'notes/kelp.md', text: kelp })
    const shown = {
      id: added.id,
      source: 'notes/kelp.md',
      title: 'Kelp',
      mediaType: 'text/markdown',
      chunks: 1,
      at: '2024-05-01T00:00:00.000Z',
    }
    expect(added).toEqual(shown)
    expect(await desk.list()).toEqual([shown])
    expect(await desk.get(added.id)).toEqual({ ...shown, text: '# Kelp\n\nKelp grows in cold water.' })
    await desk.remove(added.id)
    expect(await desk.list()).toEqual([])
    await expect(desk.get(added.id)).rejects.toMatchObject({ code: 'document-unknown' })
    await expect(desk.remove(added.id)).rejects.toMatchObject({ code: 'document-unknown' })
  })

  it('are only what was given: no name makes the server read a file', async () => {
    const { desk, cwd } = await deskOf()
    const path = join(cwd, 'private.md')
    writeFileSync(path, 'The key is under the mat.')
    for (const source of ['private.md', path, `file://${path}`]) {
      const { id } = await desk.add({ source, text: `Nothing of ${source}.` })
      expect((await desk.get(id)).text).toBe(`Nothing of ${source}.`)
    }
    expect(await desk.search('key mat', { limit: 10 })).toEqual([])
  })

  it('may be pages, which are read apart', async () => {
    const { desk } = await deskOf()
    const page = '<title>Of kelp</title><script>steal()</script><p>Kelp is <a href="cold.html">cold</a>.</p>'
    const { id, title } = await desk.add({ source: 'a page', text: page, mediaType: 'text/html' })
    const { text } = await desk.get(id)
    expect(title).toBe('Of kelp')
    expect(text).toContain('Kelp is')
    expect(text).not.toContain('steal')
  }, 20_000)

  it('hold no secrets of the place', async () => {
    const { desk } = await deskOf({}, { OPENAI_API_KEY: 'sk-very-secret-4711' })
    const { id, source } = await desk.add({ source: 'of sk-very-secret-4711', text: 'It is sk-very-secret-4711.' })
    expect(source).not.toContain('sk-very-secret-4711')
    expect((await desk.get(id)).text).not.toContain('sk-very-secret-4711')
  })

  it('are no pictures', async () => {
    const { desk } = await deskOf()
    const refused = desk.add({ source: 'a', text: 'Kelp.', mediaType: 'image/png' })
    await expect(refused).rejects.toMatchObject({ code: 'document-refused' })
    expect(await desk.list()).toEqual([])
  })

  it('are removed one by one, though one is named like the folder of another', async () => {
    const { desk } = await deskOf()
    const { id } = await desk.add({ source: 'notes', text: 'What stands in the notes.' })
    await desk.add({ source: 'notes/kelp.md', text: kelp })
    await desk.remove(id)
    expect(await sourcesOf(desk)).toEqual(['notes/kelp.md'])
  })

  it('know their copies, though they come at the same time', async () => {
    const { desk } = await deskOf()
    const names = ['a.md', 'b.md', 'c.md']
    const added = await Promise.all(names.map((source) => desk.add({ source, text: kelp })))
    expect(added.map(({ chunks }) => chunks)).toEqual([1, 0, 0])
  })
})

describe('searching over HTTP', () => {
  it('gives passages with where they stand', async () => {
    const { desk } = await deskOf()
    const { id } = await desk.add({ source: 'notes/kelp.md', text: kelp })
    const text = '# Kelp\n\nKelp grows in cold water.'
    expect(await desk.search('cold water', { limit: 200 })).toEqual([
      { document: id, source: 'notes/kelp.md', title: 'Kelp', text, start: 0, end: 33, score: expect.any(Number) },
    ])
  })

  it('tells the names that are linked most, and what is linked with one', async () => {
    const { desk } = await deskOf()
    const { id } = await desk.add({ source: 'a', text: 'Greta Holm founded the Northport Yard.' })
    expect(await desk.graph({ limit: 200 })).toEqual({
      names: [
        { name: 'Greta Holm', edges: 1 },
        { name: 'Northport Yard', edges: 1 },
      ],
    })
    expect(await desk.graph({ name: 'Greta Holm', limit: 200 })).toMatchObject({
      names: ['Greta Holm'],
      facts: [{ from: 'Greta Holm', to: 'Northport Yard' }],
      references: [{ document: id, source: 'a' }],
    })
  })

  it('finds the bundled documents where there are no others, which nobody lists or removes', async () => {
    const { desk } = await deskOf({ toolboxes: { knowledge: { demo: true } } })
    const [first] = await desk.search('lighthouse', { limit: 1 })
    expect(first?.remark).toBe('From the bundled sample documents, which are invented.')
    const id = first?.document ?? ''
    expect((await desk.get(id)).text).toContain(first?.text)
    expect(await desk.list()).toEqual([])
    await expect(desk.remove(id)).rejects.toMatchObject({ code: 'document-unknown' })
    await desk.add({ source: 'notes/kelp.md', text: kelp })
    await expect(desk.get(id)).rejects.toMatchObject({ code: 'document-unknown' })
    expect(await desk.search('lighthouse', { limit: 5 })).toEqual([])
    expect((await desk.search('kelp', { limit: 5 })).map((each) => 'remark' in each)).toEqual([false])
  }, 20_000)
})

describe('an embedder that is not there', () => {
  it('is told by what needs it, before anything is done; all else goes on', async () => {
    const { desk } = await deskOf({ settings: { embedding_model: 'openai/text-embedding-3-small' } })
    const needed = { code: 'model-auth', message: expect.stringContaining('OPENAI_API_KEY') }
    await expect(desk.add({ source: 'notes/kelp.md', text: kelp })).rejects.toMatchObject(needed)
    await expect(desk.search('kelp', { limit: 5 })).rejects.toMatchObject(needed)
    expect(await desk.list()).toEqual([])
    expect(await desk.overview()).toMatchObject({
      documents: 0,
      embedder: 'openai/text-embedding-3-small',
      fault: needed.message,
    })
  })
})
