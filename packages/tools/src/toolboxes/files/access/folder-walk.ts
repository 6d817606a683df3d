/** Going down from a folder by names, one after the other, through what is really there. */
import { mkdir } from 'node:fs/promises'
import { errnoOf } from './file-trouble.ts'
import { type Access, type Held, hold } from './held.ts'
import { pathRefused } from './path-refused.ts'

/** Where a walk ended: what has the name at `index`, in its folder; the start itself has the index -1. */
export type Stop = AsyncDisposable & { readonly folder: Held; readonly held: Held | undefined; readonly index: number }

/** As far as folders go: to the last name, or to the first that is missing or no folder. A link is no folder. */
export async function walkDown(start: string, names: readonly string[], access: Access): Promise<Stop> {
  const first = await hold(start, start, access)
  let stop = stopAt(first, first, -1)
  try {
    await first.verify('.')
    if (first.kind !== 'folder') throw pathRefused('.', 'is not a folder any more')
    for (const [index, name] of names.entries()) {
      if (stop.held?.kind !== 'folder') break
      const folder = stop.held
      const next = stopAt(folder, await folder.look(name), index)
      if (stop.folder !== folder) await stop.folder[Symbol.asyncDispose]()
      stop = next
    }
    return stop
  } catch (error) {
    await stop[Symbol.asyncDispose]()
    throw error
  }
}

function stopAt(folder: Held, held: Held | undefined, index: number): Stop {
  const dispose = async () => {
    await folder[Symbol.asyncDispose]()
    if (held !== folder) await held?.[Symbol.asyncDispose]()
  }
  return { folder, held, index, [Symbol.asyncDispose]: dispose }
}

/** Whoever was faster in making it: a folder is held, anything else is refused. */
export async function madeFolder(folder: Held, name: string, path: string): Promise<Held> {
  await folder.verify(path)
  await mkdir(folder.at(name)).catch((error: unknown) => {
    if (errnoOf(error) !== 'EEXIST') throw error
  })
  const made = await folder.look(name)
  if (made?.kind === 'folder') return made
  await made?.[Symbol.asyncDispose]()
  throw pathRefused(path, 'changed while its folder was made')
}
