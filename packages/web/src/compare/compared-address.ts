/** What a comparison is of, as its address says it: two sessions, or one goal done in several ways. */

export type ComparedAddress =
  | { readonly view: 'two'; readonly a: string | undefined; readonly b: string | undefined }
  /** Sessions of the same goal; none while they are still to be chosen. */
  | { readonly view: 'loops'; readonly sessions: readonly string[] }

/** Where several ways are still to be chosen. */
export const loopsToChoose = 'loops'

export function readAddress({ a, b }: { readonly a?: string; readonly b?: string }): ComparedAddress {
  if (a === loopsToChoose) return { view: 'loops', sessions: [] }
  const named = a?.split(',').filter(Boolean) ?? []
  if (named.length > 1) return { view: 'loops', sessions: [...new Set(named)] }
  return { view: 'two', a: named[0], b: b === '' ? undefined : b }
}

export function loopsAddress(sessions: readonly string[]): { readonly a: string } {
  // One alone would be read as the first of two.
  return { a: sessions.length === 1 ? `${sessions[0]},${sessions[0]}` : sessions.join(',') || loopsToChoose }
}
