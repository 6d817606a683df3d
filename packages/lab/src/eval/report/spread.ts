/** Places on a line, moved apart where they would lie over each other. */

type Room = { readonly least: number; readonly from: number; readonly to: number }

/** Each moves no further than it has to, equals in the order of the list; where all do not fit, they share the room. */
export function spread(wanted: readonly number[], { least, from, to }: Room): readonly number[] {
  const gap = wanted.length > 1 ? Math.min(least, (to - from) / (wanted.length - 1)) : 0
  const order = wanted.map((place, at) => ({ place, at })).sort((a, b) => a.place - b.place || a.at - b.at)
  const placed: number[] = []
  for (const [at, { place }] of order.entries()) {
    // Those that come after it need room, too.
    const last = to - gap * (order.length - 1 - at)
    const first = at === 0 ? from : (placed[at - 1] ?? from) + gap
    placed.push(Math.max(first, Math.min(place, last)))
  }
  const places = [...wanted]
  for (const [at, { at: own }] of order.entries()) places[own] = placed[at] ?? 0
  return places
}
