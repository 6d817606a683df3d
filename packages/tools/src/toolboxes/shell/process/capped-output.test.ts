import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CappedOutput } from './capped-output.ts'

function written(most: number, ...chunks: readonly (string | Uint8Array)[]): CappedOutput {
  const output = new CappedOutput(most)
  for (const chunk of chunks) output.add(Buffer.from(chunk))
  return output
}

describe('a capped output', () => {
  it('keeps all that fits, however it comes', () => {
    expect(written(10, 'abc', '', 'defghij').text).toBe('abcdefghij')
    expect(written(10).text).toBe('')
  })

  it('keeps the beginning and the end of what does not fit', () => {
    const output = written(10, 'abcdefg', 'hijklm', 'nopqrstuvwxyz')
    expect(output.text).toBe('abcde\n[… 16 of 26 bytes are left out …]\nvwxyz')
    expect(output.bytes).toBe(26)
  })

  it('shows no half of a character that was cut', () => {
    expect(written(6, 'aaé', 'x'.repeat(10), 'ébb').text).toBe('aa\n[… 12 of 18 bytes are left out …]\nbb')
  })

  it('shows no colours and moves of a terminal', () => {
    expect(written(99, '\x1b[31mred\x1b[0m \x1b]0;title\x07plain').text).toBe('red plain')
  })

  it('shows bytes that are no text with a mark', () => {
    expect(written(99, 'a', Uint8Array.of(0xff), 'b').text).toBe('a\uFFFDb')
  })

  it('is the same however the bytes are cut into chunks', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.nat(20)), fc.integer({ min: 1, max: 40 }), (text, cuts, most) => {
        const bytes = Buffer.from(text)
        const points = [...cuts, bytes.length].sort((a, b) => a - b)
        const chunks = points.map((point, at) => bytes.subarray(points[at - 1] ?? 0, point))
        expect(written(most, ...chunks).text).toBe(written(most, bytes).text)
      }),
    )
  })
})
