/** Reads a whole file, when it is a plain one and not too large. */
import { constants, type Stats } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { GyreError } from '@gyre/core'

export type FileContent = { readonly bytes: Uint8Array; readonly changedAt: number }

const slice = 1024 * 1024

export async function readBounded(path: string, maxBytes: number): Promise<FileContent> {
  // Looked at before it is opened: opening a device may do something.
  check(await stat(path), maxBytes)
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const found = await file.stat()
    check(found, maxBytes)
    return { bytes: await readAll(file, found.size), changedAt: Math.trunc(found.mtimeMs) }
  } finally {
    await file.close()
  }
}

export function sizeFault(size: number, maxBytes: number): string {
  const shown = [size, maxBytes].map(shownSize)
  // Just above the limit both would read the same.
  const [has, limit] = shown[0] === shown[1] ? [`${size} bytes`, `${maxBytes} bytes`] : shown
  return `it has ${has}; the limit is ${limit}`
}

function shownSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const [unit, name] = bytes < 1024 * 1024 ? [1024, 'kB'] : [1024 * 1024, 'MB']
  return `${Math.round((bytes / unit) * 10) / 10} ${name}`
}

function check(found: Stats, maxBytes: number): void {
  if (!found.isFile()) throw new GyreError('document-refused', `it is ${kindOf(found)}, no plain file`)
  if (found.size > maxBytes) throw new GyreError('document-refused', sizeFault(found.size, maxBytes))
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return 'a folder'
  if (found.isFIFO()) return 'a pipe'
  if (found.isSocket()) return 'a socket'
  return 'a device'
}

/** What it held when it was opened; less when it shrank meanwhile. */
async function readAll(file: FileHandle, size: number): Promise<Uint8Array> {
  const buffer = Buffer.alloc(size)
  let at = 0
  while (at < size) {
    const { bytesRead } = await file.read(buffer, at, Math.min(slice, size - at), at)
    if (bytesRead === 0) break
    at += bytesRead
  }
  return buffer.subarray(0, at)
}
