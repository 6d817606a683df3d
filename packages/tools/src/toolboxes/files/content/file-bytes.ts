/** The bytes of a file, up to a bound: what grows or never ends is not read to its end. */
import type { Held } from '../access/held.ts'

export type FileBytes = {
  readonly bytes: Uint8Array
  /** There is more in the file. */
  readonly isCut: boolean
}

const largestChunk = 1024 * 1024
/** Beyond the size that the file said it had: enough to see its end, or that it grows. */
const spareBytes = 512

export type ReadOptions = { readonly most: number; readonly shown: string; readonly signal: AbortSignal }

export async function fileBytes(held: Held, { most, shown, signal }: ReadOptions): Promise<FileBytes> {
  await using handle = await held.open(shown)
  const chunkBytes = Math.min(largestChunk, Number(held.stats.size) + spareBytes)
  const chunks: Uint8Array[] = []
  let size = 0
  while (size <= most) {
    signal.throwIfAborted()
    const buffer = new Uint8Array(Math.min(chunkBytes, most + 1 - size))
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, null)
    chunks.push(buffer.subarray(0, bytesRead))
    size += bytesRead
    if (bytesRead === 0 || isAtEnd(size, bytesRead < buffer.length, held)) break
  }
  const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
  return { bytes: bytes.subarray(0, most), isCut: size > most }
}

/** Less than was asked for, and all that the file said it had; files that the system makes up say they have nothing. */
function isAtEnd(size: number, isShort: boolean, { stats }: Held): boolean {
  return isShort && stats.size > 0n && size >= stats.size
}
