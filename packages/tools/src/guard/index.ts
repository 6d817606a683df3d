/** The guard every call of a tool passes. */

export type { BreakerReport } from './breaker/tool-breaker.ts'
export { type ToolGuard, toolGuard } from './guard.ts'
export type { ToolGuardOptions } from './guard-options.ts'
export { limitTableSchema } from './limits/limit-schema.ts'
export { defaultOutputChars, type EffectiveLimits, type LimitTable, limitsOf } from './limits/tool-limits.ts'
