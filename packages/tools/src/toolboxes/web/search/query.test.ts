import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fittedQuery, siteApart, withSite } from './query.ts'

describe('a query', () => {
  it('is cut between words', () => {
    expect(fittedQuery('one two three', { chars: 8 })).toBe('one two')
    expect(fittedQuery('one two three', { chars: 7 })).toBe('one two')
    expect(fittedQuery('one two three', { chars: 100, words: 2 })).toBe('one two')
    expect(fittedQuery('abcdefgh', { chars: 4 })).toBe('abcd')
  })

  it('is never longer than it may be, and begins as it did', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 9 }),
        (query, chars, words) => {
          const fitted = fittedQuery(query, { chars, words })
          expect(fitted.length).toBeLessThanOrEqual(chars)
          expect(fitted.split(' ').length).toBeLessThanOrEqual(words)
          expect(query.trim().split(/\s+/).join(' ').startsWith(fitted)).toBe(true)
        },
      ),
    )
  })

  it('names a host in its own words, or apart from them', () => {
    expect(withSite('cats', 'example.org')).toBe('site:example.org cats')
    expect(withSite('cats', undefined)).toBe('cats')
    expect(siteApart('cats site:example.org', undefined)).toEqual({ query: 'cats', site: 'example.org' })
    expect(siteApart('site:example.org', undefined)).toEqual({ query: 'example.org', site: 'example.org' })
    expect(siteApart('cats', 'b.example')).toEqual({ query: 'cats', site: 'b.example' })
  })
})
