/** What `gyre` exits with. How a session ended is told by `exitCodeOf` of core in the same numbers. */
import type { GyreError } from '@gyre/core'

export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  limit: 3,
  needsInput: 4,
  provider: 5,
  interrupted: 130,
} as const

const byCode: Readonly<Partial<Record<GyreError['code'], number>>> = {
  'model-auth': exitCodes.provider,
  'model-unavailable': exitCodes.provider,
  'model-failed': exitCodes.provider,
  'person-needed': exitCodes.needsInput,
  aborted: exitCodes.interrupted,
}

/** What an error makes the command exit with: 2 when the caller is to mend something. */
export function exitCodeOfError({ code, status }: GyreError): number {
  const isUsers = status === 400 || status === 404
  return byCode[code] ?? (isUsers ? exitCodes.usage : exitCodes.failed)
}
