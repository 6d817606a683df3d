/** `GET /v1/models`: every persona and loop that a caller may use is a model. No provider is asked. */
import type { Loop, LoopTraits, Persona } from '@gyre/core'
import { Hono } from 'hono'
import type { AppEnv, Service } from '../http/app-env.ts'
import type { Tenant } from '../place.ts'
import { askerOf } from '../session/asker.ts'
import { namesFor, targetNamed } from '../session/begin-session.ts'

type ModelCard = {
  readonly id: string
  readonly object: 'model'
  /** Seconds since 1970. */
  readonly created: number
  readonly owned_by: 'gyre'
  readonly name: string
  readonly description: string
  readonly gyre: {
    readonly persona: string | null
    readonly loop: string
    readonly supports: readonly string[]
  }
}

export function modelRoutes({ now }: Service): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  // Nobody asks when a persona was made; clients want a number that stays the same.
  const created = Math.floor(now() / 1000)
  routes.get('/models', async (context) => {
    const asker = askerOf(context)
    const names = await namesFor(asker)
    const entries = await asker.tenant.runtime.personas.list()
    const personas = new Map(entries.map(({ persona }) => [persona.name, persona]))
    const data = names.map((name) => cardOf(asker.tenant, { id: name, persona: personas.get(name), created }))
    return context.json({ object: 'list', data })
  })
  routes.get('/models/:id', async (context) => {
    const asker = askerOf(context)
    const id = context.req.param('id')
    const target = await targetNamed(asker, id)
    const entry = target === 'persona' ? await asker.tenant.runtime.personas.find(id) : undefined
    return context.json(cardOf(asker.tenant, { id, persona: entry?.persona, created }))
  })
  return routes
}

type Named = { readonly id: string; readonly persona: Persona | undefined; readonly created: number }

function cardOf({ runtime }: Tenant, { id, persona, created }: Named): ModelCard {
  const loop = runtime.loops.find(({ name }) => name === (persona?.loop ?? id))
  return {
    id,
    object: 'model',
    created,
    owned_by: 'gyre',
    name: id,
    description: persona?.description ?? loop?.summary ?? '',
    gyre: { persona: persona?.name ?? null, loop: persona?.loop ?? id, supports: supportsOf(loop) },
  }
}

function supportsOf(loop: Loop | undefined): readonly string[] {
  return ['stream', 'intervene', ...traitWords(loop?.traits)]
}

/** A loop that cannot call tools with all their arguments is not one for the client's tools. */
function traitWords(traits: LoopTraits | undefined): readonly string[] {
  return [...(traits?.multiArgTools ? ['tools'] : []), ...(traits?.auditablePlan ? ['plan'] : [])]
}
