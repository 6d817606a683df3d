import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { articleOf } from './article.ts'

const url = 'https://news.example/2026/story?x=1'
const sentence =
  'The old lighthouse stood on the cliff, and every evening its keeper, a quiet man, climbed the stairs. '
const paragraph = `<p>${sentence.repeat(6)}</p>`

const story = `<!doctype html><html lang="en"><head><title>The lighthouse | News</title>
<meta name="author" content="A. Writer"><meta property="article:published_time" content="2026-03-01">
<link rel="canonical" href="/story"></head><body>
<nav><a href="/">Home</a><a href="/ads">Buy now</a></nav>
<article><h1>The lighthouse</h1>${paragraph}${paragraph}<p>See <a href="../map">the map</a>.</p>${paragraph}</article>
<aside>Subscribe to our letter</aside><footer>Imprint</footer></body></html>`

describe('the article of a page', () => {
  it('is what is left without what surrounds it, with what is known about it', async () => {
    const { html, ...facts } = await articleOf(story, url)
    expect(facts).toEqual({
      title: 'The lighthouse | News',
      byline: 'A. Writer',
      publishedAt: '2026-03-01',
      language: 'en',
      canonicalUrl: 'https://news.example/story',
      isWhole: false,
    })
    expect(html).toContain('The old lighthouse stood')
    expect(html).toContain('href="https://news.example/map"')
    for (const gone of ['Buy now', 'Subscribe', 'Imprint']) expect(html).not.toContain(gone)
  })

  it('is the whole page where there is none, without menus and forms', async () => {
    const page = '<html><body><nav>Menu</nav><table><tr><td>7</td></tr></table><form>Search</form></body></html>'
    expect(await articleOf(page, url)).toEqual({ html: '<table><tr><td>7</td></tr></table>', isWhole: true })
  })

  it('is not looked for in a page of very many elements', async () => {
    const page = story.replace('</article>', `${'<b>x</b>'.repeat(15_000)}</article>`)
    expect(await articleOf(page, url)).toMatchObject({ title: 'The lighthouse | News', isWhole: true })
  })

  it('has links that are relative to the base the page names', async () => {
    const page = '<html><head><base href="https://cdn.example/a/"></head><body><a href="b">B</a></body></html>'
    expect((await articleOf(page, url)).html).toContain('href="https://cdn.example/a/b"')
  })

  it('has no other site for its own address', async () => {
    const page = '<html><head><link rel="canonical" href="https://evil.example/"></head><body>x</body></html>'
    expect(await articleOf(page, url)).not.toHaveProperty('canonicalUrl')
  })

  it.each(['', '   ', 'no markup at all', '<p>unclosed <b>tags', '<html>', '<svg><script>', '<!-- only a comment'])(
    'is something for a page that is hardly one: %j',
    async (page) => {
      expect((await articleOf(page, url)).isWhole).toBe(true)
    },
  )

  it('is something for any text', async () => {
    const pieces = fc.constantFrom(
      '<',
      '>',
      'p',
      '/',
      'a href="',
      '<div>',
      '</div>',
      '<table>',
      '&amp;',
      '\0',
      'é',
      '<base href="x">',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 40 }), async (all) => {
        expect(typeof (await articleOf(all.join(''), url)).html).toBe('string')
      }),
      { numRuns: 60 },
    )
  })
})
