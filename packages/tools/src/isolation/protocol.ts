/** What a child and the process that started it tell each other: one JSON object a line. */
import type { Json } from '@gyre/core'

/** Where the child writes its answers, and what tells it that its parent is gone: numbers of pipes. */
export const pipes = { answers: 3, lifeline: 4 } as const

/** The longest line of either side, and the most that a call may print. */
export const mostBytes = 10_000_000

/** What the warden of a child writes to its stderr before it ends it. */
export const overMemory = 'gyre: over memory'

/** What a child is told as it starts. */
export type Order = {
  readonly module: string
  readonly memoryMb: number
  /** Modules of Node that the code may import besides those that only compute. */
  readonly builtins: readonly string[]
}

export type Request = { readonly id: number; readonly export: string; readonly args: readonly Json[] }

/** `isFree`: nothing goes on in the child that the call began, so it may be given another. */
export type Answer = {
  readonly id: number
  readonly isFree: boolean
  readonly value?: Json
  readonly threw?: string
  /** The code of what was thrown. */
  readonly code?: string
}

/** The first line of a child. */
export type Greeting = { readonly ready: true } | { readonly unloadable: string }

export type Said = Answer | Greeting

/** A line of a child, or undefined when it is none: whoever wrote it is not to be trusted. */
export function readSaid(line: string): Said | undefined {
  try {
    const said: unknown = JSON.parse(line)
    return isAnswer(said) || isGreeting(said) ? said : undefined
  } catch {
    return undefined
  }
}

function isAnswer(said: unknown): said is Answer {
  if (!isRecord(said) || typeof said['id'] !== 'number' || typeof said['isFree'] !== 'boolean') return false
  return isTextOrNothing(said['threw']) && isTextOrNothing(said['code'])
}

function isTextOrNothing(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string'
}

function isGreeting(said: unknown): said is Greeting {
  return isRecord(said) && (said['ready'] === true || typeof said['unloadable'] === 'string')
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
