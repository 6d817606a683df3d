/** Where an answer sends us on to. */
import type { Response } from 'undici'
import { refused } from '../addresses/refusal.ts'

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** The target of a redirect; nothing for any other answer. */
export function redirectTarget(response: Response, from: URL): URL | undefined {
  const location = response.headers.get('location')
  if (location === null || !redirectStatuses.has(response.status)) return undefined
  const to = URL.parse(asUtf8(location), from.href)
  if (to === null) {
    const host = from.hostname
    throw refused('address', `\`${host}\` redirects to something that is not an address.`, { host })
  }
  return to
}

/** Servers write UTF-8 where headers are read byte by byte. */
function asUtf8(header: string): string {
  const text = Buffer.from(header, 'latin1').toString('utf8')
  return text.includes('\uFFFD') ? header : text
}
