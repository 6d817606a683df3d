import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSame, lineDiff } from './line-diff.ts'

describe('two texts line by line', () => {
  it('show what is gone and what is new', () => {
    expect(lineDiff('one\ntwo\nthree', 'one\n2\nthree\n')).toEqual([
      { type: 'same', text: 'one' },
      { type: 'gone', text: 'two' },
      { type: 'new', text: '2' },
      { type: 'same', text: 'three' },
    ])
  })

  it('fold what is the same far from a change', () => {
    const long = Array.from({ length: 10 }, (_, at) => `line ${at}`)
    expect(lineDiff(long.join('\n'), [...long, 'end'].join('\n'))).toEqual([
      { type: 'fold', count: 8 },
      { type: 'same', text: 'line 8' },
      { type: 'same', text: 'line 9' },
      { type: 'new', text: 'end' },
    ])
  })

  it('are the same when nothing is gone or new', () => {
    expect(isSame(lineDiff('a\nb', 'a\nb\n'))).toBe(true)
    expect(isSame(lineDiff('a', 'b'))).toBe(false)
  })

  it('have every new line of the second, and none of the first', () => {
    const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd')).map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const lines = lineDiff(before, after)
        const count = (type: string) => lines.filter((line) => line.type === type).length
        const kept = lines.reduce(
          (sum, line) => sum + (line.type === 'fold' ? line.count : Number(line.type === 'same')),
          0,
        )
        const length = (text: string) => (text === '' ? 0 : text.split('\n').length)
        if (before !== '' || after !== '') {
          expect(kept + count('new')).toBe(length(after))
          expect(kept + count('gone')).toBe(length(before))
        }
      }),
    )
  })
})
