/** What a text is known by: the same for the same text, and for no other. */
import { createHash } from 'node:crypto'

/** 64 hex digits. */
export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
