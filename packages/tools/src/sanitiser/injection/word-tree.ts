/** Words as a tree, letter by letter, in a few arrays of numbers. */

/** A node is a number; its children are a chain of siblings. Node 0 is the root, and no child of any. */
export type WordTree = {
  /** The nodes of first letters: of ASCII, and of all. */
  readonly firstAscii: Int32Array
  readonly first: ReadonlyMap<number, number>
  readonly letter: Uint16Array
  readonly child: Int32Array
  readonly sibling: Int32Array
}

/** The node of a word's first letter, or 0. */
export function firstNode({ first, firstAscii }: WordTree, code: number): number {
  return (code < 0x80 ? firstAscii[code] : first.get(code)) ?? 0
}

/** The next node for a letter, or 0. */
export function nodeAfter({ child, sibling, letter }: WordTree, node: number, code: number): number {
  let next = child[node] ?? 0
  while (next !== 0 && letter[next] !== code) next = sibling[next] ?? 0
  return next
}

export class WordTreeBuilder {
  readonly #first = new Map<number, number>()
  readonly #letter = [0]
  readonly #child = [0]
  readonly #sibling = [0]

  /** The node of a word, made if there is none. */
  nodeOf(word: string): number {
    let node = 0
    for (let at = 0; at < word.length; at++) {
      const code = word.charCodeAt(at)
      node = this.#find(node, code) || this.#make(node, code)
    }
    return node
  }

  tree(): WordTree {
    return {
      first: this.#first,
      firstAscii: Int32Array.from({ length: 0x80 }, (_, code) => this.#first.get(code) ?? 0),
      letter: Uint16Array.from(this.#letter),
      child: Int32Array.from(this.#child),
      sibling: Int32Array.from(this.#sibling),
    }
  }

  #find(node: number, code: number): number {
    if (node === 0) return this.#first.get(code) ?? 0
    let next = this.#child[node] ?? 0
    while (next !== 0 && this.#letter[next] !== code) next = this.#sibling[next] ?? 0
    return next
  }

  #make(node: number, code: number): number {
    const made = this.#letter.push(code) - 1
    this.#child.push(0)
    this.#sibling.push(node === 0 ? 0 : (this.#child[node] ?? 0))
    if (node === 0) this.#first.set(code, made)
    else this.#child[node] = made
    return made
  }
}
