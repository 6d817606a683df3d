import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { citationIn, sourcesOf, withCitationLinks, withoutSourceList } from './citations.ts'

const page = { number: 1, title: 'The Light', url: 'https://a.example/light', host: 'a.example' }
const sources = sourcesOf({ sources: [page, { number: 2, from: 'math.calculate {"expression":"2"}' }] })

describe('the sources of an answer', () => {
  it('are pages with how often they are cited, and calls', () => {
    const citations = [{ number: 1 }, { number: 1 }]
    expect(sourcesOf({ sources: [page, { number: 2, from: 'math.calculate' }], citations })).toEqual([
      { number: 1, title: 'The Light', url: 'https://a.example/light', note: 'a.example, cited 2 times' },
      { number: 2, title: 'math.calculate', url: null, note: 'a call of this session' },
    ])
  })

  it('lead nowhere but to the web', () => {
    expect(sourcesOf({ sources: [{ number: 1, title: 'x', url: 'javascript:alert(1)' }] })[0]?.url).toBe(null)
  })

  it('are none where the loop names none, or something else', () => {
    expect([sourcesOf(null), sourcesOf({ sources: 'all' }), sourcesOf({ sources: [{ title: 'no number' }] })]).toEqual([
      [],
      [],
      [],
    ])
  })
})

describe('citations in an answer', () => {
  it('become links, also several in a row', () => {
    expect(withCitationLinks('Old [1], summed [1][2].', sources)).toBe(
      'Old [1](#source-1), summed [1](#source-1)[2](#source-2).',
    )
  })

  it('are weak where the source is not there, or the sentence is not supported', () => {
    expect(withCitationLinks('A [7]. B [1]. *(unsupported: 38 m)* C [2].', sources)).toBe(
      'A [7](#source-7-weak). B [1](#source-1-weak). *(unsupported: 38 m)* C [2](#source-2).',
    )
  })

  it('stay what they are in code, links and definitions', () => {
    const text = 'a `x[1]` b [1](https://a.example) ![1](p.png)\n```\ny[1]\n```\n[1]: https://b.example'
    expect(withCitationLinks(text, sources)).toBe(text)
  })

  it('change nothing else of a text', () => {
    const piece = fc.constantFrom('[1]', '[2]', '[9]', ' ', 'a', '`', '\n', '(', ')', '[', ']', '*', '.')
    fc.assert(
      fc.property(fc.array(piece), (all) => {
        const text = all.join('')
        const back = withCitationLinks(text, sources).replaceAll(/\(#source-\d+(?:-weak)?\)/g, '')
        expect(back.replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
      }),
    )
  })

  it('stay a text where there are no sources', () => {
    expect(withCitationLinks('A [1].', [])).toBe('A [1].')
  })

  it('need no list below the answer where the page shows their sources', () => {
    const text = 'Sum [2].\n\nSources:\n[1] math.calculate {"expression":"17 * 6"}\n[2] math.calculate 3'
    expect([withoutSourceList(text, sources), withoutSourceList(text, [])]).toEqual(['Sum [2].', text])
  })

  it('are known by their address', () => {
    expect([citationIn('#source-3'), citationIn('#source-3-weak'), citationIn('https://a.example')]).toEqual([
      { number: 3, isWeak: false },
      { number: 3, isWeak: true },
      undefined,
    ])
  })
})

it.each(['\n', '['])('a reply of nothing but %j is read in good time', (sign) => {
  const [text, sources] = [sign.repeat(200_000), [{ number: 1, title: 'One', url: null, note: '' }]]
  expect(withCitationLinks(withoutSourceList(text, sources), sources)).toBe(text)
})
