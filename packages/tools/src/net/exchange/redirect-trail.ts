/** The way through redirects: not too long, and not in a circle. */
import { fetchFailed } from './failure.ts'
import type { OutgoingRequest } from './outgoing-request.ts'

export class RedirectTrail {
  readonly #longest: number
  readonly #seen = new Set<string>()

  constructor(longest: number) {
    this.#longest = longest
  }

  /** A request that was answered with a redirect. There are no cookies: the same one has the same answer. */
  note({ method, url }: OutgoingRequest): void {
    const host = url.hostname
    const key = `${method} ${url.href}`
    if (this.#seen.has(key)) throw fetchFailed(`\`${host}\` redirects in a circle.`, { host, reason: 'redirect-loop' })
    if (this.#seen.size >= this.#longest) {
      const message = `\`${host}\` redirects once more, after ${this.#longest} redirects: that is the most that is followed.`
      throw fetchFailed(message, { host, reason: 'too-many-redirects' })
    }
    this.#seen.add(key)
  }
}

export function unwantedRedirect(host: string): Error {
  return fetchFailed(`\`${host}\` redirects, which this request does not follow.`, { host, reason: 'redirect' })
}
