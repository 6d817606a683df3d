/** How many calls of the model a loop makes, when every reply can be read. */
import { attemptChances, type Retry } from './retry.ts'

/** `self-ask`: each follow-up and the answer; where there is no search, the model answers each follow-up in a call more. */
export function selfAskCalls({ hops, hasSearch }: { readonly hops: number; readonly hasSearch: boolean }): number {
  return hops * (hasSearch ? 1 : 2) + 1
}

/** `plan-execute`: plans, the calls of each step, the synthesis. */
export function planExecuteCalls(calls: {
  readonly plans: number
  readonly steps: number
  readonly perStep: number
}): number {
  return calls.plans + calls.steps * calls.perStep + 1
}

/** `reflexion` with so many episodes on average: each is run and judged, and each but the last is reflected on. */
export function reflexionCalls({ episodes, perEpisode }: { readonly episodes: number; readonly perEpisode: number }) {
  return episodes * (perEpisode + 1) + (episodes - 1)
}

/** `tree-of-thoughts` to its full depth: each thought is made in a call of its own, and judged in as many as there are votes. */
export function treeCalls({
  branches,
  beam,
  depth,
  votes = 1,
}: {
  readonly branches: number
  readonly beam: number
  readonly depth: number
  readonly votes?: number
}): number {
  let [kept, calls] = [1, 0]
  for (let level = 1; level <= depth; level += 1) {
    calls += (1 + votes) * kept * branches
    kept = Math.min(beam, kept * branches)
  }
  return calls
}

/**
 * `auto`: one call to choose where a model does, then loops from the cheapest on, as long as the judge turns the answer
 * down. Each answer is judged in one call, the last one, too: of answers that are all turned down the best is returned.
 */
export function autoCalls(retry: Retry & { readonly callsOf: readonly number[]; readonly routing: 0 | 1 }): number {
  return attemptChances(retry).reduce((sum, chance, at) => sum + chance * ((retry.callsOf[at] ?? 0) + 1), retry.routing)
}
