/** The order of ids that breaks ties: numbers in them count as numbers, so `c2` stands before `c10`. */

const parts = /\d+|\D+/g

export function byId(one: string, other: string): number {
  const ours = one.match(parts) ?? []
  const theirs = other.match(parts) ?? []
  for (let at = 0; at < Math.min(ours.length, theirs.length); at += 1) {
    const order = byPart(ours[at] as string, theirs[at] as string)
    if (order !== 0) return order
  }
  return ours.length - theirs.length || upwards(one, other)
}

function byPart(one: string, other: string): number {
  const areNumbers = /^\d/.test(one) && /^\d/.test(other)
  return areNumbers ? upwards(Number(one), Number(other)) : upwards(one, other)
}

function upwards<T extends string | number>(one: T, other: T): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
