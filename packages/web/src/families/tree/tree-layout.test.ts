import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layoutOf, nodeSize, rootKey, shapeOf } from './tree-layout.ts'

const thoughts = [
  { key: 'a', parent: null },
  { key: 'b', parent: null },
  { key: 'c', parent: 'a' },
  { key: 'd', parent: 'a' },
]

/** Any tree: each thought goes on from an earlier one, or from the task. */
const anyTree = fc.array(fc.nat(30), { maxLength: 30 }).map((picks) =>
  picks.map((pick, index) => ({
    key: `t${index}`,
    parent: pick % (index + 1) === 0 ? null : `t${(pick % (index + 1)) - 1}`,
  })),
)

describe('the layout of a tree', () => {
  it('has the task on the left, and a column for each depth', () => {
    const { places, columns } = layoutOf(shapeOf(thoughts))
    const x = (key: string) => places.get(key)?.x
    expect([x(rootKey), x('a'), x('c')]).toEqual(columns)
    expect(x('a')).toBe(x('b'))
  })

  it('has siblings below each other in their order, and a parent in the middle of its children', () => {
    const { places } = layoutOf(shapeOf(thoughts))
    const y = (key: string) => places.get(key)?.y ?? -1
    expect([y('c'), y('a'), y('d'), y('b')]).toEqual([0, 30, 60, 90])
  })

  it('has no two boxes over each other', () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const boxes = [...layoutOf(shapeOf(tree)).places.values()]
        for (const [index, one] of boxes.entries()) {
          for (const other of boxes.slice(index + 1)) {
            const isApart = one.x !== other.x || Math.abs(one.y - other.y) >= nodeSize.height
            expect(isApart).toBe(true)
          }
        }
      }),
    )
  })

  it('is that of the task alone before anything was thought', () => {
    expect([...layoutOf('').places.keys()]).toEqual([rootKey])
    expect(layoutOf('').height).toBe(nodeSize.height)
  })
})
