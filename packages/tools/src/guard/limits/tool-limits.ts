/** How much of a tool there may be: what it says of itself, and what the program says of it. */
import { matchesGlob, type Tool } from '@gyre/core'

/** The longest text of an answer, of tools of which nobody says anything else. */
export const defaultOutputChars = 32_000

/** They go before what a tool says of itself. */
export type LimitOverrides = {
  readonly perMinute?: number | undefined
  readonly concurrency?: number | undefined
  readonly outputChars?: number | undefined
  readonly timeoutMs?: number | undefined
}

/** By the name of a tool, or a pattern such as `web.*`. */
export type LimitTable = Readonly<Record<string, LimitOverrides>>

/** The limits of a tool once everything that is said of it is put together. */
export type EffectiveLimits = {
  readonly perMinute: number | undefined
  readonly concurrency: number | undefined
  readonly outputChars: number
  readonly timeoutMs: number
}

/** Patterns in the order they are written, a later one before an earlier one, and the name itself before all of them. */
export function limitsOf(tool: Tool, table: LimitTable, outputChars: number): EffectiveLimits {
  const patterns = Object.keys(table).filter((pattern) => pattern !== tool.name && matchesGlob(pattern, tool.name))
  const layers = [tool.limits, ...[...patterns, tool.name].map((name) => table[name])]
  const given = layers.flatMap((layer) => Object.entries(layer ?? {})).filter(([, value]) => value !== undefined)
  return {
    perMinute: undefined,
    concurrency: undefined,
    outputChars,
    timeoutMs: tool.timeoutMs,
    ...Object.fromEntries(given),
  }
}
