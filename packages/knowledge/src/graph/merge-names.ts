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
  const told = edges
    .filter(({ relation }) => relation === sameAs)
    .map(({ from, to, chunk }) => ({ short: foldedName(from), long: foldedName(to), document: documents.get(chunk) }))
  const everywhere = new LongNames()
  for (const { short, long } of told) everywhere.add(short, long)
  const sets = new UnionFind()
  const local = new LongNames()
  for (const { short, long, document } of told) {
    const isEverywhere = everywhere.only(short) !== undefined && !isShortForm(short, long)
    if (isEverywhere) sets.union(short, long)
    else local.add(localKey(short, document), long)
  }
  const longOf = (name: string, chunk: string): string | undefined =>
    local.only(localKey(foldedName(name), documents.get(chunk)))
  const nodeOf = (name: string, chunk: string): string => sets.find(longOf(name, chunk) ?? foldedName(name))
  // What it is called in one document is no label anywhere else.
  const names = edges
    .flatMap(({ from, to, chunk }) => [from, to].map((name) => ({ name, chunk })))
    .filter(({ name, chunk }) => longOf(name, chunk) === undefined)
  const labels = labelsOf(names.map(({ name, chunk }) => [nodeOf(name, chunk), name]))
  return { nodeOf, labelOf: (node) => labels.get(node) ?? node }
}

/** What short names are told to stand for. One that stands for several tells nothing. */
class LongNames {
  readonly #names = new Map<string, Set<string>>()

  add(short: string, long: string): void {
    this.#names.set(short, (this.#names.get(short) ?? new Set()).add(long))
  }

  only(short: string): string | undefined {
    const [only, ...others] = this.#names.get(short) ?? []
    return others.length === 0 ? only : undefined
  }
}

function localKey(name: string, document: string | undefined): string {
  return `${document ?? ''}\n${name}`
}

function labelsOf(names: readonly (readonly [node: string, name: string])[]): ReadonlyMap<string, string> {
  const labels = new Map<string, string>()
  for (const [node, name] of names) if (isBetterLabel(name, labels.get(node) ?? '')) labels.set(node, name)
  return labels
}

function isBetterLabel(name: string, known: string): boolean {
  return name.length > known.length || (name.length === known.length && name < known)
}
