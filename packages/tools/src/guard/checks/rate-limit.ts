/** The rate limit: calls of a tool in any minute, by all sessions of this process. */
import type { Clock } from '@gyre/core'
import type { Check } from '../guard-path.ts'
import type { ToolPosts } from '../tool-posts.ts'
import { refusal, seconds } from './refusal.ts'

export function rateLimitCheck(posts: ToolPosts, clock: Clock): Check {
  return {
    look(tool) {
      const { limits, window } = posts.of(tool)
      if (limits.perMinute === undefined) return undefined
      const wait = window.wait(limits.perMinute, clock.now())
      if (wait === 0) return undefined
      const times = `${limits.perMinute} ${limits.perMinute === 1 ? 'time' : 'times'} a minute`
      const advice = `Try again in ${seconds(wait)}, or go on without it.`
      return refusal('rate-limit', `\`${tool.name}\` may be called ${times}, and was. ${advice}`)
    },
    counts: (tool) => posts.of(tool).limits.perMinute !== undefined,
    take(tool) {
      const { limits, window } = posts.of(tool)
      if (limits.perMinute !== undefined) window.count(clock.now())
    },
  }
}
