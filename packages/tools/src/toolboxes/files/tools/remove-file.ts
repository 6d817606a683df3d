/** `files.remove`: gone for good. */
import { opendir, rmdir, unlink } from 'node:fs/promises'
import { defineTool, type Tool } from '@gyre/core'
import { z } from 'zod'
import { changeablePlace, type FileSpace, unwritable } from '../access/file-space.ts'
import { tellingTrouble } from '../access/file-trouble.ts'
import { surveyFolder } from '../access/folder-survey.ts'
import type { Held } from '../access/held.ts'
import { shownPath } from '../access/shown-path.ts'

const input = z.strictObject({
  path: z.string().describe('The file or folder, from the root.'),
  recursive: z.boolean().default(false).describe('Whether a folder is removed with all that is in it.'),
})

type RemoveInput = z.output<typeof input>

export function removeFileTool(space: FileSpace): Tool {
  return defineTool({
    name: 'files.remove',
    description: 'Removes a file, an empty folder, or with `recursive` a folder and all that is in it, for good.',
    input,
    // Done again it would remove what somebody made there since.
    effect: 'once',
    approval: 'always',
    permissions: ['files.write'],
    keepsMarkup: true,
    run: (asked, { signal }) => tellingTrouble(asked.path, 'file-unwritable', () => removed(space, asked, signal)),
  })
}

async function removed(space: FileSpace, { path, recursive }: RemoveInput, signal: AbortSignal): Promise<string> {
  await using place = await changeablePlace(space, path)
  if (!place.held) throw unwritable(path, 'is not there')
  const isFolder = place.held.kind === 'folder'
  const count = isFolder ? await surveyFolder(space, place.held, place.path, signal) : 0
  if (count > 0 && !recursive) throw unwritable(path, `is a folder with ${count} names in it: say \`recursive\``)
  await place.folder.verify(path)
  await removeFrom(place.folder, place.name, path)
  const shown = shownPath(place.path)
  return isFolder ? `Removed \`${shown}/\` and the ${count} names in it.` : `Removed \`${shown}\`.`
}

/** Through handles: a folder that turns into a link while it is emptied loses the link, not what that leads to. */
async function removeFrom(folder: Held, name: string, shown: string): Promise<void> {
  await using held = await folder.look(name)
  // Waited for here: what is returned is not waited for until everything that was held is closed.
  if (held?.kind !== 'folder') return await unlink(folder.at(name))
  await held.verify(shown)
  for await (const entry of await opendir(held.way)) await removeFrom(held, entry.name, shown)
  await rmdir(folder.at(name))
}
