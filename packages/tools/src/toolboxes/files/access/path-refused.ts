/** Refusals of paths. They never say where the root is. */
import { GyreError } from '@gyre/core'
import { shownPath } from './shown-path.ts'

export function pathRefused(path: string, why: string): GyreError {
  const shown = shownPath(path)
  const message = `\`${shown}\` is refused: it ${why}. Paths are relative to the root folder and stay inside it; the root itself is \`.\`.`
  return new GyreError('path-refused', message, { path: shown })
}
