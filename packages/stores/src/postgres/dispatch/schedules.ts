/**
 * Sessions that are begun by the clock: schedules of pg-boss, kept with the queues.
 *
 * One of the workers sees that a schedule is due and one begins the session, at most once: a worker that dies over it
 * leaves it out until the next time.
 */
import { GyreError, type Json } from '@gyre/core'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { type Boss, queues } from './boss.ts'
import { messageOf, type Troubles } from './troubles.ts'

/** What is begun when, and whose it is. */
export type SessionSchedule = {
  readonly owner: string
  /** One of its owner's; others may have one of the same name. */
  readonly name: string
  /** Minute, hour, day of the month, month, day of the week. */
  readonly cron: string
  /** The time zone it is read in: `Europe/Paris`. */
  readonly tz: string
  /** What the program begins the session with. */
  readonly start: Json
}

/** A schedule and when it is due next, in ms since 1970; null when never. */
export type ListedSchedule = SessionSchedule & {
  /** When it is due next, in ms; null when never. */
  readonly nextAt: number | null
}

/** Sessions that are begun by the clock, by owner and name. */
export type Schedules = {
  /** Those of an owner, by name. */
  list(owner: string): Promise<readonly ListedSchedule[]>
  /**
   * Makes one, or changes the one of that name of its owner; UTC when no time zone is given. `config-invalid` when it cannot
   * be read.
   */
  set(schedule: Omit<SessionSchedule, 'tz'> & { readonly tz?: string }): Promise<void>
  /** False when its owner has none of that name. */
  remove(owner: string, name: string): Promise<boolean>
}

/** Begins a session; `at` is when it was due, in ms. */
export type OnSchedule = (schedule: SessionSchedule, at: number) => Promise<void>

const names = /^[\w.\-/]+$/
/** A schedule that is due is seen within a minute, and begun some seconds later. */
const latestMs = 90_000

export function schedulesOver(boss: Boss): Schedules {
  return {
    async list(owner) {
      const started = await boss.started()
      const found = (await started.getSchedules(queues.schedule)).map(({ data }) => data as SessionSchedule)
      const own = found.filter((schedule) => schedule.owner === owner)
      const sorted = own.toSorted((one, other) => (one.name < other.name ? -1 : 1))
      return sorted.map((schedule) => ({ ...schedule, nextAt: nextOf(started, schedule) }))
    },
    async set({ owner, name, cron, tz = 'UTC', start }) {
      if (!names.test(name)) {
        const says = 'Names of schedules are made of letters, digits, `_`, `-`, `.` and `/`.'
        throw new GyreError('config-invalid', says, { name })
      }
      const started = await boss.started()
      checkTimes(started, cron, tz)
      // All of it goes along, so that it can be told whose it is and when it was due.
      const schedule: SessionSchedule = { owner, name, cron, tz, start }
      await started.schedule(queues.schedule, cron, schedule, { tz, key: keyOf(owner, name) })
    },
    async remove(owner, name) {
      const [started, key] = [await boss.started(), keyOf(owner, name)]
      const found = await started.getSchedule(queues.schedule, key)
      if (found) await started.unschedule(queues.schedule, key)
      return found !== null
    },
  }
}

/** Begins what is due, in a process at work. */
export async function workOnSchedules(boss: PgBoss, onSchedule: OnSchedule, troubles: Troubles): Promise<void> {
  const begin = async ([job]: JobWithMetadata<SessionSchedule>[]): Promise<void> => {
    if (!job) return
    try {
      await onSchedule(job.data, dueAt(boss, job))
    } catch (error) {
      troubles.failed('What was due by a schedule was not begun', error)
      throw error
    }
  }
  await boss.work<SessionSchedule, void, { includeMetadata: true }>(queues.schedule, { includeMetadata: true }, begin)
}

/** Keys have the same few characters as names: any other of an owner is written as its bytes, `.40` for `@`. */
function keyOf(owner: string, name: string): string {
  const bytesOf = (sign: string): string => [...Buffer.from(sign)].map((byte) => `.${hex(byte)}`).join('')
  return `${owner.replaceAll(/[^A-Za-z0-9_-]+/g, bytesOf)}/${name}`
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}

function nextOf(boss: PgBoss, { cron, tz }: SessionSchedule): number | null {
  return boss.previewSchedule(cron, { tz, count: 1 })[0]?.getTime() ?? null
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
function dueAt(boss: PgBoss, { data: { cron, tz }, createdOn }: JobWithMetadata<SessionSchedule>): number {
  const queued = createdOn.getTime()
  const times = boss.previewSchedule(cron, { tz, from: new Date(queued - latestMs), count: 2 })
  return times.map((time) => time.getTime()).findLast((time) => time <= queued) ?? queued
}
