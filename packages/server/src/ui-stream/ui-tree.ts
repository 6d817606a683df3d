/** A tree of thoughts, as far as it has grown: a part of a message is replaced as a whole. */
import type { Json, JsonObject } from '@gyre/core'

export class UiTree {
  readonly #nodes = new Map<Json, JsonObject>()

  /** All nodes, with those of a note. */
  grow(value: Json): JsonObject {
    const { nodes } = (value ?? {}) as { readonly nodes?: readonly JsonObject[] }
    for (const node of Array.isArray(nodes) ? nodes : []) this.#nodes.set(node['id'] ?? null, node)
    return { nodes: [...this.#nodes.values()] }
  }
}
