import type { DocumentVersion } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { diffOf, requireVersion } from './versions.ts'

const versions: readonly DocumentVersion<string>[] = [
  { name: 'p', version: 3, at: 3, current: false, body: 'one\nthree\n' },
  { name: 'p', version: 2, at: 2, current: true, body: 'one\ntwo\n' },
  { name: 'p', version: 1, at: 1, current: false, body: 'one\n' },
]
const texts = { name: 'p', versions, text: (version?: { readonly body: unknown }) => String(version?.body ?? '') }

describe('the difference of two versions', () => {
  it('is that of the current one and the one before, when none is named', () => {
    const { from, to, diff } = diffOf(texts, {})
    expect([from, to]).toEqual([1, 2])
    expect(diff.split('\n').slice(1)).toEqual(['--- p v1', '+++ p v2', '@@ -1,1 +1,2 @@', ' one', '+two', ''])
  })

  it('may be told of any two, and of none that was saved', () => {
    expect(diffOf(texts, { from: 3, to: 0 }).diff).toContain('-one\n-three')
    expect(diffOf(texts, { from: 2, to: 2 }).diff).not.toContain('@@')
  })

  it('of a version that is not there fails', () => {
    expect(() => diffOf(texts, { from: 9 })).toThrow(expect.objectContaining({ code: 'version-unknown' }))
  })
})

describe('saving over a version', () => {
  it.each([undefined, '*', '"2"', '2', 'W/"2"', '"1", "2"'])('goes on with if-match %s', (ifMatch) => {
    expect(() => requireVersion(ifMatch, 2)).not.toThrow()
  })

  it.each([
    ['"1"', 2],
    ['"2"', null],
    ['', 2],
  ])('is refused with if-match %s when %s is current', (ifMatch, current) => {
    expect(() => requireVersion(ifMatch, current)).toThrow(expect.objectContaining({ code: 'version-conflict' }))
  })

  it('that never was goes on with 0', () => {
    expect(() => requireVersion('"0"', null)).not.toThrow()
  })
})
