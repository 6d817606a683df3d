/** Arguments that name what no tool opens. A help and no wall: a program finds files in other ways, too. */
import { relative, resolve } from 'node:path'
import type { ProtectedPlaces } from '../../files/access/protected-places.ts'
import { shownPath } from '../../files/access/shown-path.ts'

export type Whereabouts = { readonly root: string; readonly cwd: string; readonly places: ProtectedPlaces }

/** What is wrong with arguments of a program that runs in `cwd`; undefined when nothing is. */
export function closedFault(args: readonly string[], { root, cwd, places }: Whereabouts): string | undefined {
  for (const argument of args) {
    // Without a slash it may be any word.
    const paths = [argument, argument.slice(argument.indexOf('=') + 1)].filter((text) => /[\\/]/.test(text))
    const why = paths.map((path) => places.whyClosed(relative(root, resolve(cwd, path)))).find(Boolean)
    if (why !== undefined) return `\`${shownPath(argument)}\` ${why}`
  }
  return undefined
}
