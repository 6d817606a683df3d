/** The log of a server: one JSON object a line, or a line to read where stderr is a terminal. */
import type { LogLevel } from '../config/environment.ts'

export type LogEntry = {
  /** ISO 8601. */
  readonly at: string
  readonly level: LogLevel
  readonly message: string
}

/** Where lines go. */
export type LogTarget = { readonly isTty: boolean; write(text: string): void }

const ranks: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 }

const widestLevel = 5

/** Entries of a lower level than `least` are left out. */
export function jsonLog<E extends LogEntry>(target: LogTarget, least: LogLevel = 'info'): (entry: E) => void {
  const lineOf = target.isTty ? shown : JSON.stringify
  return (entry) => {
    if (ranks[entry.level] >= ranks[least]) target.write(`${lineOf(entry)}\n`)
  }
}

type Shown = LogEntry & { readonly ms?: number; readonly caller?: string | null }

/** `14:03:05 INFO  GET /v1/models 200 12 ms key:laptop` */
function shown({ at, level, message, ms, caller }: Shown): string {
  const time = new Date(at).toTimeString().slice(0, 'hh:mm:ss'.length)
  const words = [time, level.toUpperCase().padEnd(widestLevel), message]
  if (ms !== undefined) words.push(`${ms} ms`)
  if (caller) words.push(caller)
  // What stands in an entry comes from outside: it moves no cursor, and begins no line.
  return words.join(' ').replaceAll(/\p{Cc}/gu, '?')
}
