/** The root folder: it leads to what is inside of it and to nothing else. */
import { realpathSync, statSync } from 'node:fs'
import { readlink } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { GyreError } from '@gyre/core'
import { madeFolder, type Stop, walkDown } from './folder-walk.ts'
import { type Access, bestAccess, type Held } from './held.ts'
import { notThere } from './not-there.ts'
import { pathRefused } from './path-refused.ts'
import { readPath } from './requested-path.ts'
import { shownPath } from './shown-path.ts'

/** Something that is there. `path` leads to it from the root through no link; empty for the root itself. */
export type Found = AsyncDisposable & { readonly held: Held; readonly path: string }

/** A name in a folder, whether or not anything has it yet. */
export type Place = AsyncDisposable & {
  readonly folder: Held
  readonly name: string
  readonly path: string
  readonly held: Held | undefined
}

export type PlaceOptions = {
  /** Throws unless the place, links resolved, may be changed. Nothing is made before. */
  permit?(path: string): void
  readonly makesFolders?: boolean
}

const mostLinks = 40

export class RootFolder {
  /** The real path; never shown. */
  readonly path: string
  readonly #access: Access

  constructor(root: string, access: Access = bestAccess) {
    this.path = realFolder(root)
    this.#access = access
  }

  /** What a path leads to, links followed as long as they stay inside. */
  async find(path: string): Promise<Found> {
    const { names, stop } = await this.#resolve(path, 'follow')
    const { folder, held, index } = stop
    if (held && index === names.length - 1) {
      const owned = new AsyncDisposableStack()
      for (const each of new Set([folder, held])) owned.use(each)
      return disposable({ held, path: names.join('/') }, owned)
    }
    await using _ = stop
    if (held) throw notFolder(path)
    throw await notThere(path, names[index] ?? '', folder)
  }

  /** Where a path leads to, for a change: what has the name is no link, and its folder may be made when it is missing. */
  async place(path: string, { permit, makesFolders = false }: PlaceOptions = {}): Promise<Place> {
    const { names, stop } = await this.#resolve(path, 'stop')
    await using owned = new AsyncDisposableStack()
    owned.use(stop)
    const name = names.at(-1)
    if (name === undefined) throw pathRefused(path, 'is the root itself')
    permit?.(names.join('/'))
    let { folder, held, index } = stop
    for (; index < names.length - 1; index++) {
      if (held) throw notFolder(path)
      if (!makesFolders) throw await notThere(path, names[index] ?? '', folder)
      folder = owned.use(await madeFolder(folder, names[index] ?? '', path))
      held = undefined
    }
    if (held?.kind === 'link') throw pathRefused(path, 'is a link: links are followed for reading only')
    return disposable({ folder, name, path: names.join('/'), held }, owned.move())
  }

  /** Walks from the root again after each link, so that no link is ever followed by the system. */
  async #resolve(path: string, lastLink: 'follow' | 'stop') {
    let names = readPath(path)
    for (let links = 0; links <= mostLinks; links++) {
      const stop = await walkDown(this.path, names, this.#access)
      const isLast = stop.index === names.length - 1
      if (stop.held?.kind !== 'link' || (isLast && lastLink === 'stop')) return { names, stop }
      await using _ = stop
      names = [...(await this.#beyond(stop, names, path)), ...names.slice(stop.index + 1)]
    }
    throw pathRefused(path, 'leads through too many links')
  }

  /** The names that a link leads to. One that leads out is refused, whether or not anything is there. */
  async #beyond({ folder, index }: Stop, names: readonly string[], path: string): Promise<readonly string[]> {
    const text = await readlink(folder.at(names[index] ?? '')).catch(() => undefined)
    if (text === undefined) throw pathRefused(path, 'changed while it was opened')
    const target = resolve(folder.path, text)
    if (!isInside(this.path, target)) throw pathRefused(path, 'leads out of the root through a link')
    return relative(this.path, target).split(sep).filter(Boolean)
  }
}

function disposable<T extends object>(value: T, owned: AsyncDisposableStack): T & AsyncDisposable {
  return { ...value, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

export function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : join(root, sep))
}

function realFolder(root: string): string {
  try {
    const path = realpathSync(root)
    if (root !== '' && statSync(path).isDirectory()) return path
  } catch (error) {
    throw noFolder(root, error)
  }
  throw noFolder(root)
}

function noFolder(root: string, cause?: unknown): GyreError {
  return new GyreError('config-invalid', `\`${root}\` is not a folder that is there.`, { folder: root, cause })
}

function notFolder(path: string): GyreError {
  const shown = shownPath(path)
  return new GyreError('file-unreadable', `\`${shown}\` leads through a file as if it were a folder.`, { path: shown })
}
