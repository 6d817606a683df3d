/** Reading and writing whole messages. Taken hold of before other code is loaded, which may change what is global. */
import { readSync, writeSync } from 'node:fs'
import { type Answer, type Greeting, mostBytes, pipes } from '../protocol.ts'

const { parse, stringify } = JSON
const newline = 10

export function say(said: Answer | Greeting): void {
  write(stringify(said))
}

/** An answer whose value may be anything: what cannot be written down is told instead. */
export function sayAnswer(answer: Omit<Answer, 'value'> & { readonly value?: unknown }): void {
  const { id, isFree } = answer
  try {
    const text = stringify(answer)
    if (Buffer.byteLength(text) <= mostBytes) write(text)
    else say({ id, isFree, threw: `The answer of the isolated code is longer than ${mostBytes / 1e6} MB.` })
  } catch (error) {
    say({ id, isFree, threw: `The answer of the isolated code is no JSON: ${reasonOf(error)}` })
  }
}

function write(text: string): void {
  const bytes = Buffer.from(`${text}\n`)
  for (let start = 0; start < bytes.length; ) start += writeSync(pipes.answers, bytes, start)
}

/** A model reads it. */
const longestReason = 4000

/** What was thrown, in words. It may be anything, also what throws when it is looked at. */
export function reasonOf(thrown: unknown): string {
  try {
    const reason = thrown instanceof Error ? thrown.message || thrown.name : String(thrown)
    return String(reason).slice(0, longestReason)
  } catch {
    return 'what it threw has no text'
  }
}

export type Thrown = { readonly threw: string; readonly code?: string }

export function thrownOf(thrown: unknown): Thrown {
  const threw = reasonOf(thrown)
  try {
    const code: unknown = (thrown as { readonly code?: unknown } | null | undefined)?.code
    return typeof code === 'string' ? { threw, code } : { threw }
  } catch {
    return { threw }
  }
}

/**
 * The next message of the parent, undefined when there is none any more.
 *
 * The whole process waits: what a call left behind does not run until there is another.
 */
export function hear(): unknown {
  const parts: Buffer[] = []
  for (;;) {
    const part = Buffer.alloc(65_536)
    const size = readSync(0, part)
    if (size === 0) return undefined
    parts.push(part.subarray(0, size))
    // The parent sends one message and waits for its answer: a line end is the end of what there is.
    if (part[size - 1] === newline) return parse(Buffer.concat(parts).toString('utf8'))
  }
}
