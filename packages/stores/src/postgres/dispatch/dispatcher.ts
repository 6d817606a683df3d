/**
 * Hands sessions to workers on any number of machines.
 *
 * The truth is in the table of sessions: a session is queued, and whoever takes its lease runs it. What is sent through
 * the queue is only a bell, so that nobody need look all the time. A bell that is lost costs seconds and nothing else,
 * and one too many is answered in vain.
 */
import { type Dispatcher, type Offer, rankOf } from '@gyre/core'
import type { PgBoss } from 'pg-boss'
import { checkField, text } from '../../store-options.ts'
import { Batches } from '../batches.ts'
import type { PostgresStore } from '../store.ts'
import { bellOf, type Noted, noteBellsSql } from './bells.ts'
import { Boss } from './boss.ts'
import { type DeadLetter, DeadLetters } from './dead-letters.ts'
import { type Fleet, fleetOf } from './fleet.ts'
import { type OnSchedule, type Schedules, schedulesOver, workOnSchedules } from './schedules.ts'
import { Troubles } from './troubles.ts'
import { Work } from './work.ts'

/** How many sessions run here, and who is told of trouble and of schedules. */
export type PostgresDispatcherOptions = {
  /** How many sessions may run here at once. 0: sessions are offered here and run elsewhere. */
  readonly concurrency: number
  /** Of the program, for those who look at the workers. */
  readonly version: string
  /** Told what goes wrong and is tried again. */
  readonly onTrouble?: (line: string) => void
  /** Begins a session that is due by a schedule. Without it, others do. */
  readonly onSchedule?: OnSchedule
}

/** A dispatcher over PostgreSQL, with schedules and a view of all workers. Close it before its store. */
export type PostgresDispatcher = Dispatcher & {
  readonly schedules: Schedules
  /** Sessions that were set aside because their worker died again and again; resumed, they go on. */
  deadLetters(): Promise<readonly DeadLetter[]>
  /** Who works now, and on how much. */
  fleet(): Promise<Fleet>
  close(): Promise<void>
}

type Offered = Offer & { readonly session: string }

const soon: Offer = { priority: 0, notBefore: null }

const count = {
  fits: (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0,
  says: 'a whole number, 0 or more',
}

/** One that is none would cost those their bells that are offered in the same moment. */
const time = {
  fits: (value: unknown) => value === null || !Number.isNaN(new Date(value as number).getTime()),
  says: 'a time, or null',
}

/** The dispatcher over the tables of a store. Close it before the store. */
export async function postgresDispatcher(
  store: PostgresStore,
  options: PostgresDispatcherOptions,
): Promise<PostgresDispatcher> {
  const { concurrency, version, onTrouble, onSchedule } = options
  checkField('concurrency', concurrency, count)
  checkField('version', version, text)
  const { database, listener } = store
  const troubles = new Troubles(onTrouble)
  const onWork = async (boss: PgBoss): Promise<void> => {
    if (onSchedule) await workOnSchedules(boss, onSchedule, troubles)
  }
  const boss = new Boss({ database, listener, troubles, onWork })
  const deadLetters = new DeadLetters(database, boss)
  const works = new Set<Work>()
  const ring = async (all: readonly Offered[]): Promise<void> => {
    const ids = all.map(({ session }) => session)
    // First, because a worker that cannot take the session says so there when it has heard the bell.
    const noted = await database.rows<Noted>(noteBellsSql, [ids, true])
    const rows = new Map(noted.map((row) => [row.id, row]))
    const bells = all.map((offer) => {
      const { session, notBefore } = offer
      const row = rows.get(session)
      // The time is that of the server, as the row has it: the clock of this machine may be another.
      return row ? bellOf(session, row.rank, row.not_before) : bellOf(session, rankOf(offer), notBefore)
    })
    await boss.ring(bells).catch((error) => {
      // Nobody waits for this: where it fails as well, the bells are missed after a while.
      database.rows(noteBellsSql, [ids, false]).catch(() => {})
      throw error
    })
  }
  const offers = new Batches<Offered, void>({
    async ask(all) {
      // They are queued, and whoever looks finds them. Who began them must not be told that they were not begun.
      await ring(all).catch((error) => troubles.failed('Sessions wait that nobody could be told of', error))
      return all.map(() => undefined)
    },
  })
  return {
    isShared: true,
    schedules: schedulesOver(boss),
    deadLetters: () => deadLetters.list(),
    fleet: () => fleetOf(database),
    async offer(session, waits = soon) {
      checkField('notBefore', waits.notBefore, time)
      await offers.ask({ session, ...waits })
    },
    work(worker) {
      if (concurrency === 0) return async () => {}
      const work = new Work({ store, boss, deadLetters, troubles, worker, version, concurrency })
      works.add(work)
      void work.over.then(() => works.delete(work))
      return () => work.stop()
    },
    async close() {
      await Promise.all([...works].map((work) => work.close()))
      await offers.settled()
      await boss.close()
    },
  }
}
