/** Everything below a folder, sorted, through handles: a folder that turns into a link meanwhile is not entered. */
import type { Dirent } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { errnoOf } from './file-trouble.ts'
import type { Held, Kind } from './held.ts'

export type Branch = {
  readonly folder: Held
  readonly name: string
  /** From the root. */
  readonly path: string
  readonly kind: Kind
}

export type TreeOptions = {
  /** 1: what is in the folder itself. */
  readonly depth: number
  /** Whether a folder is entered. */
  enters(path: string, name: string): boolean
  readonly budget: TreeBudget
  readonly signal: AbortSignal
}

/** How many names a call looks at, at most. `isSpent` tells whether there were more. */
export class TreeBudget {
  #left: number
  isSpent = false

  constructor(most: number) {
    this.#left = most
  }

  take(): boolean {
    if (this.#left === 0) this.isSpent = true
    else this.#left -= 1
    return !this.isSpent
  }
}

/** What is yielded is good until the next is asked for. Folders come before what is in them. */
export async function* treeBelow(folder: Held, path: string, options: TreeOptions): AsyncGenerator<Branch> {
  for (const entry of await sortedEntries(folder, options)) {
    options.signal.throwIfAborted()
    const branch = { folder, name: entry.name, path: joined(path, entry.name), kind: kindOf(entry) }
    yield branch
    if (branch.kind !== 'folder' || options.depth <= 1 || !options.enters(branch.path, branch.name)) continue
    yield* entered(branch, { ...options, depth: options.depth - 1 })
  }
}

async function* entered({ folder, name, path }: Branch, options: TreeOptions): AsyncGenerator<Branch> {
  await using inner = await lookInto(folder, name)
  if (inner?.kind === 'folder') yield* treeBelow(inner, path, options)
}

/** Gone, or closed to this user: left out. */
async function lookInto(folder: Held, name: string): Promise<Held | undefined> {
  try {
    return await folder.look(name)
  } catch (error) {
    if (errnoOf(error) === undefined) throw error
    return undefined
  }
}

async function sortedEntries(folder: Held, { budget, signal }: TreeOptions): Promise<readonly Dirent[]> {
  const entries: Dirent[] = []
  try {
    for await (const entry of await opendir(folder.way)) {
      signal.throwIfAborted()
      if (!budget.take()) break
      entries.push(entry)
    }
  } catch (error) {
    if (errnoOf(error) === undefined) throw error
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
}

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}/${name}`
}

function kindOf(entry: Dirent): Kind {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'folder'
  if (entry.isSymbolicLink()) return 'link'
  if (entry.isFIFO()) return 'pipe'
  return entry.isSocket() ? 'socket' : 'device'
}
