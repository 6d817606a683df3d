/** Heights of labels, moved apart where they would lie over each other. */

export type LabelRoom = { readonly least: number; readonly top: number; readonly bottom: number }

/** Each keeps its place in the list, and moves no further than it has to; where all do not fit, they share the room. */
export function spreadLabels(wanted: readonly number[], { least, top, bottom }: LabelRoom): readonly number[] {
  const gap = wanted.length > 1 ? Math.min(least, (bottom - top) / (wanted.length - 1)) : 0
  const order = wanted.map((height, at) => ({ height, at })).sort((a, b) => a.height - b.height || a.at - b.at)
  const placed: number[] = []
  for (const [at, { height }] of order.entries()) {
    // Those that come after it need room, too.
    const lowest = bottom - gap * (order.length - 1 - at)
    const highest = at === 0 ? top : (placed[at - 1] ?? top) + gap
    placed.push(Math.max(highest, Math.min(height, lowest)))
  }
  const heights = [...wanted]
  for (const [at, { at: own }] of order.entries()) heights[own] = placed[at] ?? 0
  return heights
}
