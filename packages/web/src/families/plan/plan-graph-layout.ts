/** Where the steps of a plan stand as a graph: from left to right, each behind what it needs. */
import dagre from '@dagrejs/dagre'

type Needing = { readonly key: string; readonly id: string; readonly needs: readonly string[] }

export type Place = { readonly key: string; readonly x: number; readonly y: number }

export type Need = { readonly from: string; readonly to: string }

export type GraphLayout = { readonly places: readonly Place[]; readonly needs: readonly Need[] }

export const nodeSize = { width: 196, height: 92 } as const

/** What a step needs and is not in the plan any more has no line. */
export function graphLayout(steps: readonly Needing[]): GraphLayout {
  const graph = new dagre.graphlib.Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: 18, ranksep: 46, marginx: 12, marginy: 12 })
  graph.setDefaultEdgeLabel(() => ({}))
  const keys = new Map(steps.map(({ id, key }) => [id, key]))
  for (const { key } of steps) graph.setNode(key, { ...nodeSize })
  const needs = steps.flatMap(({ key, needs: ids }) =>
    ids.flatMap((id) => {
      const from = keys.get(id)
      return from === undefined || from === key ? [] : [{ from, to: key }]
    }),
  )
  for (const { from, to } of needs) graph.setEdge(from, to)
  dagre.layout(graph)
  const places = steps.map(({ key }) => {
    const { x, y } = graph.node(key)
    return { key, x: x - nodeSize.width / 2, y: y - nodeSize.height / 2 }
  })
  return { places, needs }
}
