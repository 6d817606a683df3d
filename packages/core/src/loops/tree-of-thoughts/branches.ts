/** Work on several branches at once, of which some may fail. */
import { GyreError } from '../../errors.ts'
import type { LoopContext } from '../../kernel/context.ts'
import type { Work } from './search.ts'

type Each<T, R> = (branch: LoopContext, item: T) => Promise<R>

/** A branch whose model failed gives null; when all have failed, so does the search, as the first did. */
export async function onBranches<T, R>(
  { ctx, config }: Work,
  label: string,
  items: readonly T[],
  each: Each<T, R>,
): Promise<readonly (R | null)[]> {
  const pace = config.parallel ? {} : { concurrency: 1 }
  const work = (item: T, branch: LoopContext) => each(branch, item).catch(modelFailure)
  const results = await ctx.map(items, work, { label, ...pace })
  if (results.length > 0 && results.every((result) => result instanceof GyreError)) throw results[0]
  return results.map((result) => (result instanceof GyreError ? null : result))
}

/** Other failures than a model's, such as a spent budget, are not the loop's to judge. */
function modelFailure(error: unknown): GyreError {
  if (error instanceof GyreError && error.code.startsWith('model-')) return error
  throw error
}
