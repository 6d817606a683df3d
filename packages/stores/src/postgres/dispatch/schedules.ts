/**
 * Sessions that are begun by the clock: schedules of pg-boss, kept with the queues.
 *
 * One of the workers sees that a schedule is due and one begins the session, at most once: a worker that dies over it
 * leaves it out until the next time.
 */
import { GyreError, type Json } from '@gyre/core'
import type { JobWithMetadata, PgBoss, Schedule } from 'pg-boss'
import { type Boss, queues } from './boss.ts'
import { messageOf, type Troubles } from './troubles.ts'

/** What is begun when. */
export type SessionSchedule = {
  readonly name: string
  /** Minute, hour, day of the month, month, day of the week. */
  readonly cron: string
  /** The time zone it is read in: `Europe/Paris`. */
  readonly tz: string
  /** What the program begins the session with. */
  readonly start: Json
}

export type Schedules = {
  /** By name. */
  list(): Promise<readonly SessionSchedule[]>
  /** Makes one, or changes the one of that name; UTC when no time zone is given. `config-invalid` when it cannot be read. */
  set(schedule: Omit<SessionSchedule, 'tz'> & { readonly tz?: string }): Promise<void>
  /** False when there is none of that name. */
  remove(name: string): Promise<boolean>
}

/** Begins a session; `at` is when it was due, in ms. */
export type OnSchedule = (start: Json, at: number) => Promise<void>

/** The schedule goes along, so that it can be told when it was due. */
type Due = Omit<SessionSchedule, 'name'>

const names = /^[\w.\-/]+$/
/** A schedule that is due is seen within a minute, and begun some seconds later. */
const latestMs = 90_000

export function schedulesOver(boss: Boss): Schedules {
  return {
    async list() {
      const found = await (await boss.started()).getSchedules(queues.schedule)
      const known = found.map((each) => readSchedule(each))
      return known.toSorted((one, other) => (one.name < other.name ? -1 : 1))
    },
    async set({ name, cron, tz = 'UTC', start }) {
      if (!names.test(name)) {
        const says = 'Names of schedules are made of letters, digits, `_`, `-`, `.` and `/`.'
        throw new GyreError('config-invalid', says, { name })
      }
      const started = await boss.started()
      checkTimes(started, cron, tz)
      await started.schedule(queues.schedule, cron, { cron, tz, start } satisfies Due, { tz, key: name })
    },
    async remove(name) {
      const started = await boss.started()
      const found = await started.getSchedule(queues.schedule, name)
      if (found) await started.unschedule(queues.schedule, name)
      return found !== null
    },
  }
}

/** Begins what is due, in a process at work. */
export async function workOnSchedules(boss: PgBoss, onSchedule: OnSchedule, troubles: Troubles): Promise<void> {
  const begin = async ([job]: JobWithMetadata<Due>[]): Promise<void> => {
    if (!job) return
    try {
      await onSchedule(job.data.start, dueAt(boss, job))
    } catch (error) {
      troubles.failed('What was due by a schedule was not begun', error)
      throw error
    }
  }
  await boss.work<Due, void, { includeMetadata: true }>(queues.schedule, { includeMetadata: true }, begin)
}

function readSchedule({ key, cron, timezone, data }: Schedule): SessionSchedule {
  return { name: key, cron, tz: timezone, start: (data as Due).start }
}

function checkTimes(boss: PgBoss, cron: string, tz: string): void {
  try {
    boss.previewSchedule(cron, { tz, count: 1 })
  } catch (error) {
    throw unreadable(cron, tz, error)
  }
}

function unreadable(cron: string, tz: string, cause: unknown): GyreError {
  const says = `\`${cron}\` in the time zone \`${tz}\` is no schedule: ${messageOf(cause)}`
  return new GyreError('config-invalid', says, { cron, tz, cause })
}

/** The last time before it was queued. */
function dueAt(boss: PgBoss, { data: { cron, tz }, createdOn }: JobWithMetadata<Due>): number {
  const queued = createdOn.getTime()
  const times = boss.previewSchedule(cron, { tz, from: new Date(queued - latestMs), count: 2 })
  return times.map((time) => time.getTime()).findLast((time) => time <= queued) ?? queued
}
