import { isAbsolute, relative, sep } from 'node:path'

/** Whether a whole path is that of a folder, or leads to something in it. A name may begin with two dots. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
