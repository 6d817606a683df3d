/**
 * The guard: the path every call of a tool takes.
 *
 * Each part is a file of its own. Up to the call itself all of it is plain synchronous code, and a call that answers
 * at once has its answer at once.
 */
import { foreseeCall, redactor, type ToolRunner } from '@gyre/core'
import { Capabilities } from '../capability/capabilities.ts'
import type { BreakerReport } from './breaker/tool-breaker.ts'
import { execution } from './call/execution.ts'
import { allowListCheck } from './checks/allow-list.ts'
import { approvalCheck } from './checks/approval.ts'
import { tokenCheck } from './checks/capability.ts'
import { circuitBreakerCheck } from './checks/circuit-breaker.ts'
import { inputCheck } from './checks/input-schema.ts'
import { rateLimitCheck } from './checks/rate-limit.ts'
import { registryCheck } from './checks/registry.ts'
import { checkOptions, type ToolGuardOptions } from './guard-options.ts'
import { guardPath } from './guard-path.ts'
import { defaultOutputChars } from './limits/tool-limits.ts'
import { outputCap } from './output/output-cap.ts'
import { redaction } from './output/redaction.ts'
import { sanitiser } from './output/sanitiser.ts'
import { ToolPosts } from './tool-posts.ts'

/** A tool runner that checks rights, limits, breakers and schemas around every call. */
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

/** Makes a guard. `open` of `gyre` brings one. */
export function toolGuard(options: ToolGuardOptions): ToolGuard {
  const { clock, keys, keyValue, isKnown, limits = {}, denyPermissions: denied = [], secrets = [] } = options
  const { tokenTtlMs: ttlMs = weekMs, outputChars = defaultOutputChars } = options
  checkOptions(options)
  const capabilities = new Capabilities({ clock, keys, ttlMs, denied })
  const posts = new ToolPosts({ clock, keyValue, limits, outputChars })

  const [token, rate, breaker] = [tokenCheck(capabilities), rateLimitCheck(posts, clock), circuitBreakerCheck(posts)]
  const [allowList, registry, approval] = [allowListCheck(isKnown), registryCheck, approvalCheck(token, inputCheck)]
  const redactSecrets = redactor(secrets)
  const [run, redact] = [execution(posts, clock), redaction(redactSecrets)]
  const [cap, clean] = [outputCap(posts), sanitiser(posts, redactSecrets)]
  const { foreseen, ...path } = guardPath([allowList, registry, approval], [token, rate, breaker], inputCheck, [
    run,
    redact,
    cap,
    clean,
  ])

  const recalled = (names: readonly string[]) => names.map((name) => posts.breakerOf(name).recall())
  return {
    ...path,
    foresee: (call, facts, context) => {
      const admission = foreseen(call, facts)
      return admission?.kind === 'run' ? foreseeCall(admission.tool, admission.input, context, clock) : undefined
    },
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
