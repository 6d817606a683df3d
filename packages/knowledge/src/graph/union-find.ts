/** Sets of names that grow together. */
export class UnionFind {
  readonly #parents = new Map<string, string>()

  /** The one that stands for the set: the least of its names, whatever order they came in. */
  find(name: string): string {
    let root = name
    for (let parent = this.#parents.get(root); parent !== undefined; parent = this.#parents.get(root)) root = parent
    for (let at = name; at !== root; ) {
      const next = this.#parents.get(at) ?? root
      this.#parents.set(at, root)
      at = next
    }
    return root
  }

  union(one: string, other: string): void {
    const [a, b] = [this.find(one), this.find(other)]
    if (a === b) return
    const [least, greater] = a < b ? [a, b] : [b, a]
    this.#parents.set(greater, least)
  }
}
