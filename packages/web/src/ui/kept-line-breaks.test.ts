import { describe, expect, it } from 'vitest'
import { keptLineBreaks } from './kept-line-breaks.ts'

type Tree = Parameters<ReturnType<typeof keptLineBreaks>>[0]

const text = (value: string): Tree => ({ type: 'text', value })
const paragraph = (...children: Tree[]): Tree => ({ type: 'paragraph', children })

function kept(tree: Tree): Tree {
  keptLineBreaks()(tree)
  return tree
}

describe('new lines of an answer', () => {
  it('are kept, also inside what is emphasised', () => {
    const strong: Tree = { type: 'strong', children: [text('two\nthree')] }
    expect(kept(paragraph(text('one\n'), strong))).toEqual(
      paragraph(
        text('one'),
        { type: 'break' },
        {
          type: 'strong',
          children: [text('two'), { type: 'break' }, text('three')],
        },
      ),
    )
  })

  it('have no spaces around them', () => {
    expect(kept(paragraph(text('one \r\n  two')))).toEqual(paragraph(text('one'), { type: 'break' }, text('two')))
  })

  it('of code are left as they are, and so is a text of one line', () => {
    const code: Tree = { type: 'code', value: 'a\nb' }
    expect(kept({ type: 'root', children: [code, paragraph(text('one'))] })).toEqual({
      type: 'root',
      children: [{ type: 'code', value: 'a\nb' }, paragraph(text('one'))],
    })
  })
})
