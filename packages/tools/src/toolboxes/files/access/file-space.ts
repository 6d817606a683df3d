/** What the file tools work on: a root, the names that are kept closed, and how much is read at once. */
import { GyreError } from '@gyre/core'
import { type SecretTest, secretRefused } from '../patterns/secret-files.ts'
import { pathRefused } from './path-refused.ts'
import { plainName } from './plain-name.ts'
import type { ProtectedPlaces } from './protected-places.ts'
import type { Found, Place, RootFolder } from './root-folder.ts'
import { shownPath } from './shown-path.ts'

export type FileSpace = {
  readonly root: RootFolder
  /** Also of what is closed for where it is. */
  readonly isSecret: SecretTest
  readonly places?: ProtectedPlaces | undefined
  /** The most bytes of a file that one call reads or writes. */
  readonly maxBytes: number
}

/** A file that may be opened. */
export async function readableFile({ root, isSecret, places }: FileSpace, path: string): Promise<Found> {
  await using owned = new AsyncDisposableStack()
  const found = owned.use(await root.find(path))
  const why = places?.whyClosed(found.path)
  if (why !== undefined) throw pathRefused(path, why)
  if (isSecret(found.path)) throw secretRefused(path)
  const { kind } = found.held
  if (kind === 'folder') throw unreadable(path, 'is a folder: `files.list` shows what is in it')
  if (kind !== 'file') throw pathRefused(path, `is a ${kind}, which is never opened`)
  owned.move()
  return found
}

/** A place that may be changed: no protected one, nor that of a secret or of Git's own files, which start programs. */
export async function changeablePlace(
  { root, isSecret, places }: FileSpace,
  path: string,
  { makesFolders = false } = {},
): Promise<Place> {
  const permit = (resolved: string) => {
    const why = places?.whyTaken(resolved)
    if (why !== undefined) throw pathRefused(path, why)
    if (isSecret(resolved)) throw secretRefused(path)
    if (isGits(resolved)) throw pathRefused(path, 'belongs to Git, which alone changes it')
  }
  await using owned = new AsyncDisposableStack()
  const place = owned.use(await root.place(path, { permit, makesFolders }))
  const kind = place.held?.kind ?? 'file'
  if (kind !== 'file' && kind !== 'folder') throw pathRefused(path, `is a ${kind}, which is never changed`)
  owned.move()
  return place
}

function isGits(path: string): boolean {
  return path.split('/').some((name) => plainName(name) === '.git')
}

export function unreadable(path: string, why: string): GyreError {
  return new GyreError('file-unreadable', `\`${shownPath(path)}\` ${why}.`, { path: shownPath(path) })
}

export function unwritable(path: string, why: string): GyreError {
  return new GyreError('file-unwritable', `\`${shownPath(path)}\` ${why}.`, { path: shownPath(path) })
}
