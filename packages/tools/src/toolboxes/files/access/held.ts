/**
 * Files and folders that are held while they are used.
 *
 * A path may lead elsewhere a moment after it was looked at. On Linux a name is therefore opened without opening what
 * it names (O_PATH: a pipe cannot hang, a device does nothing) and without following a link, and everything else goes
 * through that handle. Elsewhere there are only paths: what was opened is compared with what was looked at.
 */
import { type BigIntStats, constants, existsSync } from 'node:fs'
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { pathRefused } from './path-refused.ts'

export type Kind = 'file' | 'folder' | 'link' | 'pipe' | 'socket' | 'device'

/** `handles` where the system can, else `paths`. */
export type Access = 'handles' | 'paths'

const handleFolder = '/proc/self/fd'

export const bestAccess: Access = process.platform === 'linux' && existsSync(handleFolder) ? 'handles' : 'paths'

// Node has no name for it.
const openPathOnly = 0o10000000
// Windows has neither of the two.
const notFollowing = constants.O_NOFOLLOW ?? 0
const notWaiting = constants.O_NONBLOCK ?? 0

export class Held {
  /** The whole path it had when it was held; never shown. */
  readonly path: string
  readonly stats: BigIntStats
  readonly #handle: FileHandle | undefined

  constructor(path: string, stats: BigIntStats, handle: FileHandle | undefined) {
    this.path = path
    this.stats = stats
    this.#handle = handle
  }

  get kind(): Kind {
    return kindOf(this.stats)
  }

  /** A path that leads to this very thing, whatever its own path leads to by now. */
  get way(): string {
    return this.#handle ? `${handleFolder}/${this.#handle.fd}` : this.path
  }

  /** The way to a name in this very folder. */
  at(name: string): string {
    return join(this.way, name)
  }

  /** What a name in this folder is, links not followed; undefined when there is nothing. */
  async look(name: string): Promise<Held | undefined> {
    try {
      return await hold(this.at(name), join(this.path, name), this.#handle ? 'handles' : 'paths')
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  /** Fails unless it is still where it was when it was held. */
  async verify(shown: string): Promise<void> {
    const isInPlace = this.#handle ? (await readlink(this.way)) === this.path : await this.#isSame()
    if (!isInPlace) throw moved(shown)
  }

  async #isSame(): Promise<boolean> {
    const [real, now] = await Promise.all([realpath(this.path), lstat(this.path, { bigint: true })])
    return real === this.path && isSame(this.stats, now)
  }

  /** The file for reading; nothing was read of it before it was verified. */
  async open(shown: string): Promise<FileHandle> {
    const handle = await open(this.way, constants.O_RDONLY | notWaiting | (this.#handle ? 0 : notFollowing))
    try {
      await this.verify(shown)
      // A handle leads to the file it holds; a path, to whatever has it now.
      if (!this.#handle && !isSame(this.stats, await handle.stat({ bigint: true }))) throw moved(shown)
      return handle
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle?.close()
  }
}

/** Holds what `way` leads to and `path` is the path of. */
export async function hold(way: string, path: string, access: Access): Promise<Held> {
  if (access === 'paths') return new Held(path, await lstat(way, { bigint: true }), undefined)
  const handle = await open(way, openPathOnly | notFollowing)
  try {
    return new Held(path, await handle.stat({ bigint: true }), handle)
  } catch (error) {
    await handle.close()
    throw error
  }
}

export function isSame(a: BigIntStats, b: BigIntStats): boolean {
  return a.dev === b.dev && a.ino === b.ino
}

function kindOf(stats: BigIntStats): Kind {
  if (stats.isFile()) return 'file'
  if (stats.isDirectory()) return 'folder'
  if (stats.isSymbolicLink()) return 'link'
  if (stats.isFIFO()) return 'pipe'
  return stats.isSocket() ? 'socket' : 'device'
}

function moved(shown: string): Error {
  return pathRefused(shown, 'changed while it was opened')
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}
