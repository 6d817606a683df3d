import { afterAll, describe, expect, it } from 'vitest'
import { endIsolated } from '../../../isolation/run-isolated.ts'
import { links } from './page-engine.ts'
import { type FetchedPage, readLinks, readPage } from './read-page.ts'

afterAll(endIsolated)

const page = (text: string, contentType = 'text/html'): FetchedPage => ({
  bytes: new TextEncoder().encode(text),
  contentType,
  url: 'https://a.example/b/',
})

describe('reading a page', () => {
  it.each([
    ['its text', readPage],
    ['its links', readLinks],
  ])('leaves the process free for others, and is stopped when nobody waits for it: %s', async (_, read) => {
    // Parsing it takes seconds: the time grows with the square of its depth.
    const tangled = page(`<html><body>${'<div>'.repeat(50_000)}`)
    const leaving = new AbortController()
    const reading = read(tangled, leaving.signal)
    setTimeout(() => leaving.abort(), 50)
    await expect(reading).rejects.toMatchObject({ code: 'aborted' })
  })

  it.each(['', '%PDF-1.7', '<rss>'])(
    'refuses to parse one that is too large, such as one that begins %j',
    async (start) => {
      const large = page(start.padEnd(7_000_001))
      await expect(readPage(large)).rejects.toMatchObject({
        code: 'page-refused',
        message: 'The page cannot be read: it has 7,000,001 bytes, and at most 7,000,000 can be parsed.',
      })
    },
  )

  it('reads a plain text of any length', async () => {
    const long = 'x'.repeat(8_000_000)
    expect((await readPage(page(long, 'text/plain'))).text.length).toBe(8_000_000)
  })

  it('hands on the beginning of a text that is too long for that', async () => {
    const html = `<a href="c">${'z'.repeat(2_100_000)}</a>`
    const base64 = Buffer.from(html).toString('base64')
    const { text, remarks } = await links({ base64, contentType: 'text/html', url: 'https://a.example/b/' })
    expect(text).toBe(`- ${'z'.repeat(1_999_998)}`)
    expect(remarks).toEqual(['The first 2,000,000 of 2,100,025 characters.'])
  })
})
