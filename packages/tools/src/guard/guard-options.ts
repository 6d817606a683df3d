/** What a guard is made with, checked before anything is made. */
import { type Clock, issuesError, issuesOf, type KeyRing, type KeyValue } from '@gyre/core'
import { z } from 'zod'
import { limitTableSchema } from './limits/limit-schema.ts'
import type { LimitTable } from './limits/tool-limits.ts'

/** What a guard is made with. */
export type ToolGuardOptions = {
  readonly clock: Clock
  /** What tokens are signed with is derived from its current key. */
  readonly keys: KeyRing
  /** Where processes tell each other of breakers. */
  readonly keyValue: KeyValue
  /** Whether the program has a tool of this name at all. */
  readonly isKnown?: ((name: string) => boolean) | undefined
  /** Limits by the name of a tool or a pattern; they go before what tools say of themselves. */
  readonly limits?: LimitTable | undefined
  /** What no tool may touch, by name or pattern: `net`, `files.*`. */
  readonly denyPermissions?: readonly string[] | undefined
  /** How long the rights of a session last before it has to be resumed; a week when left out. */
  readonly tokenTtlMs?: number | undefined
  /** What no answer may hold, not even a half of it. Keys of well-known shape are known. */
  readonly secrets?: readonly string[] | undefined
  /** The longest text of an answer, of tools that have no limit of their own; `defaultOutputChars` when left out. */
  readonly outputChars?: number | undefined
}

/** Fails when one of the limits is none. */
export function checkOptions({ limits, denyPermissions, tokenTtlMs, outputChars }: ToolGuardOptions): void {
  if (!limits && !denyPermissions && tokenTtlMs === undefined && outputChars === undefined) return
  const count = z.int().min(1)
  const schema = z.object({
    limits: limitTableSchema.optional(),
    denyPermissions: z.array(z.string()).optional(),
    tokenTtlMs: count.optional(),
    outputChars: count.optional(),
  })
  const issues = issuesOf(schema, { limits, denyPermissions, tokenTtlMs, outputChars })
  if (issues.length > 0) throw issuesError('config-invalid', 'Options of the guard', issues)
}
