/** What a child process is told to do, and what it answers. */
import type { SessionEnd } from '@gyre/core'

/** A synthetic web, and where it is served. */
export type ServedWeb = { readonly seed: number; readonly hasHazards: boolean; readonly port: number }

export type Order = {
  /** The database. */
  readonly path: string
  /** Effects are appended here as they begin: a line each, by process. */
  readonly log: string
  readonly do: 'start' | 'resume' | 'recover' | 'crowd'
  readonly scenario?: string
  /** What is researched, in place of a scenario. */
  readonly web?: ServedWeb
  /** How many sessions the crowd has. */
  readonly sessions?: number
  readonly leaseMs?: number
  /** How long each effect takes. */
  readonly paceMs?: number
  /** Kills itself when so many appends are durable. */
  readonly killAfterAppend?: number
  /** Kills itself inside the effect that begins as the n-th. */
  readonly killInEffect?: number
  /** Says that it is ready by making `<log>.ready.<pid>`, and begins once there is `<log>.go`. */
  readonly waits?: boolean
}

/** The last line a child says. */
export type Said = {
  readonly end?: Pick<SessionEnd, 'answer' | 'outcome'>
  /** Why it could not go on. */
  readonly code?: string
  /** How many appends were durable, and how many effects began. */
  readonly appends: number
  readonly effects: number
}
