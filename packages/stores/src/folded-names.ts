/** Names of things, so that different spellings of one are the same. */
import { foldedName } from '@gyre/core'

/** Those to look for; a blank one names nothing. */
export function foldedNames(names: readonly string[]): readonly string[] {
  return [...new Set(names.map(foldedName))].filter((name) => name !== '')
}
