/** What the system says went wrong, in words that leave its paths out. */
import { GyreError } from '@gyre/core'
import { shownPath } from './shown-path.ts'

const words: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  ENOTDIR: 'leads through a file as if it were a folder',
  EISDIR: 'is a folder',
  EACCES: 'may not be used by this user',
  EPERM: 'may not be used by this user',
  EEXIST: 'is there already',
  ENOTEMPTY: 'is a folder that is not empty',
  EINVAL: 'cannot be changed like that',
  EXDEV: 'is on another disk',
  ENAMETOOLONG: 'is too long',
  ELOOP: 'leads through too many links',
  ENOSPC: 'does not fit: the disk is full',
  EDQUOT: 'does not fit: the quota is used up',
  EROFS: 'is on a disk that can only be read',
  EMFILE: 'cannot be opened: too many files are open',
  ENFILE: 'cannot be opened: too many files are open',
  EBUSY: 'is in use',
  ESTALE: 'changed while it was used',
}

/** Does it; a failure of the system names the path as it was asked for. */
export async function tellingTrouble<T>(
  path: string,
  code: 'file-unreadable' | 'file-unwritable',
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw inWords(error, path, code)
  }
}

function inWords(error: unknown, path: string, code: 'file-unreadable' | 'file-unwritable'): unknown {
  const errno = errnoOf(error)
  if (errno === undefined) return error
  const shown = shownPath(path)
  return new GyreError(code, `\`${shown}\` ${words[errno] ?? `failed with ${errno}`}.`, { path: shown, cause: error })
}

/** The system's own name of what went wrong. */
export function errnoOf(error: unknown): string | undefined {
  if (error instanceof GyreError || !(error instanceof Error)) return undefined
  const { code, syscall } = error as NodeJS.ErrnoException
  return syscall === undefined ? undefined : code
}
