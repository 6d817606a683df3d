/** Beginning a session with what a request calls a loop, or a persona. */
import { GyreError, type Session } from '@gyre/core'
import { type Asker, beginSession, type Wanted } from './begin-session.ts'

type Named = { readonly persona?: string | undefined; readonly loop?: string | undefined }

/** `model` is a name that may be either. What was called a loop is missed as one. */
export async function beginNamed(asker: Asker, { persona, loop, model, ...wanted }: Wanted & Named): Promise<Session> {
  try {
    return await beginSession(asker, { ...wanted, model: persona ?? loop ?? model })
  } catch (error) {
    throw persona === undefined && isMissed(error, loop)
      ? new GyreError('loop-unknown', error.message, error.details)
      : error
  }
}

/** Loops inside of it may be missed as well: these go by other names. */
function isMissed(error: unknown, loop: string | undefined): error is GyreError {
  const isOurs = error instanceof GyreError && error.code === 'persona-unknown'
  return isOurs && loop !== undefined && error.details['name'] === loop
}
