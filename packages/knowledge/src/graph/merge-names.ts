/** Makes one node of the names of one thing, as the `same as` edges tell. */
import { foldedName, type KnowledgeEdge } from '@gyre/core'
import { sameAs } from './chunk-edge.ts'
import { isShortForm } from './rules/same-names.ts'
import { UnionFind } from './union-find.ts'

export type MergedNames = {
  /** The node of a name as a chunk uses it: `Holt` is somebody else in another document. */
  nodeOf(name: string, chunk: string): string
  /** The longest name of a node. */
  labelOf(node: string): string
}

/** `documents` are those of the chunks. */
export function mergeNames(edges: readonly KnowledgeEdge[], documents: ReadonlyMap<string, string>): MergedNames {
  const sets = new UnionFind()
  const local = new Map<string, string>()
  for (const { from, relation, to, chunk } of edges) {
    if (relation !== sameAs) continue
    const [short, long] = [foldedName(from), foldedName(to)]
    if (isShortForm(short, long)) local.set(localKey(short, documents.get(chunk)), long)
    else sets.union(short, long)
  }
  const nodeOf = (name: string, chunk: string): string => {
    const folded = foldedName(name)
    return sets.find(local.get(localKey(folded, documents.get(chunk))) ?? folded)
  }
  const labels = labelsOf(edges, nodeOf)
  return { nodeOf, labelOf: (node) => labels.get(node) ?? node }
}

function localKey(name: string, document: string | undefined): string {
  return `${document ?? ''}\n${name}`
}

function labelsOf(edges: readonly KnowledgeEdge[], nodeOf: MergedNames['nodeOf']): ReadonlyMap<string, string> {
  const labels = new Map<string, string>()
  for (const { from, to, chunk } of edges) {
    for (const name of [from, to]) {
      const node = nodeOf(name, chunk)
      const known = labels.get(node)
      if (known === undefined || isBetterLabel(name, known)) labels.set(node, name)
    }
  }
  return labels
}

function isBetterLabel(name: string, known: string): boolean {
  return name.length > known.length || (name.length === known.length && name < known)
}
