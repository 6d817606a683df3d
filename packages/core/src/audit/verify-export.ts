/** Checks an exported journal without the store it came from: each line names its session and owner. */
import type { Json } from '../json.ts'
import type { JournalRow, KeyRing } from '../ports/store.ts'
import { type Verification, type VerifyOptions, verifyChain } from './verify.ts'

type Line = Pick<JournalRow, 'seq' | 'at' | 'type' | 'chain' | 'key'> & {
  readonly session: string
  readonly owner: string
  readonly path?: string
  readonly kind?: string
  readonly request?: Json
  readonly result?: Json
  readonly data?: Json
}

/** Takes the lines of one session, in order. Empty ones, such as the last of a file, are passed over. */
export async function verifyExport(
  texts: Iterable<string> | AsyncIterable<string>,
  keys: KeyRing,
  options: Pick<VerifyOptions, 'expected'> = {},
): Promise<Verification> {
  const lines: Line[] = []
  for await (const text of texts) {
    if (text.trim() === '') continue
    const line = parsed(text)
    if (line === undefined) return { ok: false, seq: lines.length + 1, why: 'it is no line of an export' }
    lines.push(line)
  }
  const { session: id = '', owner = '' } = lines[0] ?? {}
  const strange = lines.findIndex((line) => line.session !== id || line.owner !== owner)
  if (strange > 0) return { ok: false, seq: strange + 1, why: 'it is of another session or owner than the first' }
  return verifyChain({ id, owner }, lines.map(rowOf), keys, options)
}

function parsed(text: string): Line | undefined {
  try {
    const line = JSON.parse(text) as Partial<Line> | null
    return typeof line?.session === 'string' && typeof line.owner === 'string' ? (line as Line) : undefined
  } catch {
    return undefined
  }
}

/** The row a line was made of: JSON that was written once is written the same again. */
function rowOf(line: Line): JournalRow {
  const { seq, at, type, path, kind, request, result, data, chain, key } = line
  const texts = { request: text(request), result: text(result), data: text(data) }
  return { seq, at, type, path: path ?? null, kind: kind ?? null, ...texts, chain, key }
}

function text(value: Json | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
