/** The text of a file that somebody else wrote: it may be large, a pipe that never ends, or no text at all. */
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

export type BoundedText = {
  readonly text: string
  /** The size of the whole file, in bytes. */
  readonly size: number
  readonly isCut: boolean
}

/** The first bytes of a plain file, as text. Fails for what is no plain file and for what is no UTF-8. */
export async function readBounded(path: string, mostBytes: number): Promise<BoundedText> {
  // Without waiting: opening a pipe would last until somebody writes to it.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const found = await file.stat()
    if (!found.isFile()) throw new Error('it is no plain file')
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(found.size, mostBytes)))
    const isCut = found.size > bytesRead
    return { text: decoded(buffer.subarray(0, bytesRead), isCut), size: found.size, isCut }
  } finally {
    await file.close()
  }
}

/** The end of what was cut may be in the middle of a character. */
function decoded(bytes: Uint8Array, isCut: boolean): string {
  const text = new TextDecoder('utf-8', { fatal: true })
  try {
    return text.decode(bytes, { stream: isCut })
  } catch (error) {
    throw new Error('it is no text in UTF-8', { cause: error })
  }
}
