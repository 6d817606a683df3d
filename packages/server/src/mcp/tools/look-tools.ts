/** Tools that only look: which loops and sessions there are, and what happened in one. */
import { factEvent, factOf, readSessionRecord, type SessionRow } from '@gyre/core'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { visibleRow, visibleRows } from '../../session/asker.ts'
import type { Desk } from '../desk.ts'
import { shownLoops } from '../shown-loop.ts'
import { telling } from '../tool-failure.ts'

const looking = { readOnlyHint: true, openWorldHint: false } as const

const defaultSessions = 20
const mostSessions = 100
const defaultEvents = 100
const mostEvents = 500

const sessionId = z.string().describe('The id of a session, such as `run_loop` tells it.')

const noInput = z.strictObject({})

const loopsOutput = z.object({
  loops: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['persona', 'loop']),
      summary: z.string(),
      loop: z.string().describe('The loop it runs; its own name for a loop.'),
      best_for: z.string(),
    }),
  ),
})

const sessionsInput = z.strictObject({
  status: z.string().optional().describe('Only those with this status, such as `waiting`.'),
  thread: z.string().optional().describe('Only those of this conversation.'),
  before: z.string().optional().describe('`next` of the page before.'),
  limit: z.int().min(1).max(mostSessions).default(defaultSessions),
})

const sessionsOutput = z.object({
  sessions: z.array(
    z.object({
      session_id: z.string(),
      title: z.string(),
      loop: z.string(),
      persona: z.string().nullable(),
      status: z.string(),
      outcome: z.string().nullable(),
      thread: z.string(),
      created_at: z.string(),
      updated_at: z.string(),
    }),
  ),
  next: z.string().nullable().describe('Ask for the next page with `before`; null for the last page.'),
})

const sessionInput = z.strictObject({ session_id: sessionId })

const recordOutput = z.looseObject({ session: z.string(), status: z.string() })

const eventsInput = sessionInput.extend({
  after: z.int().min(0).default(0).describe('Only what came after the fact of this number.'),
  limit: z.int().min(1).max(mostEvents).default(defaultEvents),
})

const eventsOutput = z.object({
  events: z.array(z.record(z.string(), z.unknown())),
  after: z.number().describe('Ask for what comes next with this.'),
  has_ended: z.boolean().describe('No more events come after these.'),
})

export function registerLookTools(desk: Desk): void {
  registerListing(desk)
  registerDetail(desk)
}

function registerListing({ server, asker }: Desk): void {
  server.registerTool(
    'list_loops',
    {
      title: 'List loops and personas',
      description: 'What `run_loop` can run: personas and loops, and what each is best for.',
      inputSchema: noInput,
      outputSchema: loopsOutput,
      annotations: looking,
    },
    telling(async () => structured({ loops: await shownLoops(asker) })),
  )
  server.registerTool(
    'list_sessions',
    {
      title: 'List sessions',
      description: 'Sessions, newest first.',
      inputSchema: sessionsInput,
      outputSchema: sessionsOutput,
      annotations: looking,
    },
    telling(async ({ status, thread, before, limit }) => {
      const filter = { ...(status && { statuses: [status] }), ...(thread && { thread }), ...(before && { before }) }
      const rows: SessionRow[] = []
      for await (const row of visibleRows(asker, filter)) if (rows.push(row) > limit) break
      const page = rows.slice(0, limit)
      const next = rows.length > limit ? (page.at(-1)?.id ?? null) : null
      return structured({ sessions: page.map(shownRow), next })
    }),
  )
}

function registerDetail({ server, asker }: Desk): void {
  const { runtime } = asker.tenant
  server.registerTool(
    'get_session',
    {
      title: 'Look at a session',
      description: 'All that is known of a session: its answer, plan, steps, questions and interventions.',
      inputSchema: sessionInput,
      outputSchema: recordOutput,
      annotations: looking,
    },
    telling(async ({ session_id }) => {
      await visibleRow(asker, session_id)
      return structured((await readSessionRecord(runtime, session_id)).record)
    }),
  )
  server.registerTool(
    'get_events',
    {
      title: 'Read what happened',
      description: 'The facts of a session in their order, a page at a time.',
      inputSchema: eventsInput,
      outputSchema: eventsOutput,
      annotations: looking,
    },
    telling(async ({ session_id, after, limit }) => {
      await visibleRow(asker, session_id)
      const { rows, view } = await runtime.read(session_id)
      const events = rows.slice(after, after + limit).map((row) => factEvent(session_id, factOf(row)))
      const last = events.at(-1)?.seq ?? after
      return structured({ events, after: last, has_ended: view.outcome !== null && last >= view.seq })
    }),
  )
}

function shownRow({ id, mirror }: SessionRow): z.output<typeof sessionsOutput>['sessions'][number] {
  const { title, loop, persona, status, outcome, thread, createdAt, updatedAt } = mirror
  const [created_at, updated_at] = [new Date(createdAt).toISOString(), new Date(updatedAt).toISOString()]
  return { session_id: id, title, loop, persona, status, outcome, thread, created_at, updated_at }
}

/** Data for programs, and the same as text for models. */
function structured(data: object): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: data as Record<string, unknown> }
}
