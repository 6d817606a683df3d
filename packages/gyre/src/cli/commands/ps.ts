/** `gyre ps`: sessions and how they stand. */
import {
  type DispatchRecord,
  GyreError,
  type Runtime,
  type SessionRow,
  type StandingStatus,
  Standings,
} from '@gyre/core'
import { shownAge, wholeNumber } from '../arguments/quantities.ts'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import type { Options } from '../options.ts'
import { shownCost } from '../output/amounts.ts'
import { tableLines } from '../output/text-table.ts'
import { shortIds } from '../session/session-id.ts'

/** In the order they are listed: what needs somebody first. */
const live = [
  'running',
  'planning',
  'executing',
  'evaluating',
  'deciding',
  'waiting',
  'paused',
  'interrupted',
  'queued',
]
const ended = ['completed', 'failed', 'stuck', 'aborted']
const mostLooked = 1000
const defaultLimit = 50

type Listed = {
  readonly row: SessionRow
  readonly status: StandingStatus
  readonly dispatch: DispatchRecord
  readonly costUsd: number | null
}

export const ps: CommandRun = async ({ options, io, place }) => {
  const { runtime } = await place()
  const limit = wholeNumber('--limit', options.text('limit'), 1) ?? defaultLimit
  const found = await find(runtime, options)
  const shown = await withCosts(runtime, found.slice(0, limit))
  if (io.output !== 'text') {
    io.printJson(shown.map(asJson))
    return exitCodes.done
  }
  const isNarrowed = options.flag('all') || options.text('status') !== undefined
  if (shown.length === 0)
    io.report(isNarrowed ? 'No session fits.' : 'No session is under way. `gyre ps --all` lists those that have ended.')
  else printTable(io, shown)
  if (found.length > limit) io.report(`${found.length - limit} more: --limit ${found.length}`)
  return exitCodes.done
}

async function find(runtime: Runtime, options: Options): Promise<readonly Omit<Listed, 'costUsd'>[]> {
  const status = options.text('status')
  if (status !== undefined && ![...live, ...ended].includes(status)) {
    throw new GyreError('usage-invalid', `\`--status ${status}\`: expected one of ${[...live, ...ended].join(', ')}.`)
  }
  const [thread, persona] = [options.text('thread'), options.text('persona')]
  const isEnded = status !== undefined && ended.includes(status)
  const rows = await runtime.list({
    limit: mostLooked,
    ...(!(options.flag('all') || isEnded) && { states: ['queued', 'running', 'parked'] }),
    ...(isEnded && { states: ['ended'], statuses: [status] }),
    ...(thread !== undefined && { thread }),
    ...(persona !== undefined && { persona }),
  })
  const standings = await Standings.read(runtime, Date.now(), rows)
  return rows
    .map((row) => ({ row, status: standings.status(row), dispatch: standings.dispatch(row) }))
    .filter((each) => status === undefined || each.status === status)
    .toSorted((a, b) => rank(a.status) - rank(b.status))
}

/** Whatever works is one kind, and so is whatever has ended. */
function rank(status: StandingStatus): number {
  const at = live.indexOf(status)
  return at < 0 ? live.length : Math.max(at, live.indexOf('deciding'))
}

/** Of one that has not ended only its journal knows what it cost. */
function withCosts(runtime: Runtime, found: readonly Omit<Listed, 'costUsd'>[]): Promise<readonly Listed[]> {
  const costs = found.map(async (each) => {
    const usage = each.row.mirror.usage ?? (await runtime.read(each.row.id)).view.usage
    return { ...each, costUsd: (usage['costUsd'] ?? null) as number | null }
  })
  return Promise.all(costs)
}

function asJson({ row: { id, mirror }, status, dispatch, costUsd }: Listed) {
  const { loop, persona, thread, title, outcome, createdAt, updatedAt } = mirror
  const times = { createdAt: new Date(createdAt).toISOString(), updatedAt: new Date(updatedAt).toISOString() }
  return { session: id, status, ...dispatch, loop, persona, thread, title, outcome, costUsd, ...times }
}

function printTable(io: Io, listed: readonly Listed[]): void {
  const short = shortIds(listed.map(({ row }) => row.id))
  const now = Date.now()
  const rows = listed.map(({ row: { id, mirror }, status, dispatch, costUsd }) => [
    short.get(id) ?? id,
    mirror.outcome ?? status,
    mirror.persona ?? mirror.loop,
    shownAge(now - mirror.createdAt),
    shownCost(costUsd),
    dispatchText(status, dispatch),
    mirror.title,
  ])
  const isDispatched = listed.some(({ status, dispatch }) => dispatchText(status, dispatch) !== '')
  const head = ['ID', 'STATUS', 'LOOP/PERSONA', 'AGE', 'COST', isDispatched ? 'WORKER/WAITS' : '', 'TITLE']
  const width = io.out.isTty ? { width: io.out.width() } : {}
  for (const line of tableLines([head, ...rows], { right: [3, 4], ...width })) io.print(line)
}

/** Who works on it, by host and process: `web-1/4711`; or how it waits: `priority 5, not before 2026-11-17T08:00:00.000Z`. */
function dispatchText(status: StandingStatus, dispatch: DispatchRecord): string {
  const { worker, priority, notBefore, isSetAside } = dispatch
  const isAtWork = rank(status) === rank('running')
  return [
    ...(worker === undefined || !isAtWork ? [] : [worker.split('/').slice(0, 2).join('/')]),
    ...(priority === undefined ? [] : [`priority ${priority}`]),
    ...(notBefore === undefined ? [] : [`not before ${notBefore}`]),
    ...(isSetAside ? ['set aside'] : []),
  ].join(', ')
}
