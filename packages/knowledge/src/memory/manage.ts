/** Memories in the hands of people: listed, found, written, edited and removed. */
import { GyreError, type MemoryRecord } from '@gyre/core'
import type { MemoryShelf, OwnShelf } from './memory-shelf.ts'
import { expiryOf, memoryText } from './memory-text.ts'
import { type RecalledMemory, recallMemories } from './recall.ts'
import { textVector } from './text-vector.ts'

const usualFound = 10
const mostNamed = 5

/** Newest first; expired ones are left out. */
export async function listMemories(
  { store, owner, clock }: OwnShelf,
  { kind, limit }: { readonly kind?: string; readonly limit?: number } = {},
): Promise<readonly MemoryRecord[]> {
  const filter = { owner, now: clock.now(), ...(kind !== undefined && { kind }) }
  if (limit === undefined) return store.list(filter)
  if (Number.isInteger(limit) && limit >= 1) return store.list({ ...filter, limit })
  throw new GyreError('argument-invalid', `\`limit\` is a whole number above zero, not \`${String(limit)}\`.`, {
    limit,
  })
}

/** By words and by meaning, best first. */
export function findMemories(
  shelf: OwnShelf,
  query: string,
  options: { readonly kind?: string; readonly limit?: number } = {},
): Promise<readonly RecalledMemory[]> {
  return recallMemories(shelf, query, { limit: usualFound, ...options })
}

/** By its id, or a beginning of it that no other has. */
export async function getMemory(shelf: OwnShelf, named: string): Promise<MemoryRecord> {
  const exact = await shelf.store.get(named)
  if (exact?.owner === shelf.owner) return exact
  if (named === '') throw unknown(named)
  const { store, owner, clock } = shelf
  // `mem_` may be left out.
  const start = named.startsWith('mem_') ? named : `mem_${named}`
  return only(await store.beginningWith(start, { owner, now: clock.now(), limit: mostNamed + 1 }), named)
}

/** Remembers a text that a person wrote. */
export async function addNote(
  shelf: OwnShelf,
  note: { readonly text: string; readonly expiresInMs?: number },
): Promise<MemoryRecord> {
  const { store, owner, clock, ids } = shelf
  const text = memoryText(note.text)
  const at = clock.now()
  const expiresAt = expiryOf(note.expiresInMs, at)
  const from = { owner, session: null, key: null, kind: 'note', data: null }
  return store.put({ ...from, id: ids.next('mem'), text, at, expiresAt, ...(await textVector(shelf, text)) })
}

/** What is changed of a memory; with `expiresInMs: null` it never expires. */
export type MemoryChange = {
  readonly text?: string
  /** From now on; null keeps it for ever. */
  readonly expiresInMs?: number | null
}

/** Changes what a memory says, or how long it is kept; what is left out stays. */
export async function editMemory(shelf: OwnShelf, named: string, change: MemoryChange): Promise<MemoryRecord> {
  const { text, expiresInMs } = change
  if (text === undefined && expiresInMs === undefined)
    throw new GyreError('argument-invalid', 'Give a new `text`, or `expiresInMs`: there is nothing to change.')
  const said = text === undefined ? undefined : memoryText(text)
  const until = expiresInMs === undefined ? undefined : expiryOf(expiresInMs, shelf.clock.now())
  const memory = await getMemory(shelf, named)
  const edited = {
    ...memory,
    ...(said !== undefined && said !== memory.text && { text: said, ...(await textVector(shelf, said)) }),
    ...(until !== undefined && { expiresAt: until }),
  }
  if (await shelf.store.edit(memory.id, edited)) return edited
  throw unknown(named)
}

/** Removes all of them, or none when one of the names is that of no memory. Answers with those that went. */
export async function removeMemories(shelf: OwnShelf, names: readonly string[]): Promise<readonly MemoryRecord[]> {
  const found = new Map<string, MemoryRecord>()
  for (const named of names) {
    const memory = await getMemory(shelf, named)
    found.set(memory.id, memory)
  }
  await shelf.store.remove([...found.keys()])
  return [...found.values()]
}

/** Removes what has expired, of every owner; answers with how many there were. */
export function forgetExpired({ store, clock }: MemoryShelf): Promise<number> {
  return store.removeExpired(clock.now())
}

function only(meant: readonly MemoryRecord[], named: string): MemoryRecord {
  const [first] = meant
  if (!first) throw unknown(named)
  if (meant.length === 1) return first
  const more = meant.length > mostNamed ? ' and more' : ''
  const ids = meant.slice(0, mostNamed).map(({ id }) => `\`${id}\``)
  const message = `Several memories begin with \`${named}\`: ${ids.join(', ')}${more}. Write more of the id.`
  throw new GyreError('memory-unknown', message, { id: named })
}

function unknown(named: string): GyreError {
  return new GyreError('memory-unknown', `There is no memory \`${named}\`.`, { id: named })
}
