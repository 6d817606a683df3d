/** How sessions wait for a worker. */
import { z } from 'zod'
import { readAs } from '../faults/issues.ts'
import type { SessionDefinition } from '../kernel/session-view.ts'
import type { DispatchTerms } from '../ports/store.ts'
import type { StartOptions } from './definition.ts'

/** At once, after those that came before. */
export const soon: DispatchTerms = { priority: 0, notBefore: null }

const highestPriority = 1000

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
