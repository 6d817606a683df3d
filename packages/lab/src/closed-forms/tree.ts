/**
 * `tree-of-thoughts` in the abstract: a thought is good with chance `phi` when the one before it was, and never else. A judge
 * accepts good ones with chance `alpha` and others with `beta`; accepted thoughts go first, the rest by chance.
 */
import { binomialAt } from '../statistics/binomial.ts'
import { logGamma } from '../statistics/incomplete-gamma.ts'
import type { Judge } from './retry.ts'

export type Tree = Judge & {
  readonly phi: number
  /** Thoughts of each thought that is kept. */
  readonly branches: number
  /** Thoughts kept at a level. */
  readonly beam: number
  readonly depth: number
  /** Whether a check that never errs finds a good one among those kept at last, as in Game of 24; else one is taken. */
  readonly hasFinalCheck: boolean
}

/** One line of thought, without branches. */
export function lineSuccess({ phi, depth }: Pick<Tree, 'phi' | 'depth'>): number {
  return phi ** depth
}

/** The thought taken at last is good. With a beam of one it is the chance of one level to the power of the depth. */
export function treeSuccess(tree: Tree): number {
  const { branches, beam, depth, hasFinalCheck } = tree
  let kept = 1
  // good[v]: the chance that v of the kept thoughts are good. The task itself is.
  let good: readonly number[] = [0, 1]
  for (let level = 1; level <= depth; level += 1) {
    const thoughts = kept * branches
    kept = level === depth && !hasFinalCheck ? 1 : Math.min(beam, thoughts)
    good = nextLevel(good, { ...tree, thoughts, kept })
  }
  return 1 - (good[0] ?? 0)
}

/** For a judge that knows something: none is better than one that never errs, and no beam worse than a single thought. */
export function treeBounds(tree: Tree): { readonly least: number; readonly most: number } {
  return { least: treeSuccess({ ...tree, beam: 1 }), most: treeSuccess({ ...tree, alpha: 1, beta: 0 }) }
}

type Level = Pick<Tree, 'phi' | 'branches' | 'alpha' | 'beta'> & { readonly thoughts: number; readonly kept: number }

function nextLevel(good: readonly number[], level: Level): readonly number[] {
  const next = Array.from({ length: level.kept + 1 }, () => 0)
  for (const [parents, chance] of good.entries()) {
    const most = parents * level.branches
    for (let thoughts = 0; thoughts <= most; thoughts += 1) {
      const weight = chance * binomialAt(thoughts, most, level.phi)
      if (weight > 0)
        for (const [v, share] of keptGood(thoughts, level).entries()) next[v] = (next[v] ?? 0) + weight * share
    }
  }
  return next
}

/** How many of the kept thoughts are good, when `good` of all are. */
function keptGood(good: number, { thoughts, kept, alpha, beta }: Level): readonly number[] {
  const result = Array.from({ length: kept + 1 }, () => 0)
  for (let right = 0; right <= good; right += 1) {
    for (let wrong = 0; wrong <= thoughts - good; wrong += 1) {
      const weight = binomialAt(right, good, alpha) * binomialAt(wrong, thoughts - good, beta)
      const accepted = right + wrong
      // Either some of the accepted are drawn, or all of them are taken and the rest is drawn from the others.
      const [all, draws, from, those] =
        accepted >= kept ? [0, kept, accepted, right] : [right, kept - accepted, thoughts - accepted, good - right]
      for (let drawn = 0; drawn <= Math.min(draws, those); drawn += 1) {
        result[all + drawn] = (result[all + drawn] ?? 0) + weight * drawnAt(drawn, draws, those, from)
      }
    }
  }
  return result
}

/** The chance of `k` of the `marked` ones among `draws` of `all`. */
function drawnAt(k: number, draws: number, marked: number, all: number): number {
  if (draws - k > all - marked) return 0
  return Math.exp(logWays(marked, k) + logWays(all - marked, draws - k) - logWays(all, draws))
}

function logWays(n: number, k: number): number {
  return logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1)
}
