/** What passages are about, in groups, and how often each was seen: how much there is that was not seen can be told by that. */
import { dot } from './vectors.ts'

/** Passages that are about the same thing; the first of them stands for all. */
export type Aspect = { readonly vector: Float32Array; readonly seen: number }

/** The aspects after these were seen as well. `likeness` is what a passage shares with those of its aspect. */
export function withSeen(
  aspects: readonly Aspect[],
  vectors: readonly Float32Array[],
  likeness: number,
): readonly Aspect[] {
  const groups = aspects.map((aspect) => ({ ...aspect }))
  for (const vector of vectors) {
    const shared = groups.map((group) => dot(group.vector, vector))
    const best = shared.reduce((most, each, at) => (each > (shared[most] ?? 0) ? at : most), 0)
    const group = groups[best]
    if (group && (shared[best] ?? 0) >= likeness) group.seen += 1
    else groups.push({ vector, seen: 1 })
  }
  return groups
}
