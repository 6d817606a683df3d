/** What of some values was given. */

/** The values without those that are undefined: an option left out is not an option set to nothing. */
export function given<T extends object>(values: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { readonly [K in keyof T]?: Exclude<T[K], undefined> }
}
