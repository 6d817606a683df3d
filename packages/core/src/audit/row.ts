/**
 * How a fact becomes bytes: JSON columns, large values by address, one link of the audit chain.
 *
 * Every durable store writes rows through `seal`, so that the chain, the payload addresses and the
 * texts compared on replay are the same in all of them.
 */
import { hash } from 'node:crypto'
import type { Json } from '../json.ts'
import type { Fact } from '../ports/facts.ts'
import type { AuditKey, JournalRow, SessionRow } from '../ports/store.ts'
import { signer } from './hmac.ts'

/** A message of a prompt that is longer is stored once, under its address. */
const largeMessage = 1024
/** A column that is longer is stored once, under its address. */
const largeColumn = 8192

/** A text that is too large for a row, and the address the row names instead. */
export type Payload = { readonly address: string; readonly text: string }

/** A row ready to be written, and the texts that must be written with it. */
export type SealedRow = { readonly row: JournalRow; readonly payloads: readonly Payload[] }

const noPayloads: readonly Payload[] = []

/** The address a large text is stored under: the hash of what it says. */
export function addressOf(text: string): string {
  return `@${hash('sha256', text, 'base64url')}`
}

/**
 * What the first link of a session is made over, where the others have the link before them: so every link
 * tells whose journal it belongs to.
 */
export function genesis({ id, owner }: Pick<SessionRow, 'id' | 'owner'>): string {
  return JSON.stringify([id, owner])
}

/** The row of a fact: `previous` is the chain of the row before it, the genesis of the session for the first. */
export function seal(fact: Fact, previous: string, key: AuditKey): SealedRow {
  const payloads: Payload[] = []
  const request = column(encodeRequest(fact.request, payloads), payloads)
  const result = column(encode(fact.result), payloads)
  const data = column(encode(fact.data), payloads)
  const unsigned = {
    seq: fact.seq,
    at: fact.at,
    type: fact.type,
    path: fact.path ?? null,
    kind: fact.kind ?? null,
    request,
    result,
    data,
    key: key.id,
  }
  const row = { ...unsigned, chain: link(unsigned, previous, key) }
  return { row, payloads: payloads.length === 0 ? noPayloads : payloads }
}

/** The rows of facts that follow on each other; `previous` is the chain of the row before the first of them. */
export function sealAll(facts: readonly Fact[], previous: string, key: AuditKey): readonly SealedRow[] {
  let chain = previous
  return facts.map((fact) => {
    const sealed = seal(fact, chain, key)
    chain = sealed.row.chain
    return sealed
  })
}

/** What stands for an empty column in the chain: no path and no JSON text begins with it. */
const absent = '\0'

const signers = new WeakMap<AuditKey, (text: string) => string>()

/** The next link: an HMAC over the link before and every column. No column holds a line break, so the join is unambiguous. */
export function link(row: Omit<JournalRow, 'chain'>, previous: string, key: AuditKey): string {
  const body = `${previous}\n${row.seq}\n${row.at}\n${row.type}\n${row.path ?? absent}\n${row.kind ?? absent}\n${row.request ?? absent}\n${row.result ?? absent}\n${row.data ?? absent}`
  return signerOf(key)(body)
}

function signerOf(key: AuditKey): (text: string) => string {
  let sign = signers.get(key)
  if (sign === undefined) {
    sign = signer(Buffer.from(key.secret).toString('base64url'))
    signers.set(key, sign)
  }
  return sign
}

/** What a column reads as in the database: its address when it is large, and so what its link was made over. */
export function storedColumn(text: string | null): string | null {
  return text !== null && text.length > largeColumn ? addressOf(text) : text
}

/** The text a request reads as from a store, and is compared by on replay. */
export function requestText(request: Json | undefined): string | null {
  return encodeRequest(request, [])
}

function encode(value: Json | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value)
}

/** A prompt's own messages go by address when they are large: the same system prompt is then stored once. */
function encodeRequest(request: Json | undefined, payloads: Payload[]): string | null {
  if (request === undefined) return null
  const append = (request as { append?: unknown } | null)?.append
  if (!Array.isArray(append)) return JSON.stringify(request)
  const parts = append.map((element: Json) => {
    if (typeof element === 'string') return JSON.stringify(element)
    const text = JSON.stringify(element)
    return text.length > largeMessage ? `{"@":"${keep(text, payloads)}"}` : text
  })
  const { append: _, ...rest } = request as { append: Json }
  return `${JSON.stringify({ ...rest, append: [] }).slice(0, -2)}${parts.join(',')}]}`
}

function column(text: string | null, payloads: Payload[]): string | null {
  return text !== null && text.length > largeColumn ? keep(text, payloads) : text
}

function keep(text: string, payloads: Payload[]): string {
  const address = addressOf(text)
  payloads.push({ address, text })
  return address
}

/** Whether a stored column is an address rather than JSON: no JSON text begins with `@`. */
export function isAddress(text: string | null): text is string {
  return text?.startsWith('@') === true
}
