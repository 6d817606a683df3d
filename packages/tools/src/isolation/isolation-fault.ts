/** The ways isolated code fails, in words: a model may read them as a tool's answer. */
import { type ErrorCode, errorTable, GyreError } from '@gyre/core'
import { mostBytes, overMemory } from './protocol.ts'

export type FaultKind =
  /** The code threw: its own words are the message. */
  | 'threw'
  | 'timeout'
  | 'memory'
  /** The process ended before it answered. */
  | 'ended'
  /** It wrote more than it may. */
  | 'output'
  /** It spoke out of turn, or what cannot be read. */
  | 'protocol'
  /** No process, or the module could not be loaded. */
  | 'start'

export function isolationFault(fault: FaultKind, message: string, cause?: unknown): GyreError {
  return new GyreError('tool-failed', message, { fault, ...(cause !== undefined && { cause }) })
}

/**
 * What the code threw, in its own words. When it says by its code that the caller is at fault, it is so: a tool that
 * refuses what it was asked has not failed. It has no say about anything else.
 */
export function thrownFault(message: string, code: string | undefined): GyreError {
  const status = code !== undefined && Object.hasOwn(errorTable, code) ? errorTable[code as ErrorCode].status : 0
  const isCallers = status === 400 || status === 403
  return new GyreError(isCallers ? (code as ErrorCode) : 'tool-failed', message, { fault: 'threw' })
}

export function abortedFault(cause: unknown): GyreError {
  return new GyreError('aborted', 'The isolated code was stopped by an abort.', { cause })
}

export function outputFault(): GyreError {
  return isolationFault('output', `The isolated code wrote more than ${mostBytes / 1e6} MB and was stopped.`)
}

export function startFault(cause: Error): GyreError {
  return isolationFault('start', `The process for isolated code could not be started: ${cause.message}`, cause)
}

type Ending = {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** The last that the process wrote to its stderr. */
  readonly errors: string
  readonly memoryMb: number
}

/** Why a process ended that nobody has stopped. */
export function endedFault({ code, signal, errors, memoryMb }: Ending): GyreError {
  if (errors.includes(overMemory) || /heap out of memory|Array buffer allocation failed/.test(errors)) {
    return isolationFault('memory', `The isolated code needed more than its ${memoryMb} MB of memory and was stopped.`)
  }
  return isolationFault(
    'ended',
    `The isolated code ended before it answered: ${endOf(code, signal)}${lastWords(errors)}`,
  )
}

/** Node's own code for a program that waits for what nothing can bring about. */
const unsettled = 13

function endOf(code: number | null, signal: NodeJS.Signals | null): string {
  if (code === unsettled) return 'it waits for something that never comes.'
  return signal === null ? `exit code ${code}.` : `killed by ${signal}.`
}

/** The line that names the error, which Node prints below the source it points at. */
function lastWords(errors: string): string {
  const named = /^(?:Uncaught )?[A-Z]\w*(?:Error|Exception)?(?: \[\w+\])?: .*$/m.exec(errors)?.[0]
  return named === undefined ? '' : ` ${named.slice(0, 500)}`
}
