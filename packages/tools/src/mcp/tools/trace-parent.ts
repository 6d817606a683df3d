/** W3C trace context of a call: made of its session and its path, so a call that is repeated has the same one. */
import { createHash } from 'node:crypto'

export function traceParent(session: string, path: string): string {
  return `00-${hexOf(session, 32)}-${hexOf(`${session}/${path}`, 16)}-01`
}

/** An id of zeros is none. */
function hexOf(text: string, length: number): string {
  const hex = createHash('sha256').update(text).digest('hex').slice(0, length)
  return /[^0]/.test(hex) ? hex : '1'.padStart(length, '0')
}
