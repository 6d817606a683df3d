/** The log of administrative actions. */
import { type AuditEntry, type AuditFilter, type AuditLog, verifyAuditLog } from '@gyre/core'
import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { isOperator } from '../auth/caller.ts'
import type { AppEnv, Service } from '../http/app-env.ts'
import { given } from './given.ts'
import { linesResponse } from './lines.ts'
import { nativeApp } from './native-app.ts'
import { answers, anything, failures, forOperator, forRole, list, sentTime, streams, time } from './operation.ts'
import { limitQuery } from './page.ts'

const tags = ['administration']

const moment = sentTime.transform((text) => Date.parse(text))

const filterQuery = z.object({
  actor: z.string().min(1).optional().describe('Who did it: `key:laptop`, `browser`.'),
  action: z.string().min(1).optional().describe('What was done: `key.added`.'),
  since: moment.optional().describe('Entries from this time on.'),
  until: moment.optional().describe('Entries before this time.'),
  after: z.coerce.number().int().min(0).optional().describe('Entries after this number.'),
})

const pageQuery = filterQuery.extend({
  before: z.coerce.number().int().min(1).optional().describe('Entries before this number.'),
  newestFirst: z.enum(['true', 'false']).default('false'),
  limit: limitQuery,
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

const verifiedSchema = z
  .union([
    z.object({
      ok: z.literal(true),
      rows: z.int(),
      head: z.object({ seq: z.int(), chain: z.string() }).describe('Its last entry.'),
    }),
    z.object({ ok: z.literal(false), seq: z.int(), why: z.string() }),
  ])
  .openapi('AuditVerified')

const listed = createRoute({
  method: 'get',
  path: '/audit',
  tags,
  summary: 'List administrative actions',
  ...forRole('admin'),
  request: { query: pageQuery },
  responses: {
    200: answers(
      z.object({
        entries: list(entrySchema),
        next: z.int().nullable().describe('Ask for the next page with `after`; with `before`, newest first.'),
      }),
      'Oldest first, unless asked for otherwise.',
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

const verify = createRoute({
  method: 'get',
  path: '/audit/verify',
  tags,
  summary: 'Check that nobody has changed the log of administrative actions',
  description: 'Every entry is read. That its end was cut off is found by who has noted `head` before.',
  ...forOperator(),
  responses: { 200: answers(verifiedSchema, 'Whether it is as it was written.'), ...failures() },
})

export function auditRoutes({ place }: Service) {
  return nativeApp()
    .openapi(listed, async (context) => {
      const { limit, newestFirst, ...filter } = context.req.valid('query')
      const order = { newestFirst: newestFirst === 'true', limit }
      const entries = await place.store.auditLog.list({ ...given(filter), ...ownersOf(context), ...order })
      const next = entries.length < limit ? null : (entries.at(-1)?.seq ?? null)
      return context.json({ entries: entries.map(shown), next }, 200)
    })
    .openapi(exported, (context) =>
      linesResponse(
        entryLines(place.store.auditLog, { ...given(context.req.valid('query')), ...ownersOf(context) }),
        'audit.jsonl',
      ),
    )
    .openapi(verify, async (context) => {
      const { auditLog, keys } = place.store
      const verified: z.output<typeof verifiedSchema> = await verifyAuditLog(entriesOf(auditLog), keys)
      return context.json(verified, 200)
    })
}

/** Who runs the server sees what was done for all owners; others, what was done for theirs. */
function ownersOf(context: Context<AppEnv>): Pick<AuditFilter, 'owner'> {
  const caller = context.get('caller')
  return isOperator(caller) ? {} : { owner: caller.owner }
}

const pageSize = 500

async function* entryLines(log: AuditLog, filter: AuditFilter): AsyncGenerator<string, void, undefined> {
  for await (const entry of entriesOf(log, filter)) yield JSON.stringify(entry)
}

async function* entriesOf(log: AuditLog, filter: AuditFilter = {}): AsyncGenerator<AuditEntry, void, undefined> {
  for (let after = filter.after ?? 0; ; ) {
    const page = await log.list({ ...filter, after, limit: pageSize })
    yield* page
    after = page.at(-1)?.seq ?? after
    if (page.length < pageSize) return
  }
}

function shown(entry: AuditEntry): z.output<typeof entrySchema> {
  return { ...entry, at: new Date(entry.at).toISOString() }
}
