/** Writing a file as a whole: others see the old one or the new one, never a part. */
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import type { Place } from '../access/root-folder.ts'

/**
 * The new file is made beside the old one, in the very folder that was checked, and takes over its name. A link or
 * another name of the same file elsewhere is left as it is.
 */
export async function replaceFile({ folder, name, held }: Place, bytes: Uint8Array, shown: string): Promise<void> {
  const made = `.${randomUUID()}.tmp`
  await folder.verify(shown)
  const handle = await open(folder.at(made), constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL)
  try {
    await using _ = handle
    await handle.writeFile(bytes)
    if (held) await handle.chmod(Number(held.stats.mode) & 0o777)
    await handle.sync()
    await folder.verify(shown)
    await rename(folder.at(made), folder.at(name))
  } catch (error) {
    await rm(folder.at(made), { force: true })
    throw error
  }
}
