/** `gyre schedule`: sessions that are started by the clock, whichever worker is there. */
import { GyreError } from '@gyre/core'
import type { ListedSchedule, PostgresDispatcher } from '@gyre/stores/postgres'
import { checkScheduled, type ScheduledStart, scheduledStart } from '../../wiring/scheduled-start.ts'
import { audited } from '../audited.ts'
import type { CommandCall, CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { shownMoment } from '../output/amounts.ts'
import { printTable } from '../output/printed-table.ts'
import type { Place } from '../place.ts'
import { priorityOf } from '../session/queue-session.ts'
import { chosenTools } from '../session/session-request.ts'
import { readTypedStart } from '../session/typed-start.ts'
import { nearest } from '../suggestion.ts'

type Schedules = PostgresDispatcher['schedules']

export const listSchedules: CommandRun = async (call) => {
  const { io } = call
  const { place, schedules } = await opened(call)
  const listed = await schedules.list(place.runtime.owner)
  const found = listed.map((each) => ({ ...each, start: scheduledStart(each.start) }))
  if (io.output !== 'text') io.printJson(found.map(asJson))
  else if (found.length === 0) io.report('Nothing is started by the clock. Begin with: gyre schedule add')
  else {
    const rows = found.map(({ name, cron, tz, nextAt, start }) => {
      return [name, cron, tz, nextAt === null ? 'never' : shownMoment(nextAt), shownAs(start), start?.goal ?? '']
    })
    printTable(io, [['NAME', 'CRON', 'ZONE', 'NEXT', 'LOOP/PERSONA', 'GOAL'], ...rows])
  }
  return exitCodes.done
}

type Found = Omit<ListedSchedule, 'start'> & { readonly start: ScheduledStart | undefined }

function asJson({ start, nextAt, ...when }: Found) {
  return { ...when, nextAt: nextAt === null ? null : new Date(nextAt).toISOString(), ...start }
}

export const addSchedule: CommandRun = async (call) => {
  const { io } = call
  const { name, cron, tz = 'UTC' } = timesOf(call)
  const start = await startOf(call)
  const { place, schedules } = await opened(call)
  const { owner } = place.runtime
  await checkScheduled({ ...place, tools: (patterns) => chosenTools(place, patterns) }, { owner, name, start })
  await refusing(schedules.set({ owner, name, cron, tz, start }))
  await audited(place, 'schedule.set', name, { cron, tz, ...start })
  if (io.output !== 'text') io.printJson({ owner, name, cron, tz, ...start })
  else io.print(`${name}: ${cron} (${tz})`)
  return exitCodes.done
}

export const removeSchedule: CommandRun = async (call) => {
  const { args, io } = call
  const [name = ''] = args
  const { place, schedules } = await opened(call)
  const { owner } = place.runtime
  const names = (await schedules.list(owner)).map((each) => each.name)
  if (!names.includes(name)) {
    const meant = nearest(name, names)
    throw new GyreError(
      'usage-invalid',
      `There is no schedule \`${name}\`.${meant ? ` Did you mean \`${meant}\`?` : ''}`,
    )
  }
  await schedules.remove(owner, name)
  await audited(place, 'schedule.removed', name)
  if (io.output !== 'text') io.printJson({ name, isRemoved: true })
  else io.print(`${name}: removed`)
  return exitCodes.done
}

async function opened(call: CommandCall): Promise<{ readonly place: Place; readonly schedules: Schedules }> {
  const place = await call.place({ dispatch: { concurrency: 0 } })
  const schedules = place.postgres?.dispatcher?.schedules
  if (schedules) return { place, schedules }
  const says =
    'Schedules are kept in PostgreSQL, where one of many workers starts each session. Set GYRE_DATABASE_URL, or let cron of this machine call `gyre run`.'
  throw new GyreError('usage-invalid', says)
}

type Times = { readonly name: string; readonly cron: string; readonly tz: string | undefined }

function timesOf({ args: [name = ''], options }: CommandCall): Times {
  if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(name)) {
    throw new GyreError('usage-invalid', `\`${name}\`: expected a name of letters, digits, \`-\`, \`_\` and \`.\`.`)
  }
  const cron = options.text('cron')?.trim().replaceAll(/\s+/g, ' ')
  if (cron === undefined) throw new GyreError('usage-invalid', '`gyre schedule add` needs `--cron "0 8 * * 1-5"`.')
  // One with seconds would be taken, and fire once a minute all the same.
  if (cron.split(' ').length !== 5) throw noCron(cron)
  const tz = options.text('tz')
  if (tz !== undefined && !isZone(tz)) {
    throw new GyreError('usage-invalid', `\`--tz ${tz}\`: expected a time zone, such as Europe/Berlin or UTC.`)
  }
  return { name, cron, tz }
}

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

function noCron(cron: string): GyreError {
  const says = `\`--cron "${cron}"\`: expected minute, hour, day, month and weekday, such as "0 8 * * 1-5".`
  return new GyreError('usage-invalid', says)
}

/** Times that cannot be read are a fault of what was typed, and no config of a loop. */
async function refusing(set: Promise<void>): Promise<void> {
  try {
    await set
  } catch (error) {
    const isOfTimes = error instanceof GyreError && error.code === 'config-invalid'
    throw isOfTimes ? new GyreError('usage-invalid', `\`--cron\`: ${error.message}`, { cause: error }) : error
  }
}

async function startOf(call: CommandCall): Promise<ScheduledStart> {
  const [, ...args] = call.args
  const needs = '`gyre schedule add` needs a goal: gyre schedule add sums --cron "0 8 * * 1-5" "What is 17 * 6 + 14?"'
  const { loop, persona, ...typed } = await readTypedStart({ ...call, args }, needs)
  const priority = priorityOf(call.options)
  return { ...typed, loop: loop ?? null, persona: persona ?? null, ...(priority !== undefined && { priority }) }
}

function shownAs(start: ScheduledStart | undefined): string {
  return start?.persona ?? start?.loop ?? (start ? 'the usual loop' : 'of another version')
}
