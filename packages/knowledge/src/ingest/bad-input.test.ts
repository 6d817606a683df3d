import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, truncateSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { essay, options, shelfOf, writeFiles } from '../../test/ingest-shelf.ts'
import { ingest } from './ingest.ts'

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])

describe('bad input', () => {
  it('is told item by item, and the rest is read', async () => {
    const folder = temporaryFolder()
    writeFiles(folder, {
      'a.md': essay('a'),
      'blank.md': ' \n\t\n',
      'broken.html': '<p>broken</p>',
      'broken.pdf': '%PDF-broken',
      'empty.md': '',
      'image.png': png,
      'latin.txt': Buffer.from(`Sch\xf6ne Gr\xfc\xdfe. ${essay('latin')}`, 'latin1'),
      'noise.bin': Buffer.from([0x93, 0x8c]),
      'noise.txt': png,
      'package-lock.json': '{}',
      'scanned.pdf': '%PDF-1.7 [page 1]\n\n[page 2]\n',
      'z.md': essay('z'),
    })
    execFileSync('mkfifo', [join(folder, 'pipe.md')])
    const { items } = await ingest(shelfOf().shelf, [folder], options)
    const told = items.map(({ source, status, why }) => [source.slice(folder.length + 1), status, why])
    expect(told).toEqual([
      ['a.md', 'added', undefined],
      ['blank.md', 'skipped', 'there is no text in it'],
      ['broken.html', 'failed', 'the text/html is broken'],
      ['broken.pdf', 'failed', 'the application/pdf is broken'],
      ['empty.md', 'skipped', 'it is empty'],
      ['image.png', 'skipped', 'it is no text: files with .png never are'],
      ['latin.txt', 'added', 'it is no valid UTF-8 and was read as windows-1252: some letters may be wrong'],
      ['noise.bin', 'skipped', 'it is no text: files with .bin never are'],
      ['noise.txt', 'skipped', 'it is no text: it has NUL bytes'],
      ['pipe.md', 'failed', 'it is a pipe, no plain file'],
      ['scanned.pdf', 'skipped', 'there is no text in it'],
      ['z.md', 'added', undefined],
    ])
  })

  it.each([
    ['', 'it is empty: give a file, a folder or an http or https address'],
    ['/nowhere/at/all.md', 'there is no such file or folder'],
    ['/etc/hostname/below', 'there is no such file or folder: a part of the path is a file'],
    ['/dev/null', 'it is a device, no plain file'],
    ['a\0b', 'it is no path: it has a NUL character'],
    [`/tmp/${'x'.repeat(300)}`, 'its name is too long'],
    ['ftp://example.org/a', 'only addresses with http and https can be read'],
    ['http://', 'it is no valid address'],
    ['https://example.org/a', 'nobody answers at https://example.org/a'],
  ])('fails for %j and says why', async (input, why) => {
    const { items } = await ingest(shelfOf().shelf, [input], options)
    expect(items).toEqual([{ source: input, status: 'failed', why }])
  })

  it('reads nothing of a file that is too large', async () => {
    const folder = temporaryFolder()
    writeFiles(folder, { 'large.md': '' })
    truncateSync(join(folder, 'large.md'), 200 * 1024 * 1024)
    const before = process.memoryUsage().arrayBuffers
    const { items } = await ingest(shelfOf().shelf, [folder], options)
    expect(items.map(({ status, why }) => [status, why])).toEqual([['failed', 'it has 200 MB; the limit is 32 MB']])
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024)
  })

  it('holds what is fetched to the same limit', async () => {
    const fetch = async (url: string) => ({ bytes: new Uint8Array(101), contentType: 'text/plain', url })
    const { items } = await ingest(shelfOf().shelf, ['https://example.org/'], { ...options, fetch, maxFileBytes: 100 })
    expect(items[0]?.why).toBe('it has 101 bytes; the limit is 100 bytes')
  })

  it('reads a named file whatever it is called, and skips it when it is no text', async () => {
    const folder = temporaryFolder()
    writeFiles(folder, { 'notes.png': essay('n'), 'real.png': png })
    const { items } = await ingest(shelfOf().shelf, [join(folder, 'notes.png'), join(folder, 'real.png')], options)
    expect(items.map(({ status }) => status)).toEqual(['added', 'skipped'])
  })

  it('fails for a socket', async () => {
    const path = join(temporaryFolder(), 'socket')
    const server = createServer()
    await new Promise<void>((done) => server.listen(path, done))
    const { items } = await ingest(shelfOf().shelf, [path], options)
    await new Promise((done) => server.close(done))
    expect(items[0]?.why).toBe('it is a socket, no plain file')
  })

  it.skipIf(process.getuid?.() === 0)('fails for what this user may not read, and removes nothing then', async () => {
    const folder = temporaryFolder()
    const { shelf, store } = shelfOf()
    writeFiles(folder, { 'locked/a.md': essay('a'), 'b.md': essay('b') })
    await ingest(shelf, [folder], options)
    chmodSync(join(folder, 'locked'), 0)
    chmodSync(join(folder, 'b.md'), 0)
    const { items } = await ingest(shelf, [folder], options)
    chmodSync(join(folder, 'locked'), 0o755)
    expect(items.map(({ source, why }) => [source.slice(folder.length + 1), why])).toEqual([
      ['locked', 'this user may not read it'],
      ['b.md', 'this user may not read it'],
    ])
    expect(await store.list('ada')).toHaveLength(2)
  })

  it('refuses a limit that is none', async () => {
    const refused = ingest(shelfOf().shelf, [], { ...options, maxFileBytes: Number.NaN })
    await expect(refused).rejects.toMatchObject({ code: 'argument-invalid' })
  })

  it('reads an empty folder as nothing', async () => {
    const folder = join(temporaryFolder(), 'empty')
    mkdirSync(folder)
    expect((await ingest(shelfOf().shelf, [folder], options)).items).toEqual([])
  })
})
