/** A memory as people and programs read it. Its vector says nothing to either. */
import type { MemoryRecord } from '@gyre/core'
import { oneLine } from '../terminal/one-line.ts'
import { safeText } from '../terminal/safe-text.ts'

export function memoryJson({ id, kind, text, data, session, at, expiresAt, embedder }: MemoryRecord) {
  return { id, kind, text, data, session, at: time(at), expiresAt: expiresAt && time(expiresAt), embedder }
}

export function memorySheet(memory: MemoryRecord, nowMs: number): readonly string[] {
  const { id, kind, text, session, at, expiresAt, embedder } = memory
  const expiry = expiresAt === null ? 'never' : `${time(expiresAt)}${expiresAt <= nowMs ? ' (it is over)' : ''}`
  return [
    `id       ${id}`,
    `kind     ${oneLine(kind)}`,
    `noted    ${time(at)}${session === null ? '' : ` by session ${session}`}`,
    `expires  ${expiry}`,
    `vector   ${embedder ?? 'none: found by its words alone'}`,
    '',
    safeText(text),
  ]
}

function time(ms: number): string {
  return new Date(ms).toISOString()
}
