import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { widthOf } from '../terminal/text-width.ts'
import { tableLines } from './text-table.ts'

describe('a table', () => {
  it('aligns its columns, numbers to the right, by what a terminal shows', () => {
    expect(
      tableLines(
        [
          ['NAME', 'N', 'TEXT'],
          ['東京', '12', 'a\nb'],
          ['x', '1', ''],
        ],
        { right: [1] },
      ),
    ).toEqual(['NAME   N  TEXT', '東京  12  a b', 'x      1'])
  })

  it('has no room for a column of nothing', () => {
    expect(
      tableLines([
        ['a', '', 'b'],
        ['cc', '', 'd'],
      ]),
    ).toEqual(['a   b', 'cc  d'])
  })

  it('cuts the last cell only', () => {
    expect(tableLines([['ses_0001', 'a long title of many words']], { width: 20 })).toEqual(['ses_0001  a long ti…'])
  })

  it('is never wider than it may be when the other cells leave room', () => {
    const rows = fc.array(fc.tuple(fc.string({ maxLength: 8 }), fc.string({ maxLength: 60 })), { minLength: 1 })
    fc.assert(
      fc.property(rows, (cells) => {
        for (const line of tableLines(cells, { width: 40 })) expect(widthOf(line)).toBeLessThanOrEqual(40)
      }),
    )
  })
})
