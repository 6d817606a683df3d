/**
 * Who may take which session, as SQL.
 *
 * A session goes on with the very version of the loop it was begun with, while any worker has it. Where none does, one
 * that knows the loop by name takes it: the kernel records how the two differ.
 */
import { timeSql } from '../server-time.ts'
import { awayMs } from './workers.ts'

/** Whether a worker with the loops `$n` (`name@version`) and their names `$m` takes the session `s`. */
export function fitsSql(loops: string, names: string): string {
  const version = `(s.loop || '@' || s.loop_version)`
  return `(${version} = ANY(${loops}::text[]) OR (s.loop = ANY(${names}::text[]) AND NOT EXISTS (
    SELECT 1 FROM worker w
    WHERE NOT w.is_draining AND w.seen_at > ${timeSql} - ${awayMs} AND ${version} = ANY(w.loops))))`
}

/** The names of loops given as `name@version`. */
export function loopNames(loops: readonly string[]): readonly string[] {
  return [...new Set(loops.map((loop) => loop.slice(0, loop.lastIndexOf('@'))))]
}
