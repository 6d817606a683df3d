import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalUrl } from './canonical-url.ts'

describe('the canonical form of an address', () => {
  it.each([
    ['HTTPS://Example.COM/Path', 'https://example.com/Path'],
    ['https://example.com', 'https://example.com/'],
    ['https://example.com.', 'https://example.com/'],
    ['https://example.com:443/a', 'https://example.com/a'],
    ['http://example.com:80/a', 'http://example.com/a'],
    ['http://example.com:8080/a', 'http://example.com:8080/a'],
    ['https://example.com/a/', 'https://example.com/a'],
    ['https://example.com/a//', 'https://example.com/a'],
    ['https://example.com//', 'https://example.com/'],
    ['https://example.com/a/?b=1', 'https://example.com/a?b=1'],
    ['https://example.com/a#part', 'https://example.com/a'],
    ['https://example.com/a?', 'https://example.com/a'],
    ['https://example.com/?b=2&a=1', 'https://example.com/?a=1&b=2'],
    ['https://example.com/?a=2&b=0&a=1', 'https://example.com/?a=2&a=1&b=0'],
    ['https://example.com/?b&a=', 'https://example.com/?a=&b'],
    ['https://example.com/?q=a%20b&p=a+b', 'https://example.com/?p=a+b&q=a%20b'],
    ['https://example.com/?utm_source=x&id=1&UTM_Medium=y', 'https://example.com/?id=1'],
    ['https://example.com/?gclid=1&fbclid=2&msclkid=3', 'https://example.com/'],
    ['https://example.com/?utm%5Fsource=x', 'https://example.com/'],
    ['https://example.com/?utmost=1', 'https://example.com/?utmost=1'],
    ['https://user:secret@example.com/', 'https://example.com/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['http://[::1]:80/', 'http://[::1]/'],
    ['https://example.com/a/../b', 'https://example.com/b'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['not an address', 'not an address'],
  ])('%s: %s', (given, canonical) => {
    expect(canonicalUrl(given)).toBe(canonical)
  })

  it('takes an address that was read already', () => {
    const url = new URL('https://Example.com/?b=1&a=2')
    expect(canonicalUrl(url)).toBe('https://example.com/?a=2&b=1')
    expect(url.href).toBe('https://example.com/?b=1&a=2')
  })

  const urls = fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc
      .tuple(fc.domain(), fc.string(), fc.array(fc.tuple(fc.string(), fc.string())))
      .map(([host, path, query]) => `http://${host}/${path}?${query.map((pair) => pair.join('=')).join('&')}`),
    fc.string(),
  )

  it('is its own canonical form', () => {
    fc.assert(
      fc.property(urls, (url) => {
        const once = canonicalUrl(url)
        expect(canonicalUrl(once)).toBe(once)
      }),
      { numRuns: 2000 },
    )
  })

  it('does not depend on the order of parameters with different names', () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,5}$/), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(
        names.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([one, other]) => {
          const url = (all: readonly string[]) => `https://example.com/?${all.map((name) => `${name}=1`).join('&')}`
          expect(canonicalUrl(url(one))).toBe(canonicalUrl(url(other)))
        },
      ),
    )
  })
})
