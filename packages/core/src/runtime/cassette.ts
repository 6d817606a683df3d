/**
 * A cassette: a session as JSON lines that replay with no store.
 *
 * The first line names the session and the tools it was offered. Then come its facts, one a line, each after
 * the large messages it is the first to name. Lines of a plain export are read, too.
 */
import { addressOf } from '../audit/row.ts'
import { GyreError } from '../errors.ts'
import type { Json, JsonObject } from '../json.ts'
import type { OfferedTool } from '../kernel/context.ts'
import { factOf } from '../kernel/events.ts'
import type { Fact } from '../ports/facts.ts'
import type { JournalRow } from '../ports/store.ts'
import { addressIn, type PromptSources, storedMessage } from './prompt-text.ts'

const cassetteVersion = 1

/** A session that was read from JSON lines, ready to be replayed. */
export type Cassette = {
  readonly session: string
  /** The tools as the loop saw them. Empty in a plain export. */
  readonly tools: readonly OfferedTool[]
  readonly facts: readonly Fact[]
  /** Large messages, as JSON texts by address. */
  readonly payloads: ReadonlyMap<string, string>
}

export type CassetteSources = Pick<PromptSources, 'payload'> & { readonly tools: readonly OfferedTool[] }

/** The lines of a cassette, without line breaks. */
export async function* cassetteLines(
  session: string,
  rows: readonly JournalRow[],
  { payload, tools }: CassetteSources,
): AsyncGenerator<string, void, undefined> {
  yield JSON.stringify({ cassette: cassetteVersion, session, tools })
  const told = new Set<string>()
  for (const row of rows) {
    const fact = factOf(row)
    for (const address of addressesIn(fact.request)) {
      if (told.has(address)) continue
      told.add(address)
      yield JSON.stringify({ payload: address, message: await storedMessage(address, payload) })
    }
    yield JSON.stringify(fact)
  }
}

function addressesIn(request: Json | undefined): readonly string[] {
  const { append = [] } = (request ?? {}) as { readonly append?: readonly Json[] }
  return append.flatMap((element) => addressIn(element) ?? [])
}

type Line = JsonObject & { readonly cassette?: number; readonly session?: string; readonly payload?: string }

/** Reads the lines of a cassette or of an export. Empty ones, such as the last of a file, are passed over. */
export function readCassette(lines: Iterable<string>): Cassette {
  let session: string | undefined
  let tools: readonly OfferedTool[] = []
  const facts: Fact[] = []
  const payloads = new Map<string, string>()
  let number = 0
  for (const text of lines) {
    number += 1
    if (text.trim() === '') continue
    const line = parsed(text, number)
    session ??= line.session
    if (line.cassette !== undefined) tools = toolsIn(line)
    else if (line.payload !== undefined) addPayload(payloads, line, number)
    else facts.push(factIn(line, number))
  }
  if (session === undefined || facts.length === 0) throw damaged('It tells of no session.')
  return { session, tools, facts, payloads }
}

function parsed(text: string, number: number): Line {
  try {
    const line = JSON.parse(text) as Line | null
    if (typeof line === 'object' && line !== null) return line
  } catch (cause) {
    throw damaged(`Line ${number} is no JSON.`, cause)
  }
  throw damaged(`Line ${number} is no object.`)
}

function toolsIn({ cassette, tools }: Line): readonly OfferedTool[] {
  if (cassette === cassetteVersion) return (tools ?? []) as unknown as readonly OfferedTool[]
  const message = `The cassette is of version ${cassette}; this Gyre reads version ${cassetteVersion}.`
  throw new GyreError('store-newer', message, { version: cassette })
}

function addPayload(payloads: Map<string, string>, { payload = '', message }: Line, number: number): void {
  const text = JSON.stringify(message)
  if (addressOf(text) !== payload) throw damaged(`The message of line ${number} is not the one its address names.`)
  payloads.set(payload, text)
}

function factIn({ seq, at, type, path, kind, request, result, data }: Line, number: number): Fact {
  if (typeof seq !== 'number' || typeof type !== 'string') throw damaged(`Line ${number} holds no fact.`)
  const all = { seq, at, type, path, kind, request, result, data }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as unknown as Fact
}

function damaged(says: string, cause?: unknown): GyreError {
  return new GyreError('store-corrupt', `The cassette is damaged. ${says}`, { cause })
}

/** The rows the facts were read from; JSON that was written once is written the same again. */
export function rowsOf({ facts }: Cassette): readonly JournalRow[] {
  return facts.map(({ seq, at, type, path, kind, request, result, data }) => ({
    seq,
    at,
    type,
    path: path ?? null,
    kind: kind ?? null,
    request: textOf(request),
    result: textOf(result),
    data: textOf(data),
    chain: '',
    key: '',
  }))
}

function textOf(value: Json | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
