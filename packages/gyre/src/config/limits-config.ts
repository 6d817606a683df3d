/** How many sessions may run at once, over all processes. Those that are too many wait for a worker. */
import { type Issue, type SessionLimits, suggestion } from '@gyre/core'
import { providers } from '@gyre/models'
import { z } from 'zod'
import { modelsByName } from './config-models.ts'
import type { ModelsConfig } from './define-config.ts'
import { ofType } from './schema-parts.ts'

/** What is left out is without limit. */
export type LimitsConfig = {
  /** Of each owner. */
  readonly sessionsPerOwner?: number | undefined
  /** By the name of the persona they were started as. */
  readonly sessionsPerPersona?: Readonly<Record<string, number>> | undefined
  /** By whose model their author is: `openai`. */
  readonly sessionsPerProvider?: Readonly<Record<string, number>> | undefined
}

const count = z.int().min(1)
const counts = z.record(z.string().min(1), count, ofType('limits are written as { name: 10 }'))

export const limitsSchema = z.strictObject(
  {
    sessionsPerOwner: count.optional(),
    sessionsPerPersona: counts.optional(),
    sessionsPerProvider: counts.optional(),
  },
  ofType('limits are written as { sessionsPerOwner, sessionsPerPersona, sessionsPerProvider }'),
)

/** Providers that nobody is: their limit would hold nothing back. */
export function limitIssues({ sessionsPerProvider = {} }: LimitsConfig, models: ModelsConfig): readonly Issue[] {
  const own = [...modelsByName(models).keys()].flatMap((name) => name.split('/').slice(0, -1))
  const known = [...Object.keys(models.providers ?? {}), ...providers.map(({ name }) => name), ...own]
  return Object.keys(sessionsPerProvider)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      path: ['limits', 'sessionsPerProvider', name],
      message: `there is no provider \`${name}\`; ${suggestion(name, [...new Set(known)])}`,
    }))
}

/** The same in the words of the runtime; undefined where nothing is limited. */
export function sessionLimitsOf(limits: LimitsConfig | undefined): SessionLimits | undefined {
  if (!limits) return undefined
  const { sessionsPerOwner, sessionsPerPersona, sessionsPerProvider } = limits
  return {
    ...(sessionsPerOwner !== undefined && { perOwner: sessionsPerOwner }),
    ...(sessionsPerPersona && { personas: sessionsPerPersona }),
    ...(sessionsPerProvider && { providers: sessionsPerProvider }),
  }
}
