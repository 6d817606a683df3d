import { storable } from '../storable-text.ts'

/** A name as it comes back: two that are kept as the same are the same. Half of a surrogate pair is no UTF-8. */
export function storedName(text: string): string {
  return storable(text).toWellFormed()
}
