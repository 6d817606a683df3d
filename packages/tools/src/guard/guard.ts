/**
 * The guard: the path every call of a tool takes.
 *
 * Each part is a file of its own. Up to the call itself all of it is plain synchronous code, and a call that answers
 * at once has its answer at once.
 */
import type { ToolRunner } from '@gyre/core'
import { Capabilities } from '../capability/capabilities.ts'
import { allowListCheck } from './allow-list.ts'
import { approvalCheck } from './approval.ts'
import { tokenCheck } from './capability.ts'
import { circuitBreakerCheck } from './circuit-breaker.ts'
import { execution } from './execution.ts'
import { checkOptions, type ToolGuardOptions } from './guard-options.ts'
import { guardPath } from './guard-path.ts'
import { inputCheck } from './input-schema.ts'
import { outputCap } from './output-cap.ts'
import { rateLimitCheck } from './rate-limit.ts'
import { registryCheck } from './registry.ts'
import { sanitiser } from './sanitiser.ts'
import type { BreakerReport } from './tool-breaker.ts'
import { ToolPosts } from './tool-posts.ts'

export type ToolGuard = Required<ToolRunner> & {
  /** Learns what other processes know of the breakers of these tools. Never fails. */
  recall(names: readonly string[]): Promise<void>
  readonly breakers: {
    /** As this process and the others see them. */
    list(names: readonly string[]): Promise<readonly BreakerReport[]>
    /** Lets calls through again, here at once and in other processes when they next look. */
    reset(name: string): Promise<void>
  }
}

/** A session that works for so long without being parked has to be resumed. */
const weekMs = 7 * 86_400_000
const defaultOutputChars = 32_000

export function toolGuard(options: ToolGuardOptions): ToolGuard {
  const { clock, keys, keyValue, isKnown, limits = {}, denyPermissions: denied = [] } = options
  const { tokenTtlMs: ttlMs = weekMs, outputChars = defaultOutputChars } = options
  checkOptions(options)
  const capabilities = new Capabilities({ clock, keys, ttlMs, denied })
  const posts = new ToolPosts({ clock, keyValue, limits, outputChars })

  const [allowList, registry, approval] = [allowListCheck(isKnown), registryCheck, approvalCheck(inputCheck)]
  const [token, rate, breaker] = [tokenCheck(capabilities), rateLimitCheck(posts, clock), circuitBreakerCheck(posts)]
  const [run, cap, clean] = [execution(posts, clock), outputCap(posts), sanitiser(posts)]
  const path = guardPath([allowList, registry, approval], [token, rate, breaker], inputCheck, [run, cap, clean])

  const recalled = (names: readonly string[]) => names.map((name) => posts.breakerOf(name).recall())
  return {
    ...path,
    grant: (request) => capabilities.grant(request),
    recall: async (names) => {
      await Promise.allSettled(recalled(names))
    },
    breakers: {
      list: async (names) => {
        await Promise.all(recalled(names))
        return names.map((name) => posts.breakerOf(name).report)
      },
      reset: (name) => posts.breakerOf(name).reset(),
    },
  }
}
