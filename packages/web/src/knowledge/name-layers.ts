/** How far each name is from the centre, and on which side. */

type Link = { readonly from: string; readonly to: string }

/**
 * 0 for the centre, -1 for what points at it, 1 for what it points at, and further out by the shortest way. What no
 * way leads to is left out.
 */
export function nameLayers(links: readonly Link[], centres: readonly string[]): ReadonlyMap<string, number> {
  const layers = new Map(centres.map((key) => [key, 0]))
  const reached = [...centres]
  // Nearest first: what is reached on the way is gone on from later.
  for (const key of reached) {
    const layer = layers.get(key) ?? 0
    for (const { other, side } of neighbours(links, key)) {
      if (layers.has(other)) continue
      layers.set(other, layer + (layer === 0 ? side : Math.sign(layer)))
      reached.push(other)
    }
  }
  return layers
}

/** What it points at comes first: of two ways to the same name, that one counts. */
function neighbours(links: readonly Link[], key: string) {
  const ahead = links.filter(({ from }) => from === key).map(({ to }) => ({ other: to, side: 1 }))
  const behind = links.filter(({ to }) => to === key).map(({ from }) => ({ other: from, side: -1 }))
  return [...ahead, ...behind]
}
