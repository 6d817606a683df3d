/**
 * Where the thoughts of a tree stand in its drawing: the task on the left, each depth in a column.
 *
 * Rows follow the order of the list beside it. A thought that comes later stands below its siblings, so that the drawing
 * grows as the tree does, and nothing changes sides.
 */

export const rootKey = 'root'
export const nodeSize = { width: 164, height: 50 } as const

/** Between columns there is room for the ✕ beside a thought that was left. */
const gap = { columns: 38, rows: 10 } as const

export type Place = { readonly x: number; readonly y: number }

export type Layout = {
  readonly places: ReadonlyMap<string, Place>
  readonly height: number
  /** Where each column begins, the task's first. */
  readonly columns: readonly number[]
}

type Item = { readonly key: string; readonly parent: string | null }

/** What the layout depends on, as a text: it is made anew only when that changes. */
export function shapeOf(thoughts: readonly Item[]): string {
  return thoughts.map(({ key, parent }) => `${key} ${parent ?? rootKey}`).join('\n')
}

export function layoutOf(shape: string): Layout {
  const pairs = shape.split('\n').flatMap((line) => (line === '' ? [] : [line.split(' ') as [string, string]]))
  const rows = new Rows(Map.groupBy(pairs, ([, parent]) => parent))
  rows.put(rootKey, 0)
  const step = nodeSize.height + gap.rows
  const places = [...rows.placed].map(([key, { row, depth }]) => [key, { x: columnAt(depth), y: row * step }] as const)
  const last = Math.max(...[...rows.placed.values()].map(({ row }) => row))
  const deepest = Math.max(...[...rows.placed.values()].map(({ depth }) => depth))
  const columns = Array.from({ length: deepest + 1 }, (_, depth) => columnAt(depth))
  return { places: new Map(places), height: last * step + nodeSize.height, columns }
}

type Placed = { readonly row: number; readonly depth: number }

/** A thought stands in the middle of what goes on from it, as far up in its column as there is room. */
class Rows {
  readonly placed = new Map<string, Placed>()
  readonly #children: ReadonlyMap<string, readonly (readonly [string, string])[]>
  /** The first row of each column that nothing stands in. */
  readonly #free: number[] = []

  constructor(children: ReadonlyMap<string, readonly (readonly [string, string])[]>) {
    this.#children = children
  }

  put(key: string, depth: number): number {
    const children = (this.#children.get(key) ?? []).map(([child]) => child)
    const rows = children.map((child) => this.put(child, depth + 1))
    const free = this.#free[depth] ?? 0
    const [first = free] = rows
    const middle = (first + (rows.at(-1) ?? first)) / 2
    const row = Math.max(free, middle)
    if (row > middle) for (const child of children) this.#lower(child, row - middle)
    this.placed.set(key, { row, depth })
    this.#free[depth] = row + 1
    return row
  }

  /** Moves a thought and all that goes on from it down, when what is before it stands there already. */
  #lower(key: string, by: number): void {
    const { row, depth } = this.placed.get(key) ?? { row: 0, depth: 0 }
    this.placed.set(key, { row: row + by, depth })
    this.#free[depth] = Math.max(this.#free[depth] ?? 0, row + by + 1)
    for (const [child] of this.#children.get(key) ?? []) this.#lower(child, by)
  }
}

function columnAt(depth: number): number {
  return depth * (nodeSize.width + gap.columns)
}
