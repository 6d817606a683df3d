import type { DocumentVersion } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { diffOf, expectedVersion } from './versions.ts'

const versions: readonly DocumentVersion<string>[] = [
  { name: 'p', version: 3, at: 3, current: false, body: 'one\nthree\n' },
  { name: 'p', version: 2, at: 2, current: true, body: 'one\ntwo\n' },
  { name: 'p', version: 1, at: 1, current: false, body: 'one\n' },
]
const texts = { name: 'p', versions, text: (version?: { readonly body: unknown }) => String(version?.body ?? '') }

/** Two versions of so many lines, of which the first are the same but for the very first. */
function ofLines(count: number, same: number) {
  const body = (word: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => `${word(at)} ${at}\n`).join('')
  const two = [
    { name: 'p', version: 2, at: 2, current: true, body: body((at) => (at > 0 && at < same ? 'line' : 'other')) },
    { name: 'p', version: 1, at: 1, current: false, body: body(() => 'line') },
  ]
  return { ...texts, versions: two, count }
}

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

  it('is told line by line as long as that is quick', () => {
    expect(diffOf(texts, {}).isWhole).toBe(false)
    expect(diffOf(ofLines(5000, 5000), {})).toMatchObject({ isWhole: false })
  })

  it.each([
    ['of more lines than can be compared', ofLines(5001, 5001)],
    ['of more that differ than can be told', ofLines(1200, 0)],
  ])('is that of the whole texts when they are %s', (_, long) => {
    const { diff, isWhole } = diffOf(long, {})
    expect(isWhole).toBe(true)
    const lines = diff.split('\n')
    const count = long.count
    expect(lines.slice(0, 5).slice(1)).toEqual(['--- p v1', '+++ p v2', `@@ -1,${count} +1,${count} @@`, '-line 0'])
    expect(lines.filter((line) => /^-line/.test(line))).toHaveLength(count)
    expect(lines.filter((line) => /^\+(?:line|other)/.test(line))).toHaveLength(count)
  })

  it('of long texts that are equal has no hunks', () => {
    expect(diffOf(ofLines(6000, 6000), { from: 1, to: 1 }).diff).not.toContain('@@')
  })

  it('of a version that is not there fails', () => {
    expect(() => diffOf(texts, { from: 9 })).toThrow(expect.objectContaining({ code: 'version-unknown' }))
  })
})

describe('saving over a version', () => {
  it.each(['"2"', '2', 'W/"2"', '"1", "2"'])('goes on with if-match %s as long as it is current', (ifMatch) => {
    expect(expectedVersion(ifMatch, 2)).toBe(2)
  })

  it.each([undefined, '*'])('goes on with if-match %s, whatever is current', (ifMatch) => {
    expect(expectedVersion(ifMatch, 2)).toBeUndefined()
  })

  it.each([
    ['"1"', 2],
    ['"2"', null],
    ['', 2],
  ])('is refused with if-match %s when %s is current', (ifMatch, current) => {
    expect(() => expectedVersion(ifMatch, current)).toThrow(expect.objectContaining({ code: 'version-conflict' }))
  })

  it('that never was goes on with 0', () => {
    expect(expectedVersion('"0"', null)).toBeNull()
  })
})
