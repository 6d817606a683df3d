/** Links that log a browser in: each works once, for a quarter of an hour. */
import type { KeyValue } from '@gyre/core'
import { hashOf, newSecret } from './secret.ts'

const linkLifeMs = 15 * 60_000

export type LoginOptions = { readonly keyValue: KeyValue; now(): number }

export class LoginLinks {
  readonly #keyValue: KeyValue
  readonly #now: () => number

  constructor({ keyValue, now }: LoginOptions) {
    this.#keyValue = keyValue
    this.#now = now
  }

  /** A new link. Those made before still work. */
  async make(url: string): Promise<string> {
    const token = newSecret()
    await this.#keyValue.set(linkOf(token), this.#now() + linkLifeMs, linkLifeMs)
    return `${url}/login?token=${token}`
  }

  /** Whether it opens: of several who use it at once, for one alone. */
  async use(token: string): Promise<boolean> {
    const until = await this.#keyValue.get(linkOf(token))
    if (typeof until !== 'number' || until <= this.#now()) return false
    const uses = await this.#keyValue.increment(useOf(token), 1, linkLifeMs)
    if (uses === 1) await this.#keyValue.delete(linkOf(token))
    return uses === 1
  }
}

const linkOf = (token: string) => `login-link:${hashOf(token)}`

const useOf = (token: string) => `login-link-used:${hashOf(token)}`
