/** Personas: listed, read, compared. */
import type { DocumentVersion, Json } from '@gyre/core'
import { createRoute, z } from '@hono/zod-openapi'
import { mayUse } from '../../auth/caller.ts'
import { askerOf } from '../../session/asker.ts'
import { nativeApp } from '../native-app.ts'
import { answers, failures, forRole, list } from '../operation.ts'
import { entrySchema, personaParams, refuseHidden, requirePersona, shownPersona } from './persona-entry.ts'
import { diffOf, diffQuery, diffSchema, etagOf, shownVersions, versionsSchema } from './versions.ts'

const tags = ['personas']

const listed = createRoute({
  method: 'get',
  path: '/personas',
  tags,
  summary: 'List the personas',
  ...forRole('viewer'),
  responses: { 200: answers(z.object({ personas: list(entrySchema) }), 'By name.'), ...failures() },
})

const read = createRoute({
  method: 'get',
  path: '/personas/{name}',
  tags,
  summary: 'Read a persona, or one of its versions',
  ...forRole('viewer'),
  request: { params: personaParams, query: z.object({ version: z.coerce.number().int().min(1).optional() }) },
  responses: { 200: answers(entrySchema, 'The persona.'), ...failures('persona-unknown', 'version-unknown') },
})

const versions = createRoute({
  method: 'get',
  path: '/personas/{name}/versions',
  tags,
  summary: 'List the versions of a persona',
  ...forRole('viewer'),
  request: { params: personaParams },
  responses: { 200: answers(versionsSchema, 'Newest first.'), ...failures('persona-unknown') },
})

const diff = createRoute({
  method: 'get',
  path: '/personas/{name}/diff',
  tags,
  summary: 'Compare two versions of a persona',
  ...forRole('viewer'),
  request: { params: personaParams, query: diffQuery },
  responses: { 200: answers(diffSchema, 'What they differ in.'), ...failures('persona-unknown', 'version-unknown') },
})

export function personaRoutes() {
  return nativeApp()
    .openapi(listed, async (context) => {
      const { caller, tenant } = askerOf(context)
      const all = await tenant.runtime.personas.list()
      return context.json(
        { personas: all.filter(({ persona }) => mayUse(caller, persona.name)).map(shownPersona) },
        200,
      )
    })
    .openapi(read, async (context) => {
      const { name } = context.req.valid('param')
      refuseHidden(askerOf(context), name)
      const entry = await context.get('tenant').runtime.personas.get(name, context.req.valid('query').version)
      return context.json(shownPersona(entry), 200, { etag: etagOf(entry.version) })
    })
    .openapi(versions, async (context) => {
      const { name } = context.req.valid('param')
      await requirePersona(askerOf(context), name)
      return context.json(shownVersions(await context.get('tenant').runtime.personas.versions(name)), 200)
    })
    .openapi(diff, async (context) => {
      const { name } = context.req.valid('param')
      await requirePersona(askerOf(context), name)
      const texts = { name, versions: await context.get('tenant').runtime.personas.versions(name), text: textOf }
      return context.json(diffOf(texts, context.req.valid('query')), 200)
    })
}

function textOf(version: DocumentVersion<Json> | undefined): string {
  return version ? `${JSON.stringify(version.body, null, 2)}\n` : ''
}
