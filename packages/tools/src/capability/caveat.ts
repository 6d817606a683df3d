/** Caveats: what a token may be used for. Each takes something away; none can give anything back. */

/** The levels of loops and tools below the session's own loop that may have rights. */
export const deepest = 3

export type Caveat = readonly [kind: string, value: unknown]

/** What a token allows: what all of its caveats leave. */
export type Rights = {
  readonly tools: ReadonlySet<string>
  readonly permissions: ReadonlySet<string>
  /** How many loops or tools the holder is below the session's own loop. */
  readonly depth: number
  /** Milliseconds since 1970. */
  readonly expires: number
}

/** The caveats that are read here. */
export type KnownCaveat =
  | readonly [kind: 'tools' | 'permissions', names: readonly string[]]
  | readonly [kind: 'depth', levels: number]
  | readonly [kind: 'expires', at: number]

type Left = { -readonly [right in keyof Rights]?: Rights[right] }

/** What caveats leave, whatever their order; undefined when one of them is not understood, or one is missing. */
export function rightsOf(caveats: readonly Caveat[]): Rights | undefined {
  const left: Left = {}
  for (const caveat of caveats) {
    if (!isKnown(caveat)) return undefined
    narrow(left, caveat)
  }
  const { tools, permissions, depth, expires } = left
  if (!tools || !permissions || depth === undefined || expires === undefined) return undefined
  return { tools, permissions, depth, expires }
}

function isKnown(caveat: Caveat): caveat is KnownCaveat {
  const [kind, value] = caveat
  if (kind === 'depth' || kind === 'expires') return typeof value === 'number'
  const hasNames = kind === 'tools' || kind === 'permissions'
  return hasNames && Array.isArray(value) && value.every((name) => typeof name === 'string')
}

function narrow(left: Left, [kind, value]: KnownCaveat): void {
  switch (kind) {
    case 'depth':
      left.depth = Math.max(value, left.depth ?? value)
      break
    case 'expires':
      left.expires = Math.min(value, left.expires ?? value)
      break
    default:
      left[kind] = left[kind]?.intersection(new Set(value)) ?? new Set(value)
  }
}
