/** What a loop does beyond its paper: switches that are on by default, so that the plain algorithm can be measured. */
import { z } from 'zod'
import type { Loop } from './loop.ts'

/** A switch of a loop's config for something the original does not do. */
export function beyond(description: string) {
  return z
    .boolean()
    .default(true)
    .meta({ description: `Beyond the original: ${description}`, beyond: true })
}

type Property = { readonly beyond?: boolean }

/** The settings that turn a loop into the plain algorithm: every such switch off. */
export function plainConfig(loop: Pick<Loop, 'config'>): Readonly<Record<string, false>> {
  const { properties = {} } = z.toJSONSchema(loop.config, { io: 'input' }) as {
    readonly properties?: Readonly<Record<string, Property>>
  }
  const switches = Object.entries(properties).filter(([, property]) => property.beyond === true)
  return Object.fromEntries(switches.map(([name]) => [name, false]))
}
