/** Browsers that are logged in, by a secret that each keeps in a cookie. */
import { createHmac } from 'node:crypto'
import type { KeyValue } from '@gyre/core'
import type { Context } from 'hono'
import { isSecure } from '../http/is-secure.ts'
import { type Caller, operator } from './caller.ts'
import type { LoginOptions } from './login-links.ts'
import { hashOf, isSameText, newSecret } from './secret.ts'

/**
 * The name of the cookie. Browsers send cookies to every port of a host: two servers on one machine know theirs by the
 * port. What came by https is not overwritten by another host of the domain.
 */
export function browserCookie(context: Context): string {
  const name = `gyre_session_${context.env?.incoming?.socket.localPort ?? ''}`
  return isSecure(context) ? `__Host-${name}` : name
}

export const browserLifeMs = 30 * 86_400_000

/** Who opened a link of the server is at its machine, or was given the link by who is. */
export const browserCaller: Caller = {
  owner: operator,
  name: 'browser',
  role: 'admin',
  key: null,
  personas: null,
  budget: null,
}

export class BrowserSessions {
  readonly #keyValue: KeyValue
  readonly #now: () => number

  constructor({ keyValue, now }: LoginOptions) {
    this.#keyValue = keyValue
    this.#now = now
  }

  /** Logs a browser in; gives what its cookie holds. */
  async begin(): Promise<string> {
    const secret = newSecret()
    await this.#keyValue.set(entryOf(secret), this.#now() + browserLifeMs, browserLifeMs)
    return secret
  }

  async isOpen(secret: string): Promise<boolean> {
    const until = await this.#keyValue.get(entryOf(secret))
    return typeof until === 'number' && until > this.#now()
  }

  async end(secret: string): Promise<void> {
    await this.#keyValue.delete(entryOf(secret))
  }
}

const entryOf = (secret: string) => `browser-session:${hashOf(secret)}`

/** What a page of ours sends along to show that it is ours: others can send the cookie, and read neither. */
export function csrfTokenOf(secret: string): string {
  return createHmac('sha256', secret).update('gyre-csrf').digest('base64url')
}

export function isCsrfToken(token: string, secret: string): boolean {
  return isSameText(token, csrfTokenOf(secret))
}
