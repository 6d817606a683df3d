/** Whether a browser came by https. */
import type { Context } from 'hono'

/** A proxy's word is enough: who lies about it changes their own answer alone. */
export function isSecure({ req }: Context): boolean {
  return req.url.startsWith('https:') || req.header('x-forwarded-proto') === 'https'
}
