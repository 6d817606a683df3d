/** Prompts: read, put into other words, compared, rolled back. */
import type { DocumentVersion, Json, PromptEntry } from '@gyre/core'
import { createRoute, z } from '@hono/zod-openapi'
import { audited } from '../../auth/audited.ts'
import type { Service } from '../../http/app-env.ts'
import { askerOf } from '../../session/asker.ts'
import { nativeApp } from '../native-app.ts'
import { answers, failures, forRole, jsonBody, list } from '../operation.ts'
import { promptParams, promptSchema, visiblePrompt, visiblePrompts } from './prompt-entry.ts'
import {
  diffOf,
  diffQuery,
  diffSchema,
  etagOf,
  expectedVersion,
  longestDocument,
  mayHaveIfMatch,
  rollBackBody,
  shownVersions,
  versionsSchema,
} from './versions.ts'

const tags = ['prompts']

const listed = createRoute({
  method: 'get',
  path: '/prompts',
  tags,
  summary: 'List the prompts that can be put into other words',
  ...forRole('viewer'),
  responses: { 200: answers(z.object({ prompts: list(promptSchema) }), 'By loop.'), ...failures() },
})

const read = createRoute({
  method: 'get',
  path: '/prompts/{id}',
  tags,
  summary: 'Read a prompt',
  ...forRole('viewer'),
  request: { params: promptParams },
  responses: { 200: answers(promptSchema, 'The prompt.'), ...failures('prompt-unknown') },
})

const save = createRoute({
  method: 'put',
  path: '/prompts/{id}',
  tags,
  summary: 'Save a new version of a prompt',
  ...forRole('admin'),
  ...mayHaveIfMatch,
  request: {
    params: promptParams,
    body: jsonBody(z.strictObject({ text: z.string().max(longestDocument).describe('Empty for the default.') })),
  },
  responses: {
    200: answers(promptSchema, 'The prompt in use now.'),
    ...failures('prompt-unknown', 'prompt-invalid', 'version-conflict'),
  },
})

const versions = createRoute({
  method: 'get',
  path: '/prompts/{id}/versions',
  tags,
  summary: 'List the versions of a prompt',
  description: 'An empty body stands for the default.',
  ...forRole('viewer'),
  request: { params: promptParams },
  responses: { 200: answers(versionsSchema, 'Newest first.'), ...failures('prompt-unknown') },
})

const diff = createRoute({
  method: 'get',
  path: '/prompts/{id}/diff',
  tags,
  summary: 'Compare two versions of a prompt',
  description: 'Version 0 is the default text.',
  ...forRole('viewer'),
  request: { params: promptParams, query: diffQuery },
  responses: { 200: answers(diffSchema, 'What they differ in.'), ...failures('prompt-unknown', 'version-unknown') },
})

const rollBack = createRoute({
  method: 'post',
  path: '/prompts/{id}/rollback',
  tags,
  summary: 'Go back to an earlier version of a prompt',
  ...forRole('admin'),
  request: { params: promptParams, body: jsonBody(rollBackBody) },
  responses: { 200: answers(promptSchema, 'The prompt in use now.'), ...failures('prompt-unknown', 'version-unknown') },
})

export function promptRoutes(service: Service) {
  return nativeApp()
    .openapi(listed, async (context) => context.json({ prompts: await visiblePrompts(askerOf(context)) }, 200))
    .openapi(read, async (context) => {
      const entry = await visiblePrompt(askerOf(context), context.req.valid('param').id)
      return context.json(entry, 200, { etag: etagOf(entry.version) })
    })
    .openapi(save, async (context) => {
      const { prompts } = context.get('tenant').runtime
      const { id, version: current } = await visiblePrompt(askerOf(context), context.req.valid('param').id)
      const expected = expectedVersion(context.req.header('if-match'), current)
      const entry = await prompts.save(id, context.req.valid('json').text, expected)
      await audited(service, context, 'prompt.saved', { target: id, data: { version: entry.version } })
      return context.json(entry, 200, { etag: etagOf(entry.version) })
    })
    .openapi(versions, async (context) => {
      const { id } = await visiblePrompt(askerOf(context), context.req.valid('param').id)
      return context.json(shownVersions(await context.get('tenant').runtime.prompts.versions(id)), 200)
    })
    .openapi(diff, async (context) => {
      const entry = await visiblePrompt(askerOf(context), context.req.valid('param').id)
      const saved = await context.get('tenant').runtime.prompts.versions(entry.id)
      const texts = { name: entry.id, versions: saved, text: textIn(entry) }
      return context.json(diffOf(texts, context.req.valid('query')), 200)
    })
    .openapi(rollBack, async (context) => {
      const { prompts } = context.get('tenant').runtime
      const { id } = await visiblePrompt(askerOf(context), context.req.valid('param').id)
      const { version } = context.req.valid('json')
      const entry = await (version === undefined ? prompts.rollBack(id) : prompts.promote(id, version))
      await audited(service, context, 'prompt.rolled-back', { target: entry.id, data: { version: entry.version } })
      return context.json(entry, 200, { etag: etagOf(entry.version) })
    })
}

/** An empty text is the default, in whichever version. */
function textIn({ defaultText }: PromptEntry): (version: DocumentVersion<Json> | undefined) => string {
  return (version) => (version?.body ? String(version.body) : defaultText)
}
