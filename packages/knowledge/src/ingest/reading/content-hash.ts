/** The fingerprint of what a document was read from, and the names of its chunks, which change with it. */
import { createHash } from 'node:crypto'
import { Turns } from '../../turns.ts'

/** A new one has every document read again: count it up when texts are cleaned or cut in another way. */
const rulesVersion = 2
const slice = 1024 * 1024

export function chunkId(document: string, hash: string, number: number): string {
  return `${document.slice('doc_'.length)}-${hash.slice(0, 8)}-${`${number}`.padStart(4, '0')}`
}

/** Of the bytes as they came, and of the rules they are read by. */
export async function contentHash(bytes: Uint8Array): Promise<string> {
  const turns = new Turns()
  const hash = createHash('sha256').update(`ingest ${rulesVersion}\0`)
  for (let at = 0; at < bytes.length; at += slice) {
    hash.update(bytes.subarray(at, at + slice))
    if (turns.isOver) await turns.give()
  }
  return hash.digest('hex')
}
