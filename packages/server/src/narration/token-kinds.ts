/** Tokens that were read from a cache, and those that were reasoning, over all calls of a session. */
import type { FactEvent } from '@gyre/core'

type Usage = { readonly cachedInputTokens?: number; readonly reasoningTokens?: number }

export class TokenKinds {
  #cached = 0
  #reasoning = 0

  apply({ data }: FactEvent): void {
    const { cachedInputTokens = 0, reasoningTokens = 0 } = (data['usage'] ?? {}) as Usage
    this.#cached += cachedInputTokens
    this.#reasoning += reasoningTokens
  }

  get counted(): { readonly cachedTokens: number; readonly reasoningTokens: number } {
    return { cachedTokens: this.#cached, reasoningTokens: this.#reasoning }
  }
}
