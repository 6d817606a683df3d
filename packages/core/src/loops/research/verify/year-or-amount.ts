/** Whether a number is a year: `1,844 tons` is not known from `in 1844`, nor the other way round. */
import type { Reading } from './dates.ts'

type Read = { readonly readings: readonly Reading[]; readonly keys: readonly string[] }

export type Meant = 'year' | 'amount' | 'either'

/** A number that a year could be. */
const yearLike = /^(?:1\d|20)\d\d$/
const yearBefore = /(?:^|[\s(])(?:in|since|im|seit)\s$/i
const yearBehind = /^(?:[.,;:)]|$|\s(?:the|an?|and|der|die|das|und)\s)/i

/** With a sign between its digits it is an amount; where only a year can stand, it is one; else it may be either. */
export function meantBy(
  written: string,
  { before, behind }: { readonly before: string; readonly behind: string },
): Meant {
  if (!/^\d+$/.test(written)) return 'amount'
  return yearBefore.test(before) && yearBehind.test(behind) ? 'year' : 'either'
}

/** The same with amounts in a form that years do not have. */
export function asMeant<R extends Read>(read: R, meant: Meant): R {
  if (meant === 'year') return read
  const formsOf = (key: string) =>
    yearLike.test(key) ? [...(meant === 'either' ? [key] : []), `${key} of them`] : [key]
  const readings = read.readings.flatMap(([first = '', ...rest]) =>
    rest.length === 0 ? formsOf(first).map((form) => [form]) : [[first, ...rest]],
  )
  return { ...read, readings, keys: read.keys.flatMap(formsOf) }
}
