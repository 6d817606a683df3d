/** How soon a list of sessions is looked at again. */

const still: ReadonlySet<string> = new Set(['paused', 'waiting'])

type Listed = { readonly state: string; readonly status: string }

/** What goes on may end at any time; what stands still, or has ended, seldom changes. */
export function lookAgainMs(sessions: readonly Listed[] = []): number {
  return sessions.some(({ state, status }) => state !== 'ended' && !still.has(status)) ? 3000 : 10_000
}
