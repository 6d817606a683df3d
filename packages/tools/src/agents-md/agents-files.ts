/** Finds the AGENTS.md files that speak for a folder. */
import { access, realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { readBounded } from '../bounded-file.ts'

export type AgentsFile = {
  /** From the outermost folder that was looked at, with `/`. */
  readonly path: string
  readonly text: string
}

/** More than a model could read. */
const mostBytes = 1_000_000

/** The files of this name, the outermost first. What cannot be read, and what a link leads elsewhere for, is left out. */
export async function agentsFiles(folder: string, name: string): Promise<readonly AgentsFile[]> {
  const folders = await speakingFolders(await realpath(folder))
  const root = folders.at(0) ?? folder
  const found = await Promise.all(folders.map((each) => readInside(join(each, name), root)))
  return found.flatMap((file) => file ?? [])
}

/**
 * The folder and those around it, down from the root of the repository or from home. Outside of both nobody knows
 * who may write to the folders around, so that only the folder itself speaks.
 */
async function speakingFolders(folder: string): Promise<readonly string[]> {
  const home = await realpath(homedir()).catch(() => '')
  const inner: string[] = []
  for (let at = folder; ; at = dirname(at)) {
    inner.unshift(at)
    if (at === home || (await isThere(join(at, '.git')))) return inner
    if (dirname(at) === at) return [folder]
  }
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

async function readInside(file: string, root: string): Promise<AgentsFile | undefined> {
  try {
    const real = await realpath(file)
    // A repository of somebody else could let a link lead to a secret.
    if (!real.startsWith(root.endsWith(sep) ? root : root + sep)) return undefined
    const { text } = await readBounded(real, mostBytes)
    return {
      path: relative(root, file).split(sep).join('/'),
      text: text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'),
    }
  } catch {
    return undefined
  }
}
