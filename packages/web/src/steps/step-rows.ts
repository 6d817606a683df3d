/** The tree of steps as rows, one under the other. */
import type { StepNode } from './step-tree.ts'

export type StepRow = {
  readonly node: StepNode
  readonly index: number
  readonly depth: number
  /** The row that holds it; -1 for the first. */
  readonly parent: number
  /** What holds it and has no row of its own, because it holds nothing else: `read#1[3]/`. */
  readonly prefix: string
  readonly hasChildren: boolean
  readonly isCollapsed: boolean
  /** A row is also shown for what is inside it. */
  readonly isMatch: boolean
}

export type RowChoice = {
  /** Paths whose inside is not shown. */
  readonly collapsed: ReadonlySet<string>
  /** Rows that are looked for; all without it. What holds them is shown too, open. */
  readonly matches?: ((node: StepNode) => boolean) | undefined
}

export function rowsOf(root: StepNode, { collapsed, matches }: RowChoice): readonly StepRow[] {
  const rows: StepRow[] = []
  const found = matches && foundIn(root, matches)
  const add = (given: StepNode, depth: number, parent: number): void => {
    if (found && !found.has(given)) return
    const { node, prefix } = ownRow(given)
    const isCollapsed = !found && collapsed.has(node.path)
    const index = rows.length
    const isMatch = !matches || matches(node)
    rows.push({ node, index, depth, parent, prefix, hasChildren: node.children.length > 0, isCollapsed, isMatch })
    if (isCollapsed) return
    for (const child of node.children) add(child, depth + 1, index)
  }
  if (root.children.length > 0) add(root, 0, -1)
  return rows
}

/** A branch that holds one step, or branches of which there is one, say nothing that the step does not. */
function ownRow(given: StepNode): { readonly node: StepNode; readonly prefix: string } {
  let node = given
  let prefix = ''
  for (;;) {
    const [only, ...more] = node.children
    if (!only || more.length > 0 || !isSheath(node)) return { node, prefix }
    if (node.type !== 'group') prefix += `${node.label}/`
    node = only
  }
}

function isSheath(node: StepNode): boolean {
  return node.type === 'group' || (node.type === 'step' && node.label.endsWith(']') && !node.step && !node.running)
}

/** Nodes that match, and what holds them. */
function foundIn(root: StepNode, matches: (node: StepNode) => boolean): ReadonlySet<StepNode> {
  const found = new Set<StepNode>()
  const look = (node: StepNode): boolean => {
    let isFound = matches(node)
    for (const child of node.children) if (look(child)) isFound = true
    if (isFound) found.add(node)
    return isFound
  }
  look(root)
  return found
}

/** What holds a row, outermost first. */
export function ancestorsOf(rows: readonly StepRow[], row: StepRow): readonly StepRow[] {
  const above: StepRow[] = []
  for (let at = rows[row.parent]; at; at = rows[at.parent]) above.unshift(at)
  return above
}

const mostPinned = 6

/** The rows that stay at the top while what they hold is scrolled through; `top` is the first row that would be seen. */
export function pinnedAt(rows: readonly StepRow[], top: number): readonly StepRow[] {
  const pinned: StepRow[] = []
  while (pinned.length < mostPinned) {
    const first = rows[top + pinned.length]
    const next = first && ancestorsOf(rows, first)[pinned.length]
    if (!next || next.index >= top + pinned.length) return pinned
    pinned.push(next)
  }
  return pinned
}

/** The next row with a step that can be looked at, in a direction. */
export function neighbour(rows: readonly StepRow[], path: string | undefined, by: 1 | -1): StepRow | undefined {
  const at = path === undefined ? -1 : rows.findIndex(({ node }) => node.path === path)
  if (at < 0) return by === 1 ? rows[0] : rows.at(-1)
  return rows[at + by]
}
