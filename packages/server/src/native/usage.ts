/** What sessions used, summed. */
import type { SessionDefinition, SessionRow, Store } from '@gyre/core'
import { createRoute, z } from '@hono/zod-openapi'
import { requireOperator } from '../auth/caller.ts'
import { askerOf, visibleRows } from '../session/asker.ts'
import type { Asker } from '../session/begin-session.ts'
import { nativeApp } from './native-app.ts'
import { answers, failures, forRole, list } from './operation.ts'

const groupings = ['day', 'loop', 'persona', 'model', 'caller'] as const

const query = z.object({
  from: z.iso.datetime({ offset: true }).or(z.iso.date()).optional().describe('Sessions made from this time on.'),
  to: z.iso.datetime({ offset: true }).or(z.iso.date()).optional().describe('Sessions made before this time.'),
  by: z.enum(groupings).default('day'),
  owners: z.enum(['own', 'all']).default('own').describe('`all` for administrators: the sessions of every owner.'),
})

const sumSchema = z
  .object({
    name: z.string().describe('The day (UTC), loop, persona, model or caller; `-` for none.'),
    sessions: z.int(),
    outcomes: z.record(z.string(), z.int()).describe('How many ended how; `open` for those that have not.'),
    modelCalls: z.number(),
    toolCalls: z.number(),
    inputTokens: z.number(),
    outputTokens: z.number(),
    costUsd: z.number().describe('Of those whose cost is known.'),
    unpriced: z.int().describe('Sessions that ended and whose cost is not known.'),
    activeMs: z.number(),
  })
  .openapi('UsageSum')

type Sum = z.output<typeof sumSchema>

const usage = createRoute({
  method: 'get',
  path: '/usage',
  tags: ['administration'],
  summary: 'Sum up what sessions used',
  description: 'Of those that have ended: what is under way is counted as a session alone.',
  ...forRole('viewer'),
  request: { query },
  responses: {
    200: answers(z.object({ by: z.enum(groupings), sums: list(sumSchema), total: sumSchema }), 'Sums.'),
    ...failures(),
  },
})

export function usageRoutes() {
  return nativeApp().openapi(usage, async (context) => {
    const asked = context.req.valid('query')
    const asker = askerOf(context)
    if (asked.owners === 'all') requireOperator(asker.caller)
    const total = emptySum('total')
    const sums = new Map<string, Sum>()
    for await (const row of rowsWithin(asker, asked)) {
      const name = await groupOf(row, asked.by, asker.tenant.runtime.store)
      const sum = sums.get(name) ?? emptySum(name)
      sums.set(name, sum)
      for (const each of [sum, total]) count(each, row)
    }
    const sorted = [...sums.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
    return context.json({ by: asked.by, sums: sorted, total }, 200)
  })
}

async function* rowsWithin(asker: Asker, { from, to, owners }: z.output<typeof query>): AsyncGenerator<SessionRow> {
  const since = from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from)
  const until = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to)
  for await (const row of owners === 'all' ? everyRow(asker.tenant.runtime.store) : visibleRows(asker)) {
    // Newest first: what follows is older still.
    if (row.mirror.createdAt < since) return
    if (row.mirror.createdAt < until) yield row
  }
}

const pageSize = 500

async function* everyRow({ sessions }: Store): AsyncGenerator<SessionRow> {
  for (let before: string | undefined; ; ) {
    const page = await sessions.list({ limit: pageSize, ...(before !== undefined && { before }) })
    yield* page
    before = page.at(-1)?.id
    if (page.length < pageSize) return
  }
}

/** Who began a session and with which model is told by its first fact. */
async function groupOf(
  { id, mirror }: SessionRow,
  by: (typeof groupings)[number],
  { journal }: Store,
): Promise<string> {
  if (by === 'day') return new Date(mirror.createdAt).toISOString().slice(0, 10)
  if (by === 'loop') return mirror.loop
  if (by === 'persona') return mirror.persona ?? '-'
  const [created] = await journal.read(id, 1, 1)
  const { models, by: began } = JSON.parse(created?.data ?? '{}') as Partial<SessionDefinition> & {
    readonly by?: string
  }
  return (by === 'model' ? models?.author : began) ?? '-'
}

function emptySum(name: string): Sum {
  const amounts = { modelCalls: 0, toolCalls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, activeMs: 0 }
  return { name, sessions: 0, outcomes: {}, ...amounts, unpriced: 0 }
}

const amounts = ['modelCalls', 'toolCalls', 'inputTokens', 'outputTokens', 'costUsd', 'activeMs'] as const

function count(sum: Sum, { mirror: { outcome, usage: used } }: SessionRow): void {
  sum.sessions++
  sum.outcomes[outcome ?? 'open'] = (sum.outcomes[outcome ?? 'open'] ?? 0) + 1
  if (used === null) return
  for (const amount of amounts) sum[amount] += Number(used[amount] ?? 0)
  if (used['costUsd'] === null) sum.unpriced++
}
