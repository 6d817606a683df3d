import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSame, lineDiff } from './line-diff.ts'

describe('two texts line by line', () => {
  it('show what is gone and what is new', () => {
    expect(lineDiff('one\ntwo\nthree', 'one\n2\nthree\n')).toEqual([
      { kind: 'same', text: 'one' },
      { kind: 'removed', text: 'two' },
      { kind: 'added', text: '2' },
      { kind: 'same', text: 'three' },
    ])
  })

  it('fold what is the same far from a change', () => {
    const long = Array.from({ length: 10 }, (_, at) => `line ${at}`)
    expect(lineDiff(long.join('\n'), [...long, 'end'].join('\n'))).toEqual([
      { kind: 'fold', count: 8 },
      { kind: 'same', text: 'line 8' },
      { kind: 'same', text: 'line 9' },
      { kind: 'added', text: 'end' },
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
        const count = (kind: string) => lines.filter((line) => line.kind === kind).length
        const kept = lines.reduce(
          (sum, line) => sum + (line.kind === 'fold' ? line.count : Number(line.kind === 'same')),
          0,
        )
        const length = (text: string) => (text === '' ? 0 : text.split('\n').length)
        if (before !== '' || after !== '') {
          expect(kept + count('added')).toBe(length(after))
          expect(kept + count('removed')).toBe(length(before))
        }
      }),
    )
  })
})
