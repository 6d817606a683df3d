/** What SQLite reports, in the words of Gyre. Its codes: https://sqlite.org/rescode.html */
import { type ErrorCode, GyreError } from '@gyre/core'

type Report = { readonly code: ErrorCode; readonly says: string }

/** Troubles of the file or its disk, by primary result code: no other statement would fare better. */
const troubles = new Map<number, Report>([
  [5, { code: 'store-locked', says: 'is held by another program' }],
  [6, { code: 'store-locked', says: 'is held by another program' }],
  [7, { code: 'store-failed', says: 'needs more memory than there is' }],
  [8, { code: 'store-failed', says: 'may not be written, check its permissions' }],
  [10, { code: 'store-failed', says: 'could not be read or written' }],
  [11, { code: 'store-corrupt', says: 'is damaged' }],
  [13, { code: 'store-full', says: 'has no room to grow' }],
  [14, { code: 'store-failed', says: 'cannot be opened' }],
  [15, { code: 'store-locked', says: 'is held by another program' }],
  [26, { code: 'store-corrupt', says: 'is not a database' }],
])

/** Whether the file or its disk is at fault, rather than one statement. */
export function isTrouble(thrown: unknown): boolean {
  return troubleOf(thrown) !== undefined
}

/** Whether another process is in the way. */
export function isLocked(thrown: unknown): boolean {
  return troubleOf(thrown)?.code === 'store-locked'
}

/** Anything a statement threw, for the caller of a port. A mistake of this program stays what it is, but for its name. */
export function storeError(thrown: unknown, path: string): GyreError {
  if (thrown instanceof GyreError) return thrown
  const message = reasonOf(thrown)
  const trouble = troubleOf(thrown)
  const says = trouble ? `${path} ${trouble.says}: ${message}` : `${path}: ${message}`
  return new GyreError(trouble?.code ?? 'store-failed', says, { path, cause: thrown })
}

/** What a statement that cannot even be prepared says of the file: its tables are not those of its version. */
export function unpreparable(thrown: unknown, path: string): GyreError {
  const error = storeError(thrown, path)
  if (error === thrown || isTrouble(thrown)) return error
  return new GyreError('store-corrupt', `${path} does not have the tables of its version: ${reasonOf(thrown)}`, {
    path,
    cause: thrown,
  })
}

/** A trouble with a file that is found before SQLite is asked. */
export function fileError(code: ErrorCode, path: string, says: string, cause: unknown): GyreError {
  return new GyreError(code, `${path} ${says}: ${reasonOf(cause)}`, { path, cause })
}

function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

function troubleOf(thrown: unknown): Report | undefined {
  const extended = (thrown as { errcode?: unknown } | null)?.errcode
  return typeof extended === 'number' ? troubles.get(extended & 0xff) : undefined
}
