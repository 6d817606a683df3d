import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderedMarkdown } from './rendered-markdown.ts'

describe('Markdown on a page', () => {
  it('has its paragraphs, lists, tables and code', () => {
    expect(
      renderedMarkdown('**a** [1]\n\n- b\n\n| c | d |\n| --- | ---: |\n| e | f |\n\n`<g>`'),
    ).toBe(`<p><strong>a</strong> [1]</p>
<ul>
<li>b</li>
</ul>
<div class="wide"><table>
<thead>
<tr>
<th>c</th>
<th align="right">d</th>
</tr>
</thead>
<tbody>
<tr>
<td>e</td>
<td align="right">f</td>
</tr>
</tbody>
</table></div>
<p><code>&lt;g&gt;</code></p>`)
  })

  it.each([
    ['a script', '<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    [
      'an image',
      '![x](http://evil.example/a.png)',
      '<p>!<a href="http://evil.example/a.png" rel="noopener noreferrer nofollow">x</a></p>',
    ],
    ['a link that runs something', '[x](javascript:alert(1))', '<p><a>x</a></p>'],
    ['a link to a file', '[x](../../etc/passwd) [y](file:///etc/passwd)', '<p><a>x</a> <a>y</a></p>'],
    ['a definition', '[1]\n\n[1]: http://evil.example', '<p>[1]</p>\n<p>[1]: http://evil.example</p>'],
    [
      'an attribute',
      '[x](http://a.example "\\"onclick=1")',
      '<p><a href="http://a.example" rel="noopener noreferrer nofollow" title="&quot;onclick=1">x</a></p>',
    ],
  ])('makes nothing of %s', (_, markdown, html) => {
    expect(renderedMarkdown(markdown)).toBe(html)
  })

  it('lowers headings that are too high', () => {
    expect(renderedMarkdown('# a\n\n#### b', { highest: 3 })).toBe('<h3>a</h3>\n<h4>b</h4>')
    expect(renderedMarkdown('# a')).toBe('<h1>a</h1>')
  })

  it('is shown as it is when it is endless', () => {
    const text = `# <b> ${'_a*b'.repeat(30_000)}`
    expect(renderedMarkdown(text)).toBe(`<pre># &lt;b&gt; ${'_a*b'.repeat(30_000)}</pre>`)
  })

  it('leads to no addresses but those that it may', () => {
    const addresses = new Set(['https://a.example/?b=1&c=2'])
    const text = '[x](https://a.example/?b=1&c=2) [y](https://evil.example) <https://evil.example>'
    expect(renderedMarkdown(text, { addresses })).toBe(
      '<p><a href="https://a.example/?b=1&amp;c=2" rel="noopener noreferrer nofollow">x</a> <a>y</a> <a>https://evil.example</a></p>',
    )
  })

  it.each(['1) ', '+ ', '> - ', 'x\n===\n', '*a_', '> a\n'])(
    'is shown as it is where it would take too long: %j',
    (sign) => {
      const text = sign.repeat(20_000)
      expect(renderedMarkdown(text)).toMatch(/^<pre>[^<]*<\/pre>$/)
    },
  )

  it.each(['1) ', '*a_'])('is shown as it is where it has more signs than words: %j', (sign) => {
    expect(renderedMarkdown(sign.repeat(1_000))).not.toContain('<pre>')
    const text = sign.repeat(3_001)
    expect(renderedMarkdown(`Words.\n\n${text.slice(0, 9_500)}`)).toMatch(/^<pre>/)
  })

  it('is rendered whole when it is long and ordinary', () => {
    const paragraph = `A **paragraph** of words [1]. ${'It goes on, and on. '.repeat(10)}`
    const text = `${paragraph}\n\n### Heading\n\n- item (one)\n- item\n\n`.repeat(330)
    const html = renderedMarkdown(text)
    expect([text.length > 80_000, html.includes('<pre>')]).toEqual([true, false])
    expect(html.match(/<p>/g)).toHaveLength(330)
    expect(html.match(/<h3>/g)).toHaveLength(330)
    expect(html.match(/<li>/g)).toHaveLength(660)
  })

  it('has only harmless elements, whatever it says', () => {
    const words = [
      '<',
      '>',
      '"',
      '![',
      '](',
      ')',
      '[1]',
      ': ',
      'javascript:x',
      'http://e.example',
      '\n',
      '|',
      '-',
      '`',
      '*',
      '\\',
      '&lt;',
      'img',
      ' onerror=x',
      '<script>',
    ]
    const harmless =
      /^<\/?(?:p|a|em|strong|code|pre|ul|ol|li|h[1-6]|hr|br|blockquote|div|table|thead|tbody|tr|th|td)[ />]/
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 40 }), (parts) => {
        const html = renderedMarkdown(parts.join(''))
        const tags = html.match(/<[^>]*>/g) ?? []
        expect(tags.filter((tag) => !harmless.test(tag))).toEqual([])
        expect(html).not.toMatch(/href="(?!https?:)|<[^>]* on\w+=/)
      }),
    )
  })
})
