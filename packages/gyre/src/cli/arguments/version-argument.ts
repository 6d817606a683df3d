/** Versions as people type them. */
import { GyreError } from '@gyre/core'

/** `3` or `v3`. */
export function versionArgument(given: string): number {
  const [, digits] = /^v?([1-9]\d{0,8})$/.exec(given) ?? []
  if (digits) return Number(digits)
  throw new GyreError('usage-invalid', `\`${given}\` is no version: expected a number such as 3 or v3.`)
}

type Version = { readonly version: number; readonly current: boolean }

/** Two versions to compare: those named, else the one before the current one, and the current one. */
export function versionPair(
  [from, to]: readonly (string | undefined)[],
  versions: readonly Version[],
): readonly [from: number | undefined, to: number | undefined] {
  const at = versions.findIndex(({ current }) => current)
  return [
    from === undefined ? versions[at + 1]?.version : versionArgument(from),
    to === undefined ? versions[at]?.version : versionArgument(to),
  ]
}
