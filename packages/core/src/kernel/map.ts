/** `map`: bounded, ordered parallel work; each branch has paths of its own. */
import { GyreError } from '../errors.ts'
import type { LoopContext, MapOptions } from './context.ts'
import { noteRequest } from './generate.ts'
import { joinProposals } from './proposals.ts'
import type { Scope } from './scope.ts'
import { WrapUp } from './wrap-up.ts'

const defaultConcurrency = 8

type Work<T, R> = (item: T, ctx: LoopContext, index: number) => Promise<R>

export async function mapBranches<T, R>(
  scope: Scope,
  items: readonly T[],
  work: { readonly contextOf: (scope: Scope) => LoopContext; readonly each: Work<T, R> },
  options: MapOptions = {},
): Promise<readonly R[]> {
  const base = scope.next(options.label ?? 'map')
  if (options.answerFrom) noteRequest(scope, options.answerFrom.messages, options.answerFrom)
  const results: PromiseSettledResult<R>[] = []
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const index = next++
      const ctx = work.contextOf(scope.branchAt(`${base}[${index}]`))
      results[index] = await settled(() => work.each(items[index] as T, ctx, index))
    }
  }
  const workers = Math.min(items.length, boundOf(options.concurrency ?? defaultConcurrency))
  await scope.steps.together(() => Promise.all(Array.from({ length: workers }, worker)))
  scope.session.supervisor.steering.mapEnded(base)
  joinProposals(scope.run, scope.branch, base)
  return results.map((result) => resultOf(scope, result))
}

function boundOf(concurrency: number): number {
  if (!Number.isNaN(concurrency)) return Math.max(1, concurrency)
  throw new GyreError('config-invalid', `\`concurrency\` of a map must be a number.`)
}

async function settled<R>(work: () => Promise<R>): Promise<PromiseSettledResult<R>> {
  try {
    return { status: 'fulfilled', value: await work() }
  } catch (reason) {
    return { status: 'rejected', reason }
  }
}

/** Every branch has ended before anything is thrown, so that the first in order is thrown on every replay. */
function resultOf<R>(scope: Scope, result: PromiseSettledResult<R>): R {
  if (result.status === 'fulfilled') return result.value
  const { reason } = result
  // The branch that called `map` has now been told too.
  if (reason instanceof WrapUp) reason.account.tell(scope.branch, reason.outcome)
  throw reason
}
