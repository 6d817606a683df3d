/** How sessions wait for a worker. */
import { z } from 'zod'
import { readAs } from '../faults/issues.ts'
import type { SessionDefinition } from '../kernel/session-view.ts'
import type { Offer } from '../ports/dispatcher.ts'
import type { DispatchTerms } from '../ports/store.ts'
import type { StartOptions } from './definition.ts'

/** At once, after those that came before. */
export const soon: DispatchTerms = { priority: 0, notBefore: null }

/**
 * Those of higher rank are first. A session that was begun goes on before those of its priority that were not: whoever
 * answered it, or lost its worker, does not wait for all that was queued meanwhile.
 */
export function rankOf({ priority, hasBegun = false }: Pick<Offer, 'priority' | 'hasBegun'>): number {
  return 2 * priority + (hasBegun ? 1 : 0)
}

/** Of a session that waits; the lowest is as far below 0. */
export const highestPriority = 1000

const termsSchema = z.object({
  queue: z.boolean().optional(),
  priority: z.int().min(-highestPriority).max(highestPriority).optional(),
  notBefore: z.date().optional(),
})

/** Undefined where nothing was said: such a session need not wait. */
export function waitsOf(options: StartOptions = {}): DispatchTerms | undefined {
  const { queue, priority, notBefore } = readAs(termsSchema, options, 'config-invalid', 'Start')
  if (queue !== true && priority === undefined && notBefore === undefined) return undefined
  return { priority: priority ?? 0, notBefore: notBefore?.getTime() ?? null }
}

/** Whose model its author is: `openai` of `openai/gpt-5`. */
export function providerOf({ models }: Pick<SessionDefinition, 'models'>): string | null {
  const [provider, name] = models.author.split('/')
  return name === undefined ? null : (provider ?? null)
}

/** Whether somebody gives models of their own, rather than names. */
export function bringsModels({ model, models = {} }: Pick<StartOptions, 'model' | 'models'> = {}): boolean {
  return [model, ...Object.values(models)].some((given) => given !== undefined && typeof given !== 'string')
}
