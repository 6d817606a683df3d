/** The tree of thoughts: its nodes, their lines, and which of them is best. */

export type Node = {
  readonly id: number
  /** Null for the root, which is the task itself. */
  readonly parent: Node | null
  readonly depth: number
  readonly thought: string
  readonly isAnswer: boolean
  /** What it lacks, whatever its score: a part that was cut off, or a judge. Empty when nothing is missing. */
  lack: string
  /** The mean of its votes, 0 to 10; null before it is judged. */
  score: number | null
  /** False for what the search has left. */
  isKept: boolean
  /** Undefined before it was gone on from. */
  children: readonly Node[] | undefined
  /** Of a search that counts them: how often a line went through here, and what these lines were worth in sum. */
  visits: number
  value: number
}

type Made = Pick<Node, 'id' | 'parent' | 'thought' | 'isAnswer'> & Partial<Pick<Node, 'lack'>>

/** Of nodes in the order they were made: one that was merged into another is gone, and its number may be given again. */
export function nextId(nodes: readonly Node[]): number {
  return (nodes.at(-1)?.id ?? 0) + 1
}

export function nodeOf({ id, parent, thought, isAnswer, lack = '' }: Made): Node {
  const depth = parent ? parent.depth + 1 : 0
  return {
    id,
    parent,
    depth,
    thought,
    isAnswer,
    lack,
    score: null,
    isKept: true,
    children: undefined,
    visits: 0,
    value: 0,
  }
}

export function rootNode(): Node {
  return nodeOf({ id: 0, parent: null, thought: '', isAnswer: false })
}

/** The thoughts from the first to this one. */
export function lineOf(node: Node): readonly Node[] {
  return node.parent ? [...lineOf(node.parent), node] : []
}

/**
 * By score; of equal ones answers go first, for they leave nothing to do, and else all keep their order. An answer that
 * is not judged goes before all: nobody asked for a judgement.
 */
export function bestFirst(nodes: readonly Node[]): readonly Node[] {
  return nodes.toSorted((a, b) => (rank(a) === rank(b) ? Number(b.isAnswer) - Number(a.isAnswer) : rank(b) - rank(a)))
}

function rank({ score, isAnswer }: Node): number {
  return score ?? (isAnswer ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY)
}

export function bestAnswer(nodes: readonly Node[]): Node | undefined {
  return bestFirst(nodes.filter(({ isAnswer }) => isAnswer))[0]
}

/** The thought to answer from when none was an answer: of equally good ones the deepest, for less is left to do. */
export function bestThought(nodes: readonly Node[]): Node | undefined {
  const thoughts = nodes.filter(({ isAnswer }) => !isAnswer)
  return bestFirst(thoughts.toSorted((a, b) => b.depth - a.depth))[0]
}

/** What makes two nodes one: the whole line of a thought, but of an answer its text alone. */
export function identityOf(node: Pick<Node, 'parent' | 'thought' | 'isAnswer'>): string {
  const { parent, thought, isAnswer } = node
  return isAnswer ? `answer ${comparable(thought)}` : `after ${parent?.id ?? 0}: ${comparable(thought)}`
}

/** Without case, spaces and closing points. */
export function comparable(thought: string): string {
  const words = thought.toLowerCase().replace(/\s+/g, ' ').trim()
  let end = words.length
  while (end > 0 && ' .!;,'.includes(words.charAt(end - 1))) end -= 1
  return words.slice(0, end)
}

/** An answer that ends a search: one that is good enough, or that nobody wants judged. */
export function isAccepted({ isAnswer, score }: Pick<Node, 'isAnswer' | 'score'>, acceptAt: number): boolean {
  return isAnswer && (score === null || score >= acceptAt)
}
