/**
 * The best answer of a run so far.
 *
 * Branches of a `map` propose side by side, and who is last is chance. So theirs are kept apart until the map ends; then
 * the highest score counts, and of equal ones the first branch: a session that is aborted has the same answer on every
 * replay.
 */
import type { Json } from '../json.ts'
import type { Branch } from './branch.ts'
import type { LoopRun } from './loop-run.ts'

export type Proposal = { readonly answer: Json; readonly score: number }

/** Takes a proposal; false when a better one is known. One without a score is as good as the one before it. */
export function propose(run: LoopRun, branch: Branch, answer: Json, score: number | undefined): boolean {
  const known = isInside(run, branch) ? (run.proposed?.get(branch.path) ?? run.best) : run.best
  if (known && score !== undefined && known.score > score) return false
  const proposal = { answer, score: score ?? known?.score ?? 0 }
  if (!isInside(run, branch)) run.best = proposal
  else {
    run.proposed ??= new Map()
    run.proposed.set(branch.path, proposal)
  }
  return true
}

/** Whether it is a branch of a `map` of this very run: a run may itself be in one. */
function isInside({ path }: LoopRun, branch: Branch): boolean {
  return branch.path.length > path.length && branch.path.startsWith(path === '' ? '' : `${path}/`)
}

/** A map has ended: what its branches proposed is proposed by the branch that called it. */
export function joinProposals(run: LoopRun, branch: Branch, map: string): void {
  for (const [path, { answer, score }] of inOrder(run)) {
    if (!path.startsWith(`${map}[`)) continue
    run.proposed?.delete(path)
    propose(run, branch, answer, score)
  }
}

/** The best there is, also in the middle of a map. */
export function bestProposal(run: LoopRun): Proposal | undefined {
  let best = run.best
  for (const [, proposal] of inOrder(run)) if (!best || proposal.score >= best.score) best = proposal
  return best
}

/** The first branch last: of equal proposals the one that is taken last counts. */
function inOrder({ proposed }: LoopRun): readonly (readonly [string, Proposal])[] {
  if (!proposed) return []
  return [...proposed].sort(([one], [other]) => other.localeCompare(one, 'en', { numeric: true }))
}
