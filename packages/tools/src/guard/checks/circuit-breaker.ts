/** The circuit breaker: a tool that failed again and again is left alone for a while. */
import type { Check } from '../guard-path.ts'
import type { ToolPosts } from '../tool-posts.ts'

export function circuitBreakerCheck(posts: ToolPosts): Check {
  return {
    look: (tool) => posts.of(tool).breaker.look(),
    take(tool) {
      const { breaker, limits } = posts.of(tool)
      breaker.enter(limits.timeoutMs)
    },
  }
}
