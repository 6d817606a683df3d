import { describe, expect, it } from 'vitest'
import { LastLines } from './last-lines.ts'

const after = (...chunks: readonly (string | Buffer)[]) => {
  const lines = new LastLines()
  for (const chunk of chunks) lines.add(chunk)
  return lines.all
}

describe('the last lines', () => {
  it('are put together from pieces', () => {
    expect(after('one\ntw', 'o\n', 'three')).toEqual(['one', 'two', 'three'])
  })

  it('keep letters together that were cut in halves', () => {
    const bytes = Buffer.from('größer\n')
    expect(after(bytes.subarray(0, 3), bytes.subarray(3))).toEqual(['größer'])
  })

  it('are twenty at most, without empty ones', () => {
    const all = after(Array.from({ length: 30 }, (_, index) => `${index}\n\n`).join(''))
    expect(all).toHaveLength(20)
    expect([all.at(0), all.at(-1)]).toEqual(['10', '29'])
  })

  it('are cut when they are endless', () => {
    expect(after('x'.repeat(10_000), 'y'.repeat(10_000))[0]?.length).toBeLessThan(600)
  })
})
