import { renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Embedder, GyreError } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { dumpOf, essay, now, options, shelfOf, writeFiles } from '../../test/ingest-shelf.ts'
import { ingest } from './ingest.ts'
import type { IngestEvent, IngestReport } from './ingest-report.ts'

/** Status by name. */
function statuses({ items }: IngestReport, folder: string) {
  return Object.fromEntries(items.map(({ source, status }) => [source.replace(`${folder}/`, ''), status]))
}

function place(files: Readonly<Record<string, string | Uint8Array>>) {
  const folder = temporaryFolder()
  writeFiles(folder, files)
  return { folder, ...shelfOf() }
}

describe('ingest', () => {
  it('reads texts with nothing but a shelf, and says of the rest what it would need', async () => {
    const { folder, shelf } = place({ 'a.md': essay('a'), 'b.html': `<p>${essay('b')}</p>` })
    const { items } = await ingest(shelf, [folder, 'https://pages.example/c'])
    expect(items.map(({ status, why }) => [status, why]).toSorted()).toEqual([
      ['added', undefined],
      ['failed', 'nothing was given to fetch it with: pass `fetch`'],
      ['failed', 'nothing was given to read it with: pass `read`'],
    ])
  })

  it('reads a folder with all below it, in the order of the names', async () => {
    const { folder, shelf, store } = place({
      'b.md': `---\ntitle: Of B\ndate: 2024-05-01\n---\n${essay('b')}`,
      'a/c.txt': essay('c'),
      'a/d.html': `<title>Of D</title><p>${essay('d')}</p>`,
      'e.pdf': `%PDF-1.7 ${essay('e')}`,
    })
    utimesSync(join(folder, 'a/c.txt'), 0, 1_700_000_000)
    const report = await ingest(shelf, [folder], options)
    expect(statuses(report, folder)).toEqual({
      'a/c.txt': 'added',
      'a/d.html': 'added',
      'b.md': 'added',
      'e.pdf': 'added',
    })
    expect(report.items.map(({ source }) => source)).toEqual(report.items.map(({ source }) => source).toSorted())
    const listed = (await store.list('ada')).map(({ title, mediaType, source }) => [
      source.slice(folder.length + 1),
      title,
      mediaType,
    ])
    expect(listed).toEqual([
      ['a/c.txt', 'c.txt', 'text/plain'],
      ['a/d.html', 'Of D', 'text/html'],
      ['b.md', 'Of B', 'text/markdown'],
      ['e.pdf', 'e.pdf', 'application/pdf'],
    ])
    const [c, , b] = await store.list('ada')
    expect([c?.at, b?.at]).toEqual([1_700_000_000_000, Date.UTC(2024, 4, 1)])
    expect(report.chunks).toBe((await store.overview('ada')).chunks)
    expect(await store.withoutVector('counting', 'ada', 10)).toEqual([])
  })

  it('cuts chunks out of the stored text and names them after it', async () => {
    const { folder, shelf, store } = place({ 'a.md': `\uFEFF# A\r\n\r\n${essay('a').replaceAll('\n', '\r\n')}` })
    await ingest(shelf, [join(folder, 'a.md')], options)
    const [{ document, chunks } = { document: undefined, chunks: [] }] = await dumpOf(store)
    expect(document?.id).toMatch(/^doc_[0-9a-f]{24}$/)
    expect(document?.text).toBe(`# A\n\n${essay('a')}`)
    for (const [number, chunk] of chunks.entries()) {
      expect(chunk.id).toBe(`${document?.id.slice(4)}-${document?.hash.slice(0, 8)}-000${number}`)
      expect(chunk.text).toBe(document?.text.slice(chunk.start, chunk.end))
    }
  })

  it('does nothing about what did not change', async () => {
    const { folder, shelf, store, embedder } = place({ 'a.md': essay('a'), 'b.md': essay('b'), 'c.md': essay('a') })
    await ingest(shelf, [folder], options)
    const before = await dumpOf(store)
    const embedded = embedder.texts.length
    const report = await ingest(shelf, [folder, join(folder, 'a.md')], options)
    expect(report.counts).toMatchObject({ unchanged: 3, duplicate: 0, added: 0, changed: 0 })
    expect(report.chunks).toBe(0)
    expect(await dumpOf(store)).toEqual(before)
    expect(embedder.texts).toHaveLength(embedded)
  })

  it('embeds of a changed document only the chunks that are new', async () => {
    const sections = ['one', 'two', 'three'].map((name) => `## ${name}\n\n${essay(name, 1)}`)
    const { folder, shelf, store, embedder } = place({ 'a.md': `# A\n\n${sections.join('\n\n')}` })
    await ingest(shelf, [folder], options)
    embedder.texts.length = 0
    writeFiles(folder, { 'a.md': `# A\n\n${sections.join('\n\n').replace('two 1 number', 'TWO 1 number')}` })
    const report = await ingest(shelf, [folder], options)
    expect(statuses(report, folder)).toEqual({ 'a.md': 'changed' })
    expect(embedder.texts).toHaveLength(1)
    expect(embedder.texts[0]).toContain('TWO')
    expect(await store.withoutVector('counting', 'ada', 10)).toEqual([])
  })

  it('removes the documents whose files are gone, of the files it was asked about', async () => {
    const { folder, shelf } = place({ 'a.md': essay('a'), 'b.txt': essay('b'), 'c.md': essay('c') })
    const other = temporaryFolder()
    writeFiles(other, { 'x.md': essay('x') })
    await ingest(shelf, [folder, other], options)
    for (const name of ['a.md', 'b.txt']) rmSync(join(folder, name))
    rmSync(join(other, 'x.md'))
    expect(statuses(await ingest(shelf, [folder], { ...options, include: ['*.md'] }), folder)).toEqual({
      'a.md': 'removed',
    })
    expect(statuses(await ingest(shelf, [folder], options), folder)).toEqual({ 'b.txt': 'removed' })
  })

  it('keeps documents below a folder that it could not look into, or that is gone itself', async () => {
    const { folder, shelf, store } = place({ 'in/a.md': essay('a') })
    await ingest(shelf, [join(folder, 'in')], options)
    rmSync(join(folder, 'in'), { recursive: true })
    const report = await ingest(shelf, [join(folder, 'in')], options)
    expect(report.items).toEqual([
      { source: join(folder, 'in'), status: 'failed', why: 'there is no such file or folder' },
    ])
    expect(await store.list('ada')).toHaveLength(1)
  })

  it('keeps the first of texts that say the same', async () => {
    const text = essay('a', 40)
    const { folder, shelf } = place({
      'a.md': text,
      'b.md': text.replace('tells', 'says'),
      'c.md': text.replace('tells', 'Ada'),
      'short.md': 'Hello, you!',
      'short2.md': 'Hello,\nyou!',
      'short3.md': 'hello you',
    })
    const report = await ingest(shelf, [folder], options)
    expect(report.items.map(({ source, status, why }) => [source.slice(folder.length + 1), status, why])).toEqual([
      ['a.md', 'added', undefined],
      ['b.md', 'duplicate', `it says the same as ${folder}/a.md`],
      ['c.md', 'added', undefined],
      ['short.md', 'added', undefined],
      ['short2.md', 'duplicate', `it says the same as ${folder}/short.md`],
      ['short3.md', 'added', undefined],
    ])
  })

  it('does not take a file with a new name for a copy of itself', async () => {
    const { folder, shelf } = place({ 'a.md': essay('a') })
    await ingest(shelf, [folder], options)
    renameSync(join(folder, 'a.md'), join(folder, 'b.md'))
    expect(statuses(await ingest(shelf, [folder], options), folder)).toEqual({ 'a.md': 'removed', 'b.md': 'added' })
  })

  it('keeps a copy when the text it was like changes in the same run', async () => {
    const { folder, shelf } = place({ 'b.md': essay('a') })
    await ingest(shelf, [folder], options)
    writeFiles(folder, { 'a.md': essay('a'), 'b.md': essay('b') })
    expect(statuses(await ingest(shelf, [folder], options), folder)).toEqual({ 'a.md': 'added', 'b.md': 'changed' })
    expect((await ingest(shelf, [folder], options)).items).toEqual([])
  })

  it('removes what a document said before when it became a copy, or empty', async () => {
    const { folder, shelf, store } = place({ 'a.md': essay('a'), 'b.md': essay('b'), 'c.md': essay('c') })
    await ingest(shelf, [folder], options)
    writeFiles(folder, { 'b.md': essay('a'), 'c.md': '' })
    const report = await ingest(shelf, [folder], options)
    expect(statuses(report, folder)).toEqual({ 'b.md': 'duplicate', 'c.md': 'skipped' })
    expect(report.items[1]?.why).toBe('it is empty; its earlier text was removed')
    const [a, b, ...others] = await dumpOf(store)
    expect([a?.document?.source, a?.chunks.length]).toEqual([join(folder, 'a.md'), 1])
    expect([b?.document?.source, b?.document?.text, b?.chunks]).toEqual([join(folder, 'b.md'), essay('a'), []])
    expect(others).toEqual([])
  })

  it('passes over what nobody wants to read, unless it is named', async () => {
    const { folder, shelf } = place({
      '.hidden/a.md': essay('a'),
      '.env': essay('b'),
      'node_modules/x/c.md': essay('c'),
      'package.json': '{ "name": "x" }',
      'dist/d.md': essay('d'),
      'guide/build/e.md': essay('e'),
      '.gitignore': 'drafts/\n*.tmp',
      'drafts/f.md': essay('f'),
      'g.tmp': essay('g'),
      'h.md': essay('h'),
    })
    const report = await ingest(shelf, [folder, join(folder, '.env'), join(folder, 'g.tmp')], options)
    expect(Object.keys(statuses(report, folder)).sort()).toEqual([
      '.env',
      'g.tmp',
      'guide/build/e.md',
      'h.md',
      'package.json',
    ])
  })

  it('takes only what the patterns name', async () => {
    const { folder, shelf } = place({
      'a.md': essay('a'),
      'b.txt': essay('b'),
      'x/c.md': essay('c'),
      'old/d.md': essay('d'),
    })
    const report = await ingest(shelf, [folder], { ...options, include: ['**/*.md'], exclude: ['old'] })
    expect(Object.keys(statuses(report, folder))).toEqual(['a.md', 'x/c.md'])
  })

  it('follows links inside the folder once, and none that lead out or round', async () => {
    const { folder, shelf } = place({ 'in/a.md': essay('a'), '.kept/b.md': essay('b'), 'in/sub/c.md': essay('c') })
    const outside = temporaryFolder()
    writeFiles(outside, { 'secret.md': essay('s') })
    symlinkSync(outside, join(folder, 'out'))
    symlinkSync(join(outside, 'secret.md'), join(folder, 'secret.md'))
    symlinkSync(folder, join(folder, 'in/round'))
    symlinkSync(join(folder, 'in/a.md'), join(folder, 'again.md'))
    symlinkSync(join(folder, '.kept/b.md'), join(folder, 'shown.md'))
    symlinkSync(join(folder, 'nowhere'), join(folder, 'broken.md'))
    const report = await ingest(shelf, [folder], options)
    expect(statuses(report, folder)).toEqual({ 'in/a.md': 'added', 'in/sub/c.md': 'added' })
  })

  it('reads through links nothing that it would pass over', async () => {
    const { folder, shelf } = place({
      '.env': 'SECRET=hunter2',
      '.git/config': 'token = abc',
      '.gitignore': 'private.txt\n',
      'private.txt': essay('p'),
      'node_modules/x/readme.txt': essay('x'),
      'old/o.txt': essay('o'),
      'notes.txt': essay('n'),
    })
    const links = { 'env.md': '.env', g: '.git', 'p.md': 'private.txt', nm: 'node_modules', 'o.md': 'old/o.txt' }
    for (const [name, target] of Object.entries({ ...links, 'notes.md': 'notes.txt' }))
      symlinkSync(target, join(folder, name))
    const report = await ingest(shelf, [folder], { ...options, include: ['*.md', 'config'], exclude: ['old'] })
    expect(statuses(report, folder)).toEqual({ 'notes.md': 'added' })
  })

  it('heeds the ignore files above the folder, up to the root of the repository', async () => {
    const { folder, shelf } = place({
      '.gitignore': '*.md',
      'repo/.git/HEAD': 'x',
      'repo/.gitignore': 'secret*\n/docs/in/only.txt',
      'repo/docs/in/secret.txt': essay('s'),
      'repo/docs/in/only.txt': essay('o'),
      'repo/docs/in/a.md': essay('a'),
    })
    const report = await ingest(shelf, [join(folder, 'repo/docs/in')], options)
    expect(statuses(report, folder)).toEqual({ 'repo/docs/in/a.md': 'added' })
  })

  it('goes on when the embedder refuses a text, and says so', async () => {
    const { folder, shelf, store } = place({ 'a.md': essay('a', 1), 'b.md': essay('b', 1) })
    const embed: Embedder['embed'] = async (texts, ...rest) => {
      if (texts.some((text) => text.includes('bb1'))) throw new GyreError('model-failed', 'the text is not allowed')
      return shelf.embedder.embed(texts, ...rest)
    }
    const report = await ingest({ ...shelf, embedder: { id: 'counting', embed } }, [folder], options)
    expect(report.items).toEqual([
      { source: join(folder, 'a.md'), status: 'added', chunks: 1 },
      {
        source: join(folder, 'b.md'),
        status: 'failed',
        why: 'the embedder refused 1 chunk, found by words alone now: the text is not allowed',
        chunks: 1,
      },
    ])
    expect(await store.withoutVector('counting', 'ada', 10)).toHaveLength(1)
  })

  it('tells what it found, what is done and how far the vectors are', async () => {
    const { folder, shelf } = place({ 'a.md': essay('a', 1), 'b.md': essay('b', 1) })
    const events: IngestEvent[] = []
    await ingest(shelf, [folder], { ...options, onProgress: (event) => events.push(event) })
    expect(events).toEqual([
      { type: 'found', count: 2 },
      { type: 'item', item: { source: join(folder, 'a.md'), status: 'added', chunks: 1 }, done: 1, total: 2 },
      { type: 'item', item: { source: join(folder, 'b.md'), status: 'added', chunks: 1 }, done: 2, total: 2 },
      { type: 'vectors', done: 2, total: 2 },
    ])
  })

  it('embeds every few hundred chunks, not only at the end', async () => {
    const { folder, shelf } = place({ 'a.md': essay('a', 600), 'b.md': essay('b', 600), 'c.md': essay('c', 1) })
    const order: string[] = []
    await ingest(shelf, [folder], { ...options, onProgress: ({ type }) => order.at(-1) !== type && order.push(type) })
    expect(order).toEqual(['found', 'item', 'vectors', 'item', 'vectors'])
  })

  it('refuses before reading when the index has vectors of another embedder', async () => {
    const { folder, shelf } = place({ 'a.md': essay('a') })
    await ingest(shelf, [folder], options)
    const onProgress = () => expect.unreachable()
    const other = { ...shelf, embedder: { ...shelf.embedder, id: 'other' } }
    await expect(ingest(other, [folder], { ...options, onProgress })).rejects.toMatchObject({
      code: 'embedder-mismatch',
    })
  })

  it('keeps what is done when it is aborted, and goes on from there', async () => {
    const { folder, shelf, store } = place({ 'a.md': essay('a'), 'b.md': essay('b'), 'c.md': essay('c') })
    const stop = new AbortController()
    const onProgress = (event: IngestEvent) => event.type === 'item' && stop.abort()
    const aborted = ingest(shelf, [folder], { ...options, onProgress, signal: stop.signal })
    await expect(aborted).rejects.toMatchObject({ code: 'aborted' })
    expect(await store.list('ada')).toHaveLength(1)
    expect((await ingest(shelf, [folder], options)).counts).toMatchObject({ unchanged: 1, added: 2 })
    expect(await store.withoutVector('counting', 'ada', 10)).toEqual([])
  })

  it('keeps the documents of two owners apart', async () => {
    const { folder, shelf, store } = place({ 'a.md': essay('a') })
    await ingest(shelf, [folder], options)
    expect((await ingest({ ...shelf, owner: 'bob' }, [folder], options)).counts.added).toBe(1)
    writeFileSync(join(folder, 'a.md'), essay('b'))
    await ingest(shelf, [folder], options)
    expect((await dumpOf(store, 'bob'))[0]?.document?.text).toBe(essay('a'))
  })
})

