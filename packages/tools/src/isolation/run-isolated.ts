/**
 * Runs code in a process of its own, which is ended when it does not behave.
 *
 * The process has no rights but to compute: Node's permission model keeps files, processes, threads and addons from
 * it, and the modules of Node that reach further are not there. It can load code in the module's folder and below, and
 * packages in the `node_modules` around it; data beside the code is not to be had, nor the rest of the project. Node 24
 * has no permission for the network: there it is only that neither modules nor globals for it are to be had; from Node
 * 25 on it is refused by Node as well. Node calls its model a seat belt, not a sandbox: code of an enemy belongs into a
 * container.
 */
import { availableParallelism } from 'node:os'
import { GyreError, type Json } from '@gyre/core'
import type { IsolatedPermissions } from './child-command.ts'
import { ChildPool } from './child-pool.ts'
import { mostBytes } from './protocol.ts'

export type IsolatedRun = {
  /** A file, JavaScript or TypeScript. */
  readonly module: URL
  /** The function to run; `default` when left out. */
  readonly export?: string
  readonly input: Json
  /** From when the module is loaded. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  /** 256 when left out. */
  readonly memoryMb?: number
  readonly permissions?: IsolatedPermissions
  /** Whose call it is: others never meet its process. Left out for code of ours, whose process is for everybody. */
  readonly session?: string
}

const pool = new ChildPool({ mostWorking: Math.max(4, availableParallelism()), mostResting: 4, restMs: 30_000 })

/**
 * What the function gives for the input, as plain data. What it throws is thrown as `tool-failed` in its own words.
 *
 * The process is kept for the next call of the same module in the same session, with what the module remembers.
 */
export function runIsolated({ input, ...run }: IsolatedRun): Promise<unknown> {
  return callIsolated({ ...run, args: [input] })
}

/** The same for a function of several arguments. */
export async function callIsolated(run: Omit<IsolatedRun, 'input'> & { readonly args: readonly Json[] }) {
  const { module, export: name = 'default', args, timeoutMs, signal, memoryMb = 256, permissions = {}, session } = run
  checkModule(module)
  checkNumber('timeoutMs', timeoutMs, longestTimerMs)
  checkNumber('memoryMb', memoryMb, 65_536)
  checkSize(args)
  return await pool.run({
    child: { module, memoryMb, permissions },
    request: { export: name, args },
    terms: { timeoutMs, signal },
    session,
  })
}

/** Ends all processes for isolated code. Those that rest end with the program anyway. */
export function endIsolated(): Promise<void> {
  return pool.close()
}

/** A timer that is longer ends at once. */
const longestTimerMs = 2 ** 31 - 1

function checkModule(module: URL): void {
  if (module.protocol === 'file:') return
  throw new GyreError('tool-invalid', `Isolated code is a file; \`${module.href.slice(0, 100)}\` is none.`)
}

function checkNumber(name: string, value: number, most: number): void {
  if (value >= 1 && value <= most) return
  throw new GyreError('tool-invalid', `\`${name}\` of isolated code is a number from 1 to ${most}, not ${value}.`)
}

function checkSize(args: readonly Json[]): void {
  if (Buffer.byteLength(JSON.stringify(args)) <= mostBytes) return
  throw new GyreError('tool-failed', `The input of isolated code is at most ${mostBytes / 1e6} MB long.`)
}
