/** What the guard keeps of each tool: its limits, its breaker, who uses it just now. */
import type { Clock, KeyValue, Tool } from '@gyre/core'
import { ToolBreaker } from './breaker/tool-breaker.ts'
import { Places } from './call/places.ts'
import { watchedTool } from './call/watched-tool.ts'
import { SlidingWindow } from './limits/sliding-window.ts'
import { type EffectiveLimits, type LimitTable, limitsOf } from './limits/tool-limits.ts'

export type ToolPost = {
  readonly limits: EffectiveLimits
  readonly window: SlidingWindow
  readonly breaker: ToolBreaker
  /** For tools of which so many calls may be made at the same time. */
  readonly places: Places | undefined
  /** The tool as it is run. */
  readonly watched: Tool
}

export type ToolPostsOptions = {
  readonly clock: Clock
  readonly keyValue: KeyValue
  readonly limits: LimitTable
  readonly outputChars: number
}

export class ToolPosts {
  readonly #options: ToolPostsOptions
  /** Two tools of one name, of different sessions perhaps, share what is counted. */
  readonly #posts = new WeakMap<Tool, ToolPost>()
  readonly #windows = new Map<string, SlidingWindow>()
  readonly #breakers = new Map<string, ToolBreaker>()
  readonly #places = new Map<string, Places>()

  constructor(options: ToolPostsOptions) {
    this.#options = options
  }

  of(tool: Tool): ToolPost {
    const known = this.#posts.get(tool)
    if (known) return known
    const post = this.#made(tool)
    this.#posts.set(tool, post)
    return post
  }

  #made(tool: Tool): ToolPost {
    const { name } = tool
    const limits = limitsOf(tool, this.#options.limits, this.#options.outputChars)
    const { concurrency } = limits
    return {
      limits,
      window: kept(this.#windows, name, () => new SlidingWindow()),
      breaker: this.breakerOf(name),
      places:
        concurrency === undefined
          ? undefined
          : kept(this.#places, `${name} ${concurrency}`, () => new Places(concurrency, this.#options.clock)),
      watched: watchedTool(tool, limits.timeoutMs),
    }
  }

  breakerOf(name: string): ToolBreaker {
    const { clock, keyValue } = this.#options
    return kept(this.#breakers, name, () => new ToolBreaker(name, clock, keyValue))
  }
}

/** What a map has under a key, made when it is first asked for. */
function kept<T>(map: Map<string, T>, key: string, make: () => T): T {
  const known = map.get(key)
  if (known) return known
  const made = make()
  map.set(key, made)
  return made
}
