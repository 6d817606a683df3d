/** Moving about in a tree by keys, as the ARIA practices have it. */
import type { Thought } from './tree-picture.ts'

type Item = Pick<Thought, 'key' | 'parent' | 'text'>

/** A row that is seen: none of those above it is closed. */
export type TreeRow<T extends Item = Item> = {
  readonly item: T
  readonly level: number
  readonly hasChildren: boolean
  readonly isOpen: boolean
  /** Which of its siblings it is, from 1, and how many there are. */
  readonly place: number
  readonly siblings: number
}

/** Rows from top to bottom. */
export function rowsOf<T extends Item>(items: readonly T[], closed: ReadonlySet<string>): readonly TreeRow<T>[] {
  const children = Map.groupBy(items, ({ parent }) => parent)
  const below = (parent: string | null, level: number): readonly TreeRow<T>[] =>
    (children.get(parent) ?? []).flatMap((item, index, all) => {
      const hasChildren = children.has(item.key)
      const isOpen = hasChildren && !closed.has(item.key)
      const row = { item, level, hasChildren, isOpen, place: index + 1, siblings: all.length }
      return [row, ...(isOpen ? below(item.key, level + 1) : [])]
    })
  return below(null, 1)
}

/** What a key does: go to a row, or open or close the one it is at. */
export type Move = { readonly to: string } | { readonly open: string } | { readonly close: string }

export function moveBy(rows: readonly TreeRow[], current: string, key: string): Move | undefined {
  const at = rows.findIndex(({ item }) => item.key === current)
  const row = rows[at]
  if (row && key === 'ArrowRight') return inwards(row, rows[at + 1])
  if (row && key === 'ArrowLeft') return row.isOpen ? { close: current } : goTo(parentRow(rows, row))
  const targets: Readonly<Record<string, TreeRow | undefined>> = {
    Home: rows[0],
    End: rows.at(-1),
    ArrowDown: at < 0 ? undefined : rows[at + 1],
    ArrowUp: at > 0 ? rows[at - 1] : undefined,
  }
  return goTo(targets[key])
}

function goTo(row: TreeRow | undefined): Move | undefined {
  return row && { to: row.item.key }
}

function inwards({ item, isOpen, hasChildren }: TreeRow, next: TreeRow | undefined): Move | undefined {
  if (isOpen) return goTo(next)
  return hasChildren ? { open: item.key } : undefined
}

function parentRow(rows: readonly TreeRow[], { item }: TreeRow): TreeRow | undefined {
  return rows.find((row) => row.item.key === item.parent)
}

/** The next row, from the one after this on and round again, that begins with what was typed. */
export function rowTyped(rows: readonly TreeRow[], current: string, typed: string): string | undefined {
  const at = rows.findIndex(({ item }) => item.key === current)
  // Of several letters the row one is at may still be meant.
  const from = typed.length > 1 ? at : at + 1
  const around = [...rows.slice(Math.max(0, from)), ...rows.slice(0, Math.max(0, from))]
  return around.find(({ item }) => item.text.toLowerCase().startsWith(typed.toLowerCase()))?.item.key
}
