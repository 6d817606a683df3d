/** The log of administrative actions. */
import type { AuditEntry, AuditFilter, AuditLog } from '@gyre/core'
import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { isOperator } from '../auth/caller.ts'
import type { AppEnv, Service } from '../http/app-env.ts'
import { given } from './given.ts'
import { linesResponse } from './lines.ts'
import { nativeApp } from './native-app.ts'
import { answers, anything, failures, forRole, list, streams, time } from './operation.ts'
import { limitQuery } from './page.ts'

const tags = ['administration']

const filterQuery = z.object({
  actor: z.string().min(1).optional().describe('Who did it: `key:laptop`, `browser`.'),
  action: z.string().min(1).optional().describe('What was done: `key.added`.'),
  after: z.coerce.number().int().min(0).optional().describe('Entries after this number.'),
})

const entrySchema = z
  .object({
    seq: z.int(),
    at: time,
    owner: z.string(),
    actor: z.string(),
    action: z.string(),
    target: z.string(),
    data: anything,
    chain: z.string().describe('Its link of the audit chain.'),
    key: z.string().describe('The id of the key it is signed with.'),
  })
  .openapi('AuditEntry')

const listed = createRoute({
  method: 'get',
  path: '/audit',
  tags,
  summary: 'List administrative actions',
  ...forRole('admin'),
  request: { query: filterQuery.extend({ limit: limitQuery }) },
  responses: {
    200: answers(
      z.object({
        entries: list(entrySchema),
        next: z.int().nullable().describe('Ask for the next page with `after`.'),
      }),
      'Oldest first.',
    ),
    ...failures(),
  },
})

const exported = createRoute({
  method: 'get',
  path: '/audit.jsonl',
  tags,
  summary: 'Export administrative actions, one entry a line',
  ...forRole('admin'),
  request: { query: filterQuery },
  responses: { 200: streams('application/x-ndjson', 'Oldest first.'), ...failures() },
})

export function auditRoutes({ place }: Service) {
  return nativeApp()
    .openapi(listed, async (context) => {
      const { limit, ...filter } = context.req.valid('query')
      const entries = await place.store.auditLog.list({ ...given(filter), ...ownersOf(context), limit })
      const next = entries.length < limit ? null : (entries.at(-1)?.seq ?? null)
      return context.json({ entries: entries.map(shown), next }, 200)
    })
    .openapi(exported, (context) =>
      linesResponse(
        entryLines(place.store.auditLog, { ...given(context.req.valid('query')), ...ownersOf(context) }),
        'audit.jsonl',
      ),
    )
}

/** Who runs the server sees what was done for all owners; others, what was done for theirs. */
function ownersOf(context: Context<AppEnv>): Pick<AuditFilter, 'owner'> {
  const caller = context.get('caller')
  return isOperator(caller) ? {} : { owner: caller.owner }
}

const pageSize = 500

async function* entryLines(log: AuditLog, filter: AuditFilter): AsyncGenerator<string, void, undefined> {
  for (let after = filter.after ?? 0; ; ) {
    const page = await log.list({ ...filter, after, limit: pageSize })
    for (const entry of page) yield JSON.stringify(entry)
    after = page.at(-1)?.seq ?? after
    if (page.length < pageSize) return
  }
}

function shown(entry: AuditEntry): z.output<typeof entrySchema> {
  return { ...entry, at: new Date(entry.at).toISOString() }
}
