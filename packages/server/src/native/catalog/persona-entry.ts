/** Personas as they are shown, to those who may use them. */
import { GyreError, type PersonaEntry } from '@gyre/core'
import { z } from '@hono/zod-openapi'
import { mayUse } from '../../auth/caller.ts'
import type { Asker } from '../../session/begin-session.ts'

export const personaParams = z.object({ name: z.string().min(1) })

export const entrySchema = z
  .object({
    persona: z.looseObject({ name: z.string(), loop: z.string(), description: z.string().optional() }),
    version: z.int().nullable().describe('Null for one that is not from the store.'),
    source: z.string().describe('`store`, or where it is written.'),
  })
  .openapi('Persona')

export function shownPersona({ persona, version, source }: PersonaEntry): z.output<typeof entrySchema> {
  return { persona, version, source }
}

/** A persona a caller may not use is not there for them. */
export function refuseHidden({ caller }: Asker, name: string): void {
  if (!mayUse(caller, name)) throw new GyreError('persona-unknown', `There is no persona \`${name}\`.`, { name })
}

/** Fails with `persona-unknown`. */
export async function requirePersona(asker: Asker, name: string): Promise<void> {
  refuseHidden(asker, name)
  await asker.tenant.runtime.personas.get(name)
}
