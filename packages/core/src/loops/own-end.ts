/** The end of a run that was told to wrap up, as its loop may tell it from others. */
import type { LoopContext } from '../kernel/context.ts'
import { WrapUp } from '../kernel/wrap-up.ts'

/** The budget of this run is spent, or a person said `finish` to it. What ends further up is not its own to judge. */
export function isOwnEnd({ path }: Pick<LoopContext, 'path'>, error: unknown): error is WrapUp {
  return error instanceof WrapUp && error.account.path === path
}
