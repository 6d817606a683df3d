/** Everything that waits for a person. */
import {
  type Intervention,
  isAnswered,
  isSetAside,
  type Question,
  type Runtime,
  type SessionRow,
  type StandingStatus,
  Standings,
} from '@gyre/core'
import { createRoute, z } from '@hono/zod-openapi'
import type { Service } from '../http/app-env.ts'
import { askerOf, isVisibleTo } from '../session/asker.ts'
import type { Asker } from '../session/begin-session.ts'
import { setAside } from '../session/turn-stop.ts'
import { aFewAtOnce } from './a-few-at-once.ts'
import { nativeApp } from './native-app.ts'
import { answers, failures, forRole, list, time } from './operation.ts'
import { questionSchema } from './sessions/session-schemas.ts'

/** Sessions that are looked at: who has more of them open sees the newest. */
const mostLooked = 1000

const itemSchema = z
  .object({
    session: z.string(),
    title: z.string(),
    kind: z.string().describe('A kind of question, or `break-point`, `paused`, `interrupted`, `queued`.'),
    path: z.string().nullable(),
    question: questionSchema.nullable(),
    reason: z.string().nullable().describe('Why it is paused, or was set aside.'),
    updatedAt: time,
  })
  .openapi('InboxItem')

type Item = z.output<typeof itemSchema>

const inbox = createRoute({
  method: 'get',
  path: '/inbox',
  tags: ['sessions'],
  summary: 'List what waits for a person: questions, pauses, interrupted sessions',
  description: `The ${mostLooked} newest sessions that have not ended are looked at.`,
  ...forRole('viewer'),
  responses: { 200: answers(z.object({ items: list(itemSchema) }), 'Newest sessions first.'), ...failures() },
})

/** Who works gets along by itself: of these alone the journals are read. */
const still: ReadonlySet<string> = new Set(['waiting', 'paused', 'interrupted', 'queued'])

/** Workers go on with what can go on, and a session with a time to come waits for that: neither is a person's matter. */
function isForPeople(row: SessionRow, status: StandingStatus, { isFleet, now }: Setting): boolean {
  if (!still.has(status)) return false
  const canGoOn = (status === 'queued' || status === 'interrupted') && !isSetAside(row)
  const isLater = row.waits.notBefore !== null && row.waits.notBefore > now
  return !canGoOn || !(isFleet || isLater)
}

type Setting = { readonly isFleet: boolean; readonly now: number }

/** Newest first. Where there are workers, those that need nobody may be very many: they are not listed at all. */
async function openSessions(runtime: Runtime, isFleet: boolean): Promise<readonly SessionRow[]> {
  if (!isFleet) return runtime.list({ states: ['queued', 'running', 'parked'], limit: mostLooked })
  const atRest = await runtime.list({ statuses: ['waiting', 'paused'], limit: mostLooked })
  const parked = await runtime.list({ states: ['parked'], limit: mostLooked })
  const rows = new Map([...atRest, ...parked].map((row) => [row.id, row]))
  return [...rows.values()].toSorted((one, other) => (one.id < other.id ? 1 : -1))
}

export function inboxRoutes({ now, place }: Service) {
  const isFleet = place.fleet !== undefined
  return nativeApp().openapi(inbox, async (context) => {
    const asker = askerOf(context)
    const open = await openSessions(asker.tenant.runtime, isFleet)
    const rows = open.filter((row) => isVisibleTo(asker.caller, row))
    const standings = await Standings.read(asker.tenant.runtime, now(), rows)
    const atRest = rows.filter((row) => isForPeople(row, standings.status(row), { isFleet, now: now() }))
    const items = await aFewAtOnce(atRest, (row) => itemsOf(asker, row, { standings, now: now() }))
    return context.json({ items: items.flat() }, 200)
  })
}

type Moment = { readonly standings: Standings; readonly now: number }

async function itemsOf({ tenant }: Asker, row: SessionRow, { standings, now }: Moment): Promise<readonly Item[]> {
  const status = standings.status(row)
  const { view } = await tenant.runtime.read(row.id)
  const sent = await tenant.runtime.store.interventions.list(row.id)
  const { title, updatedAt } = row.mirror
  const item = { session: row.id, title, path: null, question: null, reason: null, updatedAt: timeOf(updatedAt) }
  const questions = [...view.questions.values()]
  // Since its journal was read it went on.
  const isSettled = ({ path }: Question) => sent.some((each) => each.state === 'applied' && each.appliedAt === path)
  const open = questions.filter((question) => !isSettled(question) && !isAnswered(question, questions, sent))
  if (open.length > 0) return open.map((question) => ({ ...item, kind: question.kind, path: question.path, question }))
  if (view.outcome !== null || questions.some(isSettled) || isBeingTakenUp(sent, view.isPaused, now)) return []
  // Whoever runs it is about to see what was answered.
  if (standings.isRun(row) && !view.isPaused) return []
  const why = setAside(view)
  if (status === 'interrupted' || why) return [{ ...item, kind: 'interrupted', reason: why?.message ?? null }]
  return [{ ...item, ...(view.isPaused ? pauseOf(sent) : { kind: 'queued' }) }]
}

/** Whoever is sent something takes up a session at once. One that nobody has taken up by then nobody runs. */
const takingUpMs = 2000

/** What else is sent to one that is paused waits until it goes on. */
const letsGoOn: ReadonlySet<string> = new Set(['resume', 'finish', 'abort'])

function isBeingTakenUp(sent: readonly Intervention[], isPaused: boolean, now: number): boolean {
  const timely = sent.filter(({ state, at }) => state === 'queued' && now - at < takingUpMs)
  return timely.some(({ action }) => !isPaused || letsGoOn.has(action))
}

function pauseOf(sent: readonly Intervention[]): Pick<Item, 'kind' | 'reason'> {
  const last = sent.findLast(({ action, state }) => state === 'applied' && (action === 'pause' || action === 'step'))
  const { reason = null } = (last?.body ?? {}) as { readonly reason?: string }
  return { kind: last?.by === 'break-point' ? 'break-point' : 'paused', reason }
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString()
}
