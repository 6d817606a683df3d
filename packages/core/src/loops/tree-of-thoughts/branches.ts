/** Work on several branches at once, of which some may fail. */
import { GyreError } from '../../errors.ts'
import type { LoopContext } from '../../kernel/context.ts'
import { forcedAnswerGrammar } from '../../parsing/forced-answer.ts'
import { modelFailure } from '../model-failure.ts'
import { taskMessages } from '../task-messages.ts'
import { answerRequest } from './request.ts'
import type { Work } from './search.ts'
import { bestThought } from './tree.ts'

type Each<T, R> = (branch: LoopContext, item: T) => Promise<R>

/** A branch whose model failed gives null; when all have failed, so does the search, as the first did. */
export async function onBranches<T, R>(
  { ctx, config, task, nodes }: Work,
  label: string,
  items: readonly T[],
  each: Each<T, R>,
): Promise<readonly (R | null)[]> {
  const pace = config.parallel ? {} : { concurrency: 1 }
  const work = (item: T, branch: LoopContext) => each(branch, item).catch(modelFailure)
  // A session that ends meanwhile is answered from the best line so far.
  const best = bestThought(nodes.filter(({ score }) => score !== null && score > 0))
  const messages = best ? answerRequest(ctx, task, best) : taskMessages(task)
  const answerFrom = { messages, grammar: forcedAnswerGrammar }
  const results = await ctx.map(items, work, { label, answerFrom, ...pace })
  if (results.length > 0 && results.every((result) => result instanceof GyreError)) throw results[0]
  return results.map((result) => (result instanceof GyreError ? null : result))
}
