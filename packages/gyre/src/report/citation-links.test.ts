import { describe, expect, it } from 'vitest'
import { citationLinks } from './citation-links.ts'

const numbers = new Set([1, 2])

describe('citations', () => {
  it('are links to their sources, each with a place to come back to', () => {
    const links = citationLinks(numbers)
    expect(links.linked('<p>a [1][2]</p>')).toBe(
      '<p>a <a class="cite" id="cite-1-1" href="#source-1">[1]</a><a class="cite" id="cite-2-1" href="#source-2">[2]</a></p>',
    )
    expect(links.linked('<em>b [1]</em>')).toBe('<em>b <a class="cite" id="cite-1-2" href="#source-1">[1]</a></em>')
    expect(links.anchorsOf(1)).toEqual(['cite-1-1', 'cite-1-2'])
    expect(links.anchorsOf(3)).toEqual([])
  })

  it.each([
    ['that have no source', '<p>[3] [x]</p>'],
    ['in code', '<pre><code>[1]</code> [1]</pre><p><code>[1]</code></p>'],
    ['in links', '<a href="https://a.example/[1]">[1]</a>'],
    ['in attributes', '<td align="[1]">x</td>'],
  ])('are none %s', (_, html) => {
    expect(citationLinks(numbers).linked(html)).toBe(html)
  })

  it('are links again behind code', () => {
    expect(citationLinks(numbers).linked('<code>[1]</code> [1]')).toContain('</code> <a class="cite"')
  })
})
