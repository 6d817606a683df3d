/** `gyre schedule`: sessions that are started by the clock, whichever worker is there. */
import { GyreError } from '@gyre/core'
import type { PostgresDispatcher } from '@gyre/stores/postgres'
import { checkScheduled, type ScheduledStart, scheduledStart } from '../../wiring/scheduled-start.ts'
import { audited } from '../audited.ts'
import type { CommandCall, CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { printTable } from '../output/printed-table.ts'
import type { Place } from '../place.ts'
import { nearest } from '../suggestion.ts'

type Schedules = PostgresDispatcher['schedules']

export const listSchedules: CommandRun = async (call) => {
  const { io } = call
  const { schedules } = await opened(call)
  const found = (await schedules.list()).map(({ name, cron, tz, start }) => ({
    name,
    cron,
    tz: tz ?? 'UTC',
    start: scheduledStart(start),
  }))
  if (io.output !== 'text') io.printJson(found.map(({ start, ...when }) => ({ ...start, ...when })))
  else if (found.length === 0) io.report('Nothing is started by the clock. Begin with: gyre schedule add')
  else {
    const rows = found.map(({ name, cron, tz, start }) => [name, cron, tz, shownAs(start), start?.goal ?? ''])
    printTable(io, [['NAME', 'CRON', 'ZONE', 'LOOP/PERSONA', 'GOAL'], ...rows])
  }
  return exitCodes.done
}

export const addSchedule: CommandRun = async (call) => {
  const { io } = call
  const { name, cron, tz } = timesOf(call)
  const { place, schedules } = await opened(call)
  const start = startOf(call, place)
  await checkScheduled({ ...place, tools: () => place.tools() }, start)
  await refusing(cron, schedules.set({ name, cron, ...(tz !== undefined && { tz }), start }))
  await audited(place, 'schedule.set', name, { cron, tz: tz ?? 'UTC', ...start })
  if (io.output !== 'text') io.printJson({ ...start, cron, tz: tz ?? 'UTC' })
  else io.print(`${name}: ${cron} (${tz ?? 'UTC'})`)
  return exitCodes.done
}

export const removeSchedule: CommandRun = async (call) => {
  const { args, io } = call
  const [name = ''] = args
  const { place, schedules } = await opened(call)
  const names = (await schedules.list()).map((each) => each.name)
  if (!names.includes(name)) {
    const meant = nearest(name, names)
    throw new GyreError(
      'usage-invalid',
      `There is no schedule \`${name}\`.${meant ? ` Did you mean \`${meant}\`?` : ''}`,
    )
  }
  await schedules.remove(name)
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

function noCron(cron: string, cause?: unknown): GyreError {
  const says = `\`--cron "${cron}"\`: expected minute, hour, day, month and weekday, such as "0 8 * * 1-5".`
  return new GyreError('usage-invalid', says, cause === undefined ? {} : { cause })
}

/** Who reads the times says what is wrong with them; what the store says is told as it is. */
async function refusing(cron: string, set: Promise<void>): Promise<void> {
  try {
    await set
  } catch (error) {
    throw error instanceof GyreError ? error : noCron(cron, error)
  }
}

function startOf({ args: [name = '', ...words], options }: CommandCall, { runtime }: Place): ScheduledStart {
  const [loop, persona] = [options.text('loop'), options.text('persona')]
  if (loop !== undefined && persona !== undefined) {
    throw new GyreError('usage-invalid', 'Give a loop (`-l`) or a persona (`-p`), not both: a persona brings its loop.')
  }
  return { name, owner: runtime.owner, goal: words.join(' '), loop: loop ?? null, persona: persona ?? null }
}

function shownAs(start: ScheduledStart | undefined): string {
  return start?.persona ?? start?.loop ?? (start ? 'the usual loop' : 'of another version')
}
