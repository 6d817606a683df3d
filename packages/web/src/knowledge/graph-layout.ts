/** The names around one, laid out: who points at it to the left, what it points at to the right, the rest beyond them. */
import { graphlib, layout } from '@dagrejs/dagre'
import type { Fact } from './graph-answer.ts'
import { nameLayers } from './name-layers.ts'

export const nodeSize = { width: 190, height: 36 } as const

/** A name of a document is no key: `__proto__`, an empty one and one with quotes are names as well as others. */
type PlacedName = {
  readonly key: string
  readonly name: string
  readonly isCentre: boolean
  readonly x: number
  readonly y: number
}

/** All that is said between two names, in one line; by their keys. */
type NameLink = {
  readonly from: string
  readonly to: string
  readonly label: string
  /** Drawn from left to right, from right to left, or within a column. */
  readonly way: 'ahead' | 'back' | 'beside'
}

type NameGraph = {
  readonly nodes: readonly PlacedName[]
  readonly links: readonly NameLink[]
  /** From the highest name to the lowest, with room around them. */
  readonly height: number
}

/** Above and below the names. */
const room = 70

/** More relations than this are counted. */
const mostRelations = 2

export function nameGraph(facts: readonly Fact[], centres: readonly string[]): NameGraph {
  const said = saidBetween(facts)
  const names = [...new Set([...centres, ...said.flatMap(({ from, to }) => [from, to])])]
  const keys = new Map(names.map((name, at) => [name, `n${at}`]))
  const keyOf = (name: string) => keys.get(name) ?? ''
  const links = said.map(({ from, to, label }) => ({ from: keyOf(from), to: keyOf(to), label }))
  const places = placesOf([...keys.values()], links, centres.map(keyOf))
  const xOf = (key: string) => places.get(key)?.x ?? 0
  const tops = [...places.values()].map(({ y }) => y)
  return {
    height: Math.max(0, ...tops) + nodeSize.height + 2 * room,
    nodes: names.map((name) => {
      const key = keyOf(name)
      return { key, name, isCentre: centres.includes(name), ...(places.get(key) ?? { x: 0, y: 0 }) }
    }),
    links: links.map((link) => ({ ...link, way: wayOf(xOf(link.from), xOf(link.to)) })),
  }
}

/** The names it is about, and those they are linked with: what is to be in sight at first. */
export function nearest(nodes: readonly PlacedName[], links: readonly Link[]): readonly { readonly id: string }[] {
  const centres = new Set(nodes.filter(({ isCentre }) => isCentre).map(({ key }) => key))
  const around = links
    .filter(({ from, to }) => centres.has(from) || centres.has(to))
    .flatMap(({ from, to }) => [from, to])
  return [...new Set([...centres, ...around])].map((id) => ({ id }))
}

function wayOf(from: number, to: number): NameLink['way'] {
  if (from === to) return 'beside'
  return from < to ? 'ahead' : 'back'
}

type Link = { readonly from: string; readonly to: string }

function placesOf(keys: readonly string[], links: readonly Link[], centres: readonly string[]) {
  const layers = nameLayers(links, centres)
  const layerOf = (key: string) => layers.get(key) ?? 0
  const graph = new graphlib.Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: 18, ranksep: 120 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const key of keys) graph.setNode(key, { ...nodeSize })
  // A link that leads back would put a name in a column of its own.
  for (const { from, to } of links) {
    const [left, right] = layerOf(from) < layerOf(to) ? [from, to] : [to, from]
    if (layerOf(left) !== layerOf(right)) graph.setEdge(left, right)
  }
  layout(graph)
  return new Map(
    keys.map((key) => {
      const { x = 0, y = 0 } = graph.node(key) as { readonly x?: number; readonly y?: number }
      return [key, { x: x - nodeSize.width / 2, y: y - nodeSize.height / 2 }]
    }),
  )
}

function saidBetween(facts: readonly Fact[]): readonly (Link & { readonly label: string })[] {
  const groups = Map.groupBy(facts, ({ from, to }) => JSON.stringify([from, to]))
  return [...groups.values()].flatMap(([first, ...rest]) => {
    if (!first) return []
    const relations = [...new Set([first, ...rest].map(({ relation }) => relation))]
    const more = relations.length - mostRelations
    const label = relations.slice(0, mostRelations).join(', ') + (more > 0 ? ` and ${more} more` : '')
    return [{ from: first.from, to: first.to, label }]
  })
}
