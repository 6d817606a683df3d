/** The list of sessions a caller may see, with filters the store has and those it has not. */
import { type DispatchState, type SessionFilter, type SessionRow, Standings } from '@gyre/core'
import { z } from '@hono/zod-openapi'
import { visibleRows } from '../../session/asker.ts'
import type { Asker } from '../../session/begin-session.ts'
import { given } from '../given.ts'
import { list } from '../operation.ts'
import { beforeQuery, limitQuery, nextSchema, pageOf } from '../page.ts'
import { type SessionSummary, summaryOf, summarySchema } from './session-schemas.ts'

const states = ['queued', 'running', 'parked', 'ended'] as const satisfies readonly DispatchState[]

export const listQuery = z.object({
  status: z.string().min(1).optional().describe('One status or several: `waiting,paused`; `interrupted` among them.'),
  state: z.enum(states).optional().describe('Where they stand with their workers.'),
  loop: z.string().min(1).optional().describe('Those of a loop.'),
  persona: z.string().min(1).optional().describe('Those started as a persona.'),
  thread: z.string().min(1).optional().describe('Those of a conversation.'),
  q: z.string().min(1).max(200).optional().describe('Words of the title, in any case.'),
  limit: limitQuery,
  before: beforeQuery,
})

export const listSchema = z.object({ sessions: list(summarySchema), next: nextSchema })

export async function sessionList(
  asker: Asker,
  { limit, ...query }: z.output<typeof listQuery>,
  now: number,
): Promise<z.output<typeof listSchema>> {
  const { runtime } = asker.tenant
  const plain = await Standings.read(runtime, now, [])
  const statusOf = async (row: SessionRow) =>
    (isDoubtful(row, now) ? await Standings.read(runtime, now, [row]) : plain).status(row)
  const wanted = new Set(query.status?.split(','))
  const isWanted = async (row: SessionRow) =>
    (query.loop === undefined || row.mirror.loop === query.loop) &&
    (query.q === undefined || hasWords(row.mirror.title, query.q)) &&
    (wanted.size === 0 || wanted.has(await statusOf(row)))
  const { items, next } = await pageOf(visibleRows(asker, filterOf(query)), limit, isWanted)
  const shown = await Standings.read(runtime, now, items)
  return { sessions: items.map((row) => standing(row, shown)), next }
}

/** Whether its row does not tell how it stands: its process may be gone, or somebody may have answered it. */
function isDoubtful({ state, leaseUntil, mirror }: SessionRow, now: number): boolean {
  if (state === 'running') return leaseUntil === null || leaseUntil < now
  return state === 'queued' && mirror.status !== 'queued'
}

/** Of one whose process died no worker is told. */
function standing(row: SessionRow, standings: Standings): SessionSummary {
  const { worker: _, ...summary } = summaryOf(row)
  return { ...summary, ...standings.dispatch(row), status: standings.status(row) }
}

/** How a session stands may differ from the status the store has: by these alone. */
const standingsOnly: readonly string[] = ['queued', 'running', 'interrupted']

/** What the store can sort out by itself. */
function filterOf({ status, state, persona, thread, before }: Partial<z.output<typeof listQuery>>): SessionFilter {
  const statuses = status?.split(',')
  const isStored = statuses?.every((each) => !standingsOnly.includes(each))
  // One that a worker took from the queue has no other status until it says something of itself.
  const states = state ? [state] : status === 'running' ? (['running'] as const) : undefined
  return given({ states, persona, thread, before, statuses: isStored ? statuses : undefined })
}

function hasWords(title: string, words: string): boolean {
  const text = title.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
