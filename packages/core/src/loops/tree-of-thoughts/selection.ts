/** Which leaf of the tree is worth the next expansion, and how its worth is told to the nodes above it. */
import type { Config } from './schema.ts'
import type { Node } from './tree.ts'

type Bounds = Pick<Config, 'exploration' | 'maxDepth'>

/** From this node down to one that was not gone on from yet; undefined when all lines have ended. */
export function selectLeaf(node: Node, bounds: Bounds): Node | undefined {
  if (!isOpen(node, bounds.maxDepth)) return undefined
  if (!node.children) return node
  const open = node.children.filter((child) => isOpen(child, bounds.maxDepth))
  const [first, ...others] = open
  if (!first) return undefined
  const worth = (child: Node) => upperBound(child, node.visits, bounds.exploration)
  return selectLeaf(
    others.reduce((best, child) => (worth(child) > worth(best) ? child : best), first),
    bounds,
  )
}

/** UCT: the mean value, and more the seldomer a node was visited. With a weight of √2 the bonus is √(2 ln N / n). */
export function upperBound(node: Pick<Node, 'visits' | 'value'>, parentVisits: number, exploration: number): number {
  const bonus = Math.sqrt(Math.log(Math.max(1, parentVisits)) / node.visits)
  return node.value / node.visits + exploration * bonus
}

/** What a judge thinks of a thought counts as its first visit, so that none has a bound without end. */
export function visitFirst(node: Node, value: number): void {
  node.visits = 1
  node.value = value
}

/** A rollout has ended below the node: it, those of its line and the root were visited once more, and were worth this. */
export function backpropagate(node: Node, value: number): void {
  for (let at: Node | null = node; at; at = at.parent) {
    at.visits += 1
    at.value += value
  }
}

/** Whether there is anything left to go on from, here or below. */
export function isOpen(node: Node, maxDepth: number): boolean {
  if (node.isAnswer || node.depth >= maxDepth) return false
  return node.children?.some((child) => isOpen(child, maxDepth)) ?? true
}
