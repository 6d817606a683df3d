/** Settings: read, set, unset, rolled back. */
import { createRoute, z } from '@hono/zod-openapi'
import { audited } from '../../auth/audited.ts'
import type { Service } from '../../http/app-env.ts'
import { nativeApp } from '../native-app.ts'
import { answers, anything, failures, forOperator, forRole, jsonBody, list } from '../operation.ts'
import { etagOf, expectedVersion, mayHaveIfMatch, rollBackBody, shownVersions, versionsSchema } from './versions.ts'

const tags = ['settings']

const params = z.object({ key: z.string().min(1).describe('Such as `default_loop`.') })

const settingSchema = z
  .object({
    key: z.string(),
    value: anything.describe('The value in use.'),
    default: anything,
    source: z.enum(['default', 'store', 'config', 'environment']).describe('The later ones win.'),
    description: z.string(),
    version: z.int().nullable(),
    fault: z.string().nullable().describe('Why the saved value is not used.'),
  })
  .openapi('Setting')

type Shown = z.output<typeof settingSchema>

const listed = createRoute({
  method: 'get',
  path: '/settings',
  tags,
  summary: 'List the settings',
  ...forRole('viewer'),
  responses: { 200: answers(z.object({ settings: list(settingSchema) }), 'Every one.'), ...failures() },
})

const read = createRoute({
  method: 'get',
  path: '/settings/{key}',
  tags,
  summary: 'Read a setting',
  ...forRole('viewer'),
  request: { params },
  responses: { 200: answers(settingSchema, 'The setting.'), ...failures('setting-unknown') },
})

const set = createRoute({
  method: 'put',
  path: '/settings/{key}',
  tags,
  summary: 'Set a setting',
  ...forOperator(),
  ...mayHaveIfMatch,
  request: { params, body: jsonBody(z.strictObject({ value: anything })) },
  responses: {
    200: answers(settingSchema, 'The value in use now.'),
    ...failures('setting-unknown', 'setting-invalid', 'version-conflict'),
  },
})

const unset = createRoute({
  method: 'delete',
  path: '/settings/{key}',
  tags,
  summary: 'Go back to the default of a setting',
  ...forOperator(),
  request: { params },
  responses: { 200: answers(settingSchema, 'The value in use now.'), ...failures('setting-unknown') },
})

const versions = createRoute({
  method: 'get',
  path: '/settings/{key}/versions',
  tags,
  summary: 'List the values a setting had',
  description: 'A body of null stands for the default.',
  ...forRole('viewer'),
  request: { params },
  responses: { 200: answers(versionsSchema, 'Newest first.'), ...failures('setting-unknown') },
})

const rollBack = createRoute({
  method: 'post',
  path: '/settings/{key}/rollback',
  tags,
  summary: 'Go back to an earlier value of a setting',
  ...forOperator(),
  request: { params, body: jsonBody(rollBackBody) },
  responses: {
    200: answers(settingSchema, 'The value in use now.'),
    ...failures('setting-unknown', 'version-unknown'),
  },
})

export function settingRoutes(service: Service) {
  return nativeApp()
    .openapi(listed, async (context) => {
      const settings: readonly Shown[] = await context.get('tenant').runtime.settings.all()
      return context.json({ settings }, 200)
    })
    .openapi(read, async (context) => {
      const entry: Shown = await context.get('tenant').runtime.settings.entry(context.req.valid('param').key)
      return context.json(entry, 200, { etag: etagOf(entry.version) })
    })
    .openapi(set, async (context) => {
      const { settings } = context.get('tenant').runtime
      const { key, version } = await settings.entry(context.req.valid('param').key)
      const expected = expectedVersion(context.req.header('if-match'), version)
      const entry: Shown = await settings.set(key, context.req.valid('json').value, expected)
      await context.get('tenant').models.heedSettings()
      await audited(service, context, 'setting.set', { target: key, data: { version: entry.version } })
      return context.json(entry, 200, { etag: etagOf(entry.version) })
    })
    .openapi(unset, async (context) => {
      const entry: Shown = await context.get('tenant').runtime.settings.unset(context.req.valid('param').key)
      await context.get('tenant').models.heedSettings()
      await audited(service, context, 'setting.unset', { target: entry.key })
      return context.json(entry, 200, { etag: etagOf(entry.version) })
    })
    .openapi(versions, async (context) => {
      const { key } = context.req.valid('param')
      return context.json(shownVersions(await context.get('tenant').runtime.settings.versions(key)), 200)
    })
    .openapi(rollBack, async (context) => {
      const { settings } = context.get('tenant').runtime
      const { key } = context.req.valid('param')
      const { version } = context.req.valid('json')
      const entry: Shown = await (version === undefined ? settings.rollBack(key) : settings.promote(key, version))
      await context.get('tenant').models.heedSettings()
      await audited(service, context, 'setting.rolled-back', { target: key, data: { version: entry.version } })
      return context.json(entry, 200, { etag: etagOf(entry.version) })
    })
}
