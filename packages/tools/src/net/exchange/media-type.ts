/** Media types of answers, and whether one is among those somebody can read. */
import { matchesGlob } from '@gyre/core'

/** The type of a `content-type` header without its parameters, in small letters. */
export function mediaTypeOf(header: string | null): string | undefined {
  const type = header?.split(';', 1)[0]?.trim().toLowerCase()
  return type && /^[^\s/,]+\/[^\s/,]+$/.test(type) ? type : undefined
}

/** A pattern is a type, where `*` is any text: `text/*`, `application/*+xml`. */
export function isAccepted(type: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => matchesGlob(pattern.toLowerCase(), type))
}
