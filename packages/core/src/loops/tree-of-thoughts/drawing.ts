/** The tree as people see it: in notes while it grows, and in the details of the result. */
import type { Node } from './tree.ts'

export type DrawnNode = {
  readonly id: number
  /** 0 is the task itself. */
  readonly parent: number
  readonly depth: number
  readonly thought: string
  readonly isAnswer: boolean
  readonly score: number | null
  readonly state: 'kept' | 'pruned'
  readonly visits?: number
  /** The mean of its visits, 0 to 1. */
  readonly value?: number
}

/** `left` is how many more there are. */
export type DrawnLevel = { readonly nodes: readonly DrawnNode[]; readonly left: number }

/** The longest thought that is shown. */
const longest = 300
/** Notes are kept with every step: of a level so many nodes are enough. */
const mostInNote = 50

export function drawnTree(nodes: readonly Node[]): readonly DrawnNode[] {
  return nodes.map(drawn)
}

/** What came of one level, or of one expansion. */
export function drawnLevel(nodes: readonly Node[]): DrawnLevel {
  return { nodes: nodes.slice(0, mostInNote).map(drawn), left: Math.max(0, nodes.length - mostInNote) }
}

function drawn({ id, parent, depth, thought, isAnswer, score, isKept, visits, value }: Node): DrawnNode {
  return {
    id,
    parent: parent?.id ?? 0,
    depth,
    thought: thought.length > longest ? `${thought.slice(0, longest - 1)}…` : thought,
    isAnswer,
    score,
    state: isKept ? 'kept' : 'pruned',
    ...(visits > 0 && { visits, value: value / visits }),
  }
}
