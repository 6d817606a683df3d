/** Files that are replaced whole: whoever reads one sees the old text or the new one, whatever happens in between. */
import { randomUUID } from 'node:crypto'
import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { unwritable } from './written-file.ts'

/** It may hold keys. */
const ownersOnly = 0o600

/** Writes the text beside the file and puts it in its place. A link stays one; a new file is its owner's alone. */
export async function replaceNamedFile(path: string, text: string): Promise<void> {
  const target = await realpath(path).catch(() => path)
  const fresh = `${target}.${randomUUID()}.tmp`
  try {
    const mode = (await stat(target).catch(() => undefined))?.mode ?? ownersOnly
    const file = await open(fresh, 'wx', mode & 0o777)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(fresh, target)
  } catch (error) {
    await rm(fresh, { force: true }).catch(() => {})
    throw unwritable(path, error)
  }
}

export async function removeNamedFile(path: string): Promise<void> {
  await rm(path).catch((error: unknown) => {
    throw unwritable(path, error)
  })
}
