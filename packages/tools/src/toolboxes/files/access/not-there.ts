/** What is said of a path that leads nowhere: the names that are there instead. */
import { opendir } from 'node:fs/promises'
import { GyreError, suggestion } from '@gyre/core'
import type { Held } from './held.ts'
import { shownPath } from './shown-path.ts'

/** Enough to find a slip of the pen; a larger folder is not read for a hint. */
const mostCompared = 2_000

export async function notThere(path: string, name: string, folder: Held): Promise<GyreError> {
  const shown = shownPath(path)
  await folder.verify(path)
  const names = (await namesIn(folder)).map(shownPath)
  const message = `\`${shown}\` is not there. Instead of \`${shownPath(name)}\`: ${suggestion(name, names)}`
  return new GyreError('file-unreadable', message, { path: shown })
}

async function namesIn(folder: Held): Promise<readonly string[]> {
  const names: string[] = []
  for await (const { name } of await opendir(folder.way)) {
    if (names.push(name) === mostCompared) break
  }
  return names.sort()
}
