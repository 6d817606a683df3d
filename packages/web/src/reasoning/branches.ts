/** The branches of a session that run now: guidance can be given to one of them alone. */
import type { SessionLog } from '../session/session-log.ts'

export type Branch = { readonly path: string; readonly name: string }

/** Those with steps of their own inside: a single call takes no guidance. */
export function runningBranches({ running }: SessionLog): readonly Branch[] {
  const paths = new Set(running.all.flatMap(({ path, kind }) => (kind === 'ask' ? [] : branchesIn(path))))
  return [...paths].sort().map((path) => ({ path, name: path.split('/').at(-1) ?? path }))
}

/** `round#1[0]` and `round#1[0]/level#1[2]` of `round#1[0]/level#1[2]/think#1`. */
function branchesIn(path: string): readonly string[] {
  return [...path.matchAll(/\]\//g)].map(({ index }) => path.slice(0, index + 1))
}
