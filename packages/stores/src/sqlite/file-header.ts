/** What the header of a database tells without opening it: SQLite would leave files beside it. */
import { closeSync, openSync, readSync } from 'node:fs'
import { fileError } from './store-error.ts'

export type FileHeader = { readonly applicationId: number; readonly userVersion: number }

/** Places and lengths: https://sqlite.org/fileformat.html#the_database_header */
const headerBytes = 100
const magic = 'SQLite format 3\0'
const userVersionAt = 60
const applicationIdAt = 68

/** Undefined when the file is not a SQLite database. */
export function readHeader(path: string): FileHeader | undefined {
  const bytes = firstBytes(path)
  if (bytes.toString('latin1', 0, magic.length) !== magic) return undefined
  return { applicationId: bytes.readInt32BE(applicationIdAt), userVersion: bytes.readInt32BE(userVersionAt) }
}

/** Zeros where the file is shorter. */
function firstBytes(path: string): Buffer {
  const bytes = Buffer.alloc(headerBytes)
  try {
    const file = openSync(path, 'r')
    try {
      readSync(file, bytes)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    throw fileError('file-unreadable', path, 'may not be read, check its permissions', error)
  }
  return bytes
}
