/** Personas: saved in versions, rolled back, removed. */
import { GyreError, personaSchema } from '@gyre/core'
import { createRoute } from '@hono/zod-openapi'
import { audited } from '../../auth/audited.ts'
import type { Service } from '../../http/app-env.ts'
import { askerOf } from '../../session/asker.ts'
import { fromCore } from '../core-schema.ts'
import { nativeApp } from '../native-app.ts'
import { answers, failures, forRole, jsonBody } from '../operation.ts'
import { entrySchema, personaParams, refuseHidden, shownPersona } from './persona-entry.ts'
import { etagOf, expectedVersion, longestDocument, mayHaveIfMatch, rollBackBody } from './versions.ts'

const tags = ['personas']

const save = createRoute({
  method: 'put',
  path: '/personas/{name}',
  tags,
  summary: 'Save a new version of a persona',
  ...forRole('admin'),
  ...mayHaveIfMatch,
  request: {
    params: personaParams,
    body: jsonBody(
      fromCore('SavePersona', personaSchema.partial({ name: true }), {
        loop: 'react',
        description: 'Looks things up.',
        tools: ['web.*'],
        budget: { modelCalls: 20 },
      }),
    ),
  },
  responses: {
    200: answers(entrySchema, 'The version in use now.'),
    ...failures('persona-invalid', 'version-conflict', 'body-too-large'),
  },
})

const remove = createRoute({
  method: 'delete',
  path: '/personas/{name}',
  tags,
  summary: 'Forget every saved version of a persona',
  ...forRole('admin'),
  request: { params: personaParams },
  responses: { 204: { description: 'It is gone.' }, ...failures('persona-unknown', 'persona-fixed') },
})

const rollBack = createRoute({
  method: 'post',
  path: '/personas/{name}/rollback',
  tags,
  summary: 'Go back to an earlier version of a persona',
  ...forRole('admin'),
  request: { params: personaParams, body: jsonBody(rollBackBody) },
  responses: {
    200: answers(entrySchema, 'The version in use now.'),
    ...failures('persona-unknown', 'persona-invalid', 'version-unknown'),
  },
})

export function personaChangeRoutes(service: Service) {
  return nativeApp()
    .openapi(save, async (context) => {
      const { name } = context.req.valid('param')
      const { personas } = context.get('tenant').runtime
      const body = context.req.valid('json')
      refuseHidden(askerOf(context), name)
      if (body.name !== undefined && body.name !== name) throw otherName(name, body.name)
      if ((await context.req.text()).length > longestDocument) throw tooLong()
      const expected = expectedVersion(context.req.header('if-match'), (await personas.find(name))?.version ?? null)
      // What was sent is kept, without the defaults that checking it adds.
      const entry = await personas.save({ ...(await context.req.json<object>()), name }, undefined, expected)
      await audited(service, context, 'persona.saved', { target: name, data: { version: entry.version } })
      return context.json(shownPersona(entry), 200, { etag: etagOf(entry.version) })
    })
    .openapi(rollBack, async (context) => {
      const { name } = context.req.valid('param')
      const { personas } = context.get('tenant').runtime
      const { version } = context.req.valid('json')
      refuseHidden(askerOf(context), name)
      const entry = await (version === undefined ? personas.rollBack(name) : personas.promote(name, version))
      await audited(service, context, 'persona.rolled-back', { target: name, data: { version: entry.version } })
      return context.json(shownPersona(entry), 200, { etag: etagOf(entry.version) })
    })
    .openapi(remove, async (context) => {
      const { name } = context.req.valid('param')
      const { personas, rollouts } = context.get('tenant').runtime
      refuseHidden(askerOf(context), name)
      await personas.remove(name)
      // A split of what is gone would come to life again with the next persona of this name.
      await rollouts.remove(name)
      await audited(service, context, 'persona.removed', { target: name })
      return context.body(null, 204)
    })
}

function tooLong(): GyreError {
  return new GyreError('persona-invalid', `The persona has more than ${longestDocument} characters.`, {
    longest: longestDocument,
  })
}

function otherName(name: string, written: string): GyreError {
  const issues = [{ path: 'body.name', message: `expected \`${name}\`, as in the address` }]
  return new GyreError('request-invalid', `body.name: expected \`${name}\`, got \`${written}\``, { issues })
}
