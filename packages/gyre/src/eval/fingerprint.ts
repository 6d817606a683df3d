/** Contents by a short text. */
import { hash } from 'node:crypto'
import { canonicalJson, type Json } from '@gyre/core'

/** A short text that is another one when anything in it is. */
export function fingerprint(content: Json): string {
  return hash('sha256', canonicalJson(content), 'hex').slice(0, 32)
}
