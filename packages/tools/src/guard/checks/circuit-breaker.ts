/** The circuit breaker: a tool that failed again and again is left alone for a while. */
import type { Check } from '../guard-path.ts'
import type { ToolPosts } from '../tool-posts.ts'

export function circuitBreakerCheck(posts: ToolPosts): Check {
  return {
    look: (tool) => posts.of(tool).breaker.look(),
    // One that is being tried again is tried by calls that are made; places are for those, too.
    counts: (tool) => posts.of(tool).breaker.report.state !== 'closed' || posts.of(tool).places !== undefined,
    take(tool) {
      const { breaker, limits } = posts.of(tool)
      breaker.enter(limits.timeoutMs)
    },
  }
}
