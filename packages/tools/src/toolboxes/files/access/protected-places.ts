/** Places that are protected for where they are: those of the very program that lends out the files. */
import { realpathSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { type PathTest, throughPattern } from '../patterns/path-pattern.ts'
import { plainName } from './plain-name.ts'
import { isInside } from './root-folder.ts'

/** A file or folder that tools must leave alone. */
export type ProtectedPlace = {
  /** A file, or a folder with all that is in it, as a whole path. It need not be there yet. */
  readonly path: string
  /** Only what has a name that fits this pattern, at any depth; a folder of that name with all that is in it. */
  readonly names?: string | undefined
  /** It is never changed; `closed`: nor opened. */
  readonly access: 'unchanged' | 'closed'
  /** What is said of it: `configures Gyre`. */
  readonly why: string
}

type Guard = Pick<ProtectedPlace, 'access' | 'why'> & { readonly at: string; readonly fits: PathTest | undefined }

export class ProtectedPlaces {
  readonly #root: string
  readonly #guards: readonly Guard[]

  constructor(root: string, places: readonly ProtectedPlace[]) {
    this.#root = root
    this.#guards = places.map(({ path, names, access, why }) => {
      const fits = names === undefined ? undefined : throughPattern(plainName(names))
      return { access, why, at: plainName(realPath(path)), fits }
    })
  }

  /** Why what a path from the root leads to is not opened; undefined when it may be. */
  whyClosed(path: string): string | undefined {
    const whole = this.#whole(path)
    return this.#guards.find((guard) => guard.access === 'closed' && covers(guard, whole))?.why
  }

  /** Why it stays as it is. */
  whyUnchanged(path: string): string | undefined {
    const whole = this.#whole(path)
    return this.#guards.find((guard) => covers(guard, whole))?.why
  }

  /** Why nothing may be put there: also where a folder would bring something to a protected place below it. */
  whyTaken(path: string): string | undefined {
    const whole = this.#whole(path)
    const below = this.#guards.find((guard) => isInside(whole, guard.at))
    return this.whyUnchanged(path) ?? (below && `holds what ${below.why}`)
  }

  #whole(path: string): string {
    return plainName(join(this.#root, path))
  }
}

function covers({ at, fits }: Guard, whole: string): boolean {
  return isInside(at, whole) && (fits?.(relative(at, whole).replaceAll(sep, '/')) ?? true)
}

/** Without links, as far as it is there. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const folder = dirname(path)
    return folder === path ? path : join(realPath(folder), basename(path))
  }
}
