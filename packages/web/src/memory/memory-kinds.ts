/** Memories by their kinds. */

type Memory = { readonly kind: string; readonly session: string | null; readonly expiresAt: string | null }

/** The kinds there are with how many of each, most first. */
export function kindsOf(memories: readonly Memory[]): readonly (readonly [string, number])[] {
  const counts = Map.groupBy(memories, ({ kind }) => kind)
  return [...counts]
    .map(([kind, of]) => [kind, of.length] as const)
    .toSorted(([one, few], [other, many]) => many - few || (one < other ? -1 : 1))
}

export function ofKind<M extends Memory>(memories: readonly M[], kind: string | undefined): readonly M[] {
  return kind === undefined ? memories : memories.filter((memory) => memory.kind === kind)
}

const dayMs = 86_400_000

/** `forgotten in 12 d`, `forgotten today`, `kept for good`. */
export function expiryWords({ expiresAt }: Pick<Memory, 'expiresAt'>, now: number): string {
  if (expiresAt === null) return 'kept for good'
  const days = Math.floor((Date.parse(expiresAt) - now) / dayMs)
  return days < 1 ? 'forgotten within a day' : `forgotten in ${days} d`
}

/** A note that a person added can be added again as it was: what a session learned is from that session. */
export function canComeBack({ kind, session }: Memory): boolean {
  return kind === 'note' && session === null
}

/** Why nothing is remembered: whether the answers of sessions are, as the server decides it. */
export function whyEmpty(setting: { readonly value: unknown; readonly source: string } | undefined, isDemo: boolean) {
  if (setting?.value === false) {
    return 'Answers of sessions are not remembered: the setting memory.sessions is off. A note is remembered at once.'
  }
  if (isDemo && setting?.source === 'default') {
    return 'Answers of the demo model are set phrases, and are not remembered. Once another model is connected, sessions that end with an answer are. A note is remembered at once.'
  }
  return 'Sessions that end with an answer are remembered from now on. A note is remembered at once.'
}
