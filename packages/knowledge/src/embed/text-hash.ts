/** Hashes of parts of a text (FNV-1a over UTF-16 units), without cutting the parts out. */

const prime = 0x01000193

/** A hash to begin with. Features of different kinds begin differently, so that they never meet. */
export function hashSeed(kind: number): number {
  return Math.imul(0x811c9dc5 ^ kind, prime)
}

/** The hash with one more unit in it. */
export function hashedOn(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, prime)
}

export function hashOf(text: string, seed: number): number {
  let hash = seed
  for (let at = 0; at < text.length; at++) hash = hashedOn(hash, text.charCodeAt(at))
  return hash
}
