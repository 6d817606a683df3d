/** A source as a person types it: a path from where they are, when that is shorter. */
import { isAbsolute, relative, sep } from 'node:path'

export function shownSource(source: string, cwd: string): string {
  if (!isAbsolute(source)) return source
  const near = relative(cwd, source)
  return near === '' || near.split(sep)[0] === '..' || isAbsolute(near) ? source : near
}
