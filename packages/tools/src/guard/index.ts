/** The guard every call of a tool passes. */
export { type ToolGuard, toolGuard } from './guard.ts'
export type { ToolGuardOptions } from './guard-options.ts'
export type { BreakerReport } from './tool-breaker.ts'
export { type EffectiveLimits, type LimitTable, limitsOf } from './tool-limits.ts'
