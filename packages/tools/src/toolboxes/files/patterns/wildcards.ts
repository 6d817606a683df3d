/** Wildcards over anything that comes in a row: characters of a name, names of a path. */

/** `many` stands for any number of items, none included; a test for one. */
export type Wildcard<T> = 'many' | ((item: T) => boolean)

/**
 * Only the last `many` is ever tried again: what fits after an earlier one leaves the most for the rest. So the work
 * is at most the product of the two lengths, whatever the pattern.
 */
export function matchesWildcards<T>(pattern: readonly Wildcard<T>[], items: readonly T[]): boolean {
  let at = 0
  let retry: { readonly at: number; item: number } | undefined
  for (let item = 0; item < items.length; ) {
    const wildcard = pattern[at]
    if (wildcard === 'many') {
      at += 1
      retry = { at, item }
    } else if (wildcard?.(items[item] as T)) {
      at += 1
      item += 1
    } else if (retry) {
      retry.item += 1
      at = retry.at
      item = retry.item
    } else return false
  }
  return pattern.slice(at).every((rest) => rest === 'many')
}