describe('ingesting addresses', () => {
  const page = (name: string) => ({ bytes: Buffer.from(essay(name)), contentType: 'text/plain; charset=utf-8' })

  it('fetches each once, under its address without the fragment, at most four at a time', async () => {
    const { shelf, store } = shelfOf()
    let [running, most] = [0, 0]
    const asked: string[] = []
    const fetch = async (url: string) => {
      asked.push(url)
      running += 1
      most = Math.max(most, running)
      await new Promise((done) => setTimeout(done, 5))
      running -= 1
      return { ...page(url.replace(/\W/g, '')), url }
    }
    const urls = Array.from({ length: 9 }, (_, at) => `https://example.org/${at}#part`)
    const report = await ingest(shelf, [...urls, 'https://example.org/3'], { ...options, fetch })
    expect(report.counts.added).toBe(9)
    expect(most).toBe(4)
    expect(asked).toEqual(Array.from({ length: 9 }, (_, at) => `https://example.org/${at}`))
    expect((await store.list('ada'))[0]).toMatchObject({ source: 'https://example.org/0', title: '0', at: now })
  })

  it('fetches the address that was given, and keeps it under the one form for all', async () => {
    const { shelf, store } = shelfOf()
    const asked: string[] = []
    const fetch = async (url: string) => {
      asked.push(url)
      return { ...page('x'), url }
    }
    const canonicalUrl = (url: string) => url.replace(/^http:/, 'https:').replace(/[?#].*$/, '')
    await ingest({ ...shelf, canonicalUrl }, ['http://example.org/a?from=mail#top'], { ...options, fetch })
    expect(asked).toEqual(['http://example.org/a?from=mail'])
    expect((await store.list('ada')).map(({ source }) => source)).toEqual(['https://example.org/a'])
  })

  it('goes by the type that the server names', async () => {
    const { shelf } = shelfOf()
    const types: Record<string, string> = { '/a': 'text/html', '/b.md': 'image/png', '/c': 'application/octet-stream' }
    const fetch = async (url: string) => {
      const path = new URL(url).pathname
      return { bytes: Buffer.from(`<title>T</title>${essay(path.slice(1, 2))}`), contentType: types[path] ?? '', url }
    }
    const urls = Object.keys(types).map((path) => `https://example.org${path}`)
    const { items } = await ingest(shelf, urls, { ...options, fetch })
    expect(items.map(({ status, why }) => [status, why])).toEqual([
      ['added', undefined],
      ['skipped', 'it is no text: its type is image/png'],
      ['added', undefined],
    ])
  })
})
