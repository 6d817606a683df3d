/**
 * Runs code in a process of its own, which is ended when it does not behave.
 *
 * What is kept from the code, unless it is given the right:
 * - files: it loads code in the module's folder and below, and packages in the `node_modules` around it. It gets neither
 *   data beside the code nor the rest of the project, and does not learn which files there are elsewhere;
 * - other processes, threads, addons and the debugger, by Node's permission model, and signals to processes;
 * - the network, sockets of this machine and names of hosts. Node 24 has no permission for them: the modules and globals
 *   are not there, and what sockets are made of refuses. From Node 25 on Node itself refuses as well;
 * - the environment, other sessions, and more memory and time than it may have.
 *
 * What is not: the time, random numbers, how this machine is built, the paths of the program and the numbers of its own
 * process and its parent. `network` is all of it, with this machine's own sockets. What is linked from a folder that it
 * may read can be read. All but the rights are kept inside the process that the code runs in, as is Node's model, which
 * Node calls a seat belt, not a sandbox: code of an enemy belongs into a container.
 */
import { availableParallelism } from 'node:os'
import { GyreError, type Json } from '@gyre/core'
import type { IsolatedPermissions } from './child-command.ts'
import { ChildPool } from './child-pool.ts'
import { mostBytes } from './protocol.ts'

/** What is run, on what, and with which rights. */
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

type IsolatedArgsRun = Omit<IsolatedRun, 'input' | 'timeoutMs'> & {
  readonly args: readonly Json[]
  /** Left out when the signal tells the end of its time. */
  readonly timeoutMs?: number
}

/** The same for a function of several arguments. */
export async function callIsolated(run: IsolatedArgsRun): Promise<unknown> {
  const { module, export: name = 'default', args, timeoutMs, signal, memoryMb = 256, permissions = {}, session } = run
  checkModule(module)
  if (timeoutMs !== undefined) checkNumber('timeoutMs', timeoutMs, longestTimerMs)
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
