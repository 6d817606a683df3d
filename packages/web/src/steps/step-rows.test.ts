import { describe, expect, it } from 'vitest'
import { sessionOf } from '../../test/support/session-logs.ts'
import { ancestorsOf, neighbour, pinnedAt, rowsOf } from './step-rows.ts'
import { StepTree } from './step-tree.ts'

const tree = new StepTree()
tree.take(
  sessionOf([
    { path: 'a#1/think#1' },
    { path: 'a#1/think#2', kind: 'tool' },
    { path: 'a#1/think#3' },
    { path: 'b#1/c#1/think#1' },
    { path: 'b#1/c#1/think#2' },
  ]),
)
const open = { collapsed: new Set<string>() }
const names = (choice: Parameters<typeof rowsOf>[1]) => rowsOf(tree.root, choice).map(({ node }) => node.path)

describe('rows', () => {
  it('leave out what is inside of a closed one', () => {
    expect(names({ collapsed: new Set(['a#1']) })).toEqual([
      '',
      'a#1',
      'b#1',
      'b#1/c#1',
      'b#1/c#1/think#1',
      'b#1/c#1/think#2',
    ])
  })

  it('show what holds a row that is looked for, even when it is closed', () => {
    const matches = (node: { readonly path: string }) => node.path === 'a#1/think#2'
    expect(names({ collapsed: new Set(['a#1']), matches })).toEqual(['', 'a#1', 'a#1/think#2'])
  })

  it('know what holds them', () => {
    const rows = rowsOf(tree.root, open)
    const row = rows.at(-1)!
    expect(ancestorsOf(rows, row).map(({ node }) => node.path)).toEqual(['', 'b#1', 'b#1/c#1'])
  })

  it('are pinned while what they hold is in sight, and no longer', () => {
    const rows = rowsOf(tree.root, open)
    const pinned = rows.map((_, top) => pinnedAt(rows, top).map(({ node }) => node.path))
    expect(pinned[0]).toEqual([])
    expect(pinned[1]).toEqual(['', 'a#1'])
    expect(pinned[5]).toEqual(['', 'b#1', 'b#1/c#1'])
  })

  it('have neighbours, and the first and last have none beyond', () => {
    const rows = rowsOf(tree.root, open)
    expect(neighbour(rows, 'a#1/think#1', 1)?.node.path).toBe('a#1/think#2')
    expect(neighbour(rows, '', -1)).toBeUndefined()
    expect(neighbour(rows, undefined, 1)?.node.path).toBe('')
  })
})
