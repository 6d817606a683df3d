import { describe, expect, it } from 'vitest'
import { isFeed, readFeed } from './feed.ts'

const rss = `<?xml version="1.0"?><rss version="2.0"><channel><title>News &amp; more</title>
<item><title>First</title><link>https://a.example/1</link><pubDate>Mon, 02 Feb 2026</pubDate>
<description><![CDATA[<p>Hello <b>there</b></p>]]></description></item>
<item><guid>https://a.example/2</guid></item></channel></rss>`

const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Atoms</title><entry><title>One</title>
<link rel="self" href="https://a.example/self"/><link href="https://a.example/one"/>
<updated>2026-01-01T00:00:00Z</updated><summary>Short.</summary></entry></feed>`

describe('a feed', () => {
  it('is known by its first element', () => {
    expect(isFeed(rss)).toBe(true)
    expect(isFeed(atom)).toBe(true)
    expect(isFeed('<html><body>rss</body></html>')).toBe(false)
  })

  it('of RSS is a list of its items', async () => {
    expect(await readFeed(rss)).toEqual({
      title: 'News & more',
      text: '1. First (Mon, 02 Feb 2026)\n   https://a.example/1\n   Hello there\n\n2. (no title)\n   https://a.example/2',
    })
  })

  it('of Atom is a list of its entries, with the link to the page', async () => {
    expect(await readFeed(atom)).toEqual({
      title: 'Atoms',
      text: '1. One (2026-01-01T00:00:00Z)\n   https://a.example/one\n   Short.',
    })
  })

  it('with very many entries says how many are shown', async () => {
    const items = Array.from({ length: 60 }, (_, index) => `<item><title>${index}</title></item>`).join('')
    const { remarks, text } = await readFeed(`<rss><channel>${items}</channel></rss>`)
    expect(remarks).toEqual(['The first 50 of 60 entries.'])
    expect(text.split('\n\n')).toHaveLength(50)
  })

  it('that is cut off is read as far as it goes', async () => {
    expect((await readFeed('<rss><channel><item><title>Only')).text).toBe('1. Only')
  })
})
