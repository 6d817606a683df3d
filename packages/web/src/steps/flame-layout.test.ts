import { describe, expect, it } from 'vitest'
import { longFacts } from '../../test/support/long-session.ts'
import { logOfFacts, sessionOf } from '../../test/support/session-logs.ts'
import { flamesOf } from './flame-layout.ts'
import { StepTree } from './step-tree.ts'

function treeOf(log: Parameters<StepTree['take']>[0]): StepTree {
  const tree = new StepTree()
  tree.take(log)
  return tree
}

describe('flames', () => {
  it('are as wide as their share, below what holds them', () => {
    const tree = treeOf(
      sessionOf([{ path: 'a#1/think#1' }, { path: 'a#1/think#2' }, { path: 'b#1', data: { ms: 200 } }]),
    )
    const drawn = flamesOf(tree.root, 'time').map(({ node, depth, left, width }) => [node.label, depth, left, width])
    expect(drawn).toEqual([
      ['react', 0, 0, 1],
      ['a#1', 1, 0, 0.5],
      ['think#1', 2, 0, 0.25],
      ['think#2', 2, 0.25, 0.25],
      ['b#1', 1, 0.5, 0.5],
    ])
  })

  it('are few, however many steps there are, and none is lost', () => {
    const { root } = treeOf(logOfFacts(longFacts(3000)))
    const flames = flamesOf(root, 'tokens')
    expect(flames.length).toBeLessThan(1500)
    expect(flames[0]?.value).toBe(
      root.children.length > 0
        ? flames.filter(({ depth }) => depth === 1).reduce((sum, { value }) => sum + value, 0)
        : 0,
    )
  })

  it('are none where nothing was spent', () => {
    expect(flamesOf(treeOf(sessionOf([{ path: 'think#1' }])).root, 'cost')).toEqual([])
  })
})
