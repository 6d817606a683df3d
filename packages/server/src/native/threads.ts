/** Threads: conversations, each a row of sessions. */
import { GyreError, type SessionRow } from '@gyre/core'
import { createRoute, z } from '@hono/zod-openapi'
import { askerOf, isVisibleTo, visibleRows } from '../session/asker.ts'
import type { Asker } from '../session/begin-session.ts'
import { aFewAtOnce } from './a-few-at-once.ts'
import { given } from './given.ts'
import { nativeApp } from './native-app.ts'
import { answers, anything, failures, forRole, list, time } from './operation.ts'
import { beforeQuery, limitQuery, nextSchema, pageOf } from './page.ts'
import { summaryOf, summarySchema } from './sessions/session-schemas.ts'

const tags = ['threads']

/** Sessions of one thread that are counted. */
const mostOfThread = 200

const threadSchema = z
  .object({
    id: z.string(),
    title: z.string().describe('What it began with.'),
    sessions: z.int().describe(`How many there are, up to ${mostOfThread}.`),
    status: z.string().describe('Of its last session.'),
    updatedAt: time,
  })
  .openapi('Thread')

const listed = createRoute({
  method: 'get',
  path: '/threads',
  tags,
  summary: 'List conversations, the one with the newest session first',
  ...forRole('viewer'),
  request: { query: z.object({ limit: limitQuery, before: beforeQuery }) },
  responses: {
    200: answers(z.object({ threads: list(threadSchema), next: nextSchema }), 'A page of threads.'),
    ...failures(),
  },
})

const turnSchema = summarySchema.extend({ goal: z.string(), answer: anything }).openapi('Turn')

const read = createRoute({
  method: 'get',
  path: '/threads/{id}',
  tags,
  summary: 'Read a conversation: its sessions, oldest first',
  description: 'A page holds its newest sessions; the next one, those before them.',
  ...forRole('viewer'),
  request: {
    params: z.object({ id: z.string().min(1) }),
    query: z.object({ limit: limitQuery, before: beforeQuery }),
  },
  responses: {
    200: answers(z.object({ id: z.string(), sessions: list(turnSchema), next: nextSchema }), 'A page of the thread.'),
    ...failures('thread-unknown'),
  },
})

export function threadRoutes() {
  return nativeApp()
    .openapi(listed, async (context) => {
      const asker = askerOf(context)
      const { limit, before } = context.req.valid('query')
      const ofThreads = new Map<string, readonly SessionRow[]>()
      // A thread stands where its newest session does: an older one of it is on no page.
      const isNewest = async ({ id, mirror: { thread } }: SessionRow) => {
        if (ofThreads.has(thread)) return false
        const rows = await rowsOf(asker, thread)
        ofThreads.set(thread, rows)
        return rows[0]?.id === id
      }
      const { items, next } = await pageOf(visibleRows(asker, given({ before })), limit, isNewest)
      const threads = items.map(({ mirror: { thread } }) => threadOf(thread, ofThreads.get(thread) ?? []))
      return context.json({ threads, next }, 200)
    })
    .openapi(read, async (context) => {
      const asker = askerOf(context)
      const { id } = context.req.valid('param')
      const { limit, before } = context.req.valid('query')
      const { items, next } = await pageOf(visibleRows(asker, { thread: id, ...given({ before }) }), limit, () => true)
      if (items.length === 0) throw new GyreError('thread-unknown', `There is no thread \`${id}\`.`, { id })
      const sessions = await aFewAtOnce(items.toReversed(), (row) => turnOf(asker, row))
      return context.json({ id, sessions, next }, 200)
    })
}

async function rowsOf({ caller, tenant }: Asker, thread: string): Promise<readonly SessionRow[]> {
  const rows = await tenant.runtime.list({ thread, limit: mostOfThread })
  return rows.filter((row) => isVisibleTo(caller, row))
}

function threadOf(id: string, rows: readonly SessionRow[]): z.output<typeof threadSchema> {
  const [newest, oldest] = [rows[0]?.mirror, rows.at(-1)?.mirror]
  return {
    id,
    title: oldest?.title ?? '',
    sessions: rows.length,
    status: newest?.status ?? '',
    updatedAt: new Date(newest?.updatedAt ?? 0).toISOString(),
  }
}

async function turnOf({ tenant }: Asker, row: SessionRow): Promise<z.output<typeof turnSchema>> {
  const { view } = await tenant.runtime.read(row.id)
  return { ...summaryOf(row), goal: view.definition?.task.goal ?? row.mirror.title, answer: view.answer }
}
