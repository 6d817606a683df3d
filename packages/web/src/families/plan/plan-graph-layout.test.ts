import { describe, expect, it } from 'vitest'
import { graphLayout, nodeSize } from './plan-graph-layout.ts'

const step = (id: string, ...needs: readonly string[]) => ({ key: `${id} go`, id, needs })

describe('a plan as a graph', () => {
  const { places, needs } = graphLayout([step('1'), step('2'), step('3', '1', '2', 'gone', '3')])
  const at = (id: string) => places.find(({ key }) => key === `${id} go`) ?? { x: Number.NaN, y: Number.NaN }

  it('has each step behind what it needs', () => {
    expect(at('3').x).toBeGreaterThanOrEqual(at('1').x + nodeSize.width)
    expect(at('1').x).toBe(at('2').x)
    expect(Math.abs(at('1').y - at('2').y)).toBeGreaterThanOrEqual(nodeSize.height)
  })

  it('has a line for each need that is a step of the plan', () => {
    expect(needs).toEqual([
      { from: '1 go', to: '3 go' },
      { from: '2 go', to: '3 go' },
    ])
  })
})
