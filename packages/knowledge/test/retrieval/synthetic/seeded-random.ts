/** Random choices that are the same for the same seed. */
export type Random = {
  /** From 0 up to, but not including, the limit. */
  below(limit: number): number
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
  /** Different members of the list, in random order. */
  some<T>(list: readonly T[], count: number): T[]
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  /** A counter whose bits are mixed: short, and even enough for choosing words. */
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new Error('There is nothing to pick from.')
    return list[below(list.length)] as T
  }
  const some = <T>(list: readonly T[], count: number) => {
    const rest = [...list]
    const taken: T[] = []
    while (taken.length < count && rest.length > 0) taken.push(...rest.splice(below(rest.length), 1))
    return taken
  }
  return { below, chance: (share) => next() < share, pick, some }
}
