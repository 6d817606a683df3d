/** Says in plain words why a file cannot be read. */
import { toGyreError } from '@gyre/core'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'there is no such file or folder: a part of the path is a file',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
  ELOOP: 'its links go round in a circle',
  ENAMETOOLONG: 'its name is too long',
  EISDIR: 'it is a folder',
  ENXIO: 'it is a socket or a pipe, no plain file',
  EMFILE: 'too many files are open',
  EIO: 'the disk failed to read it',
}

export function faultOf(thrown: unknown): string {
  const code = codeOf(thrown)
  if (code === 'ERR_INVALID_ARG_VALUE') return 'it is no path: it has a NUL character'
  return (code !== undefined && reasons[code]) || toGyreError(thrown, 'document-refused').message
}

/** Whether it is known that there is nothing. */
export function isGone(thrown: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(thrown) ?? '')
}

function codeOf(thrown: unknown): string | undefined {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
  return typeof code === 'string' ? code : undefined
}
