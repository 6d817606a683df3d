/** `files.move`: another name or another folder. */
import { rename } from 'node:fs/promises'
import { defineTool, type Tool } from '@gyre/core'
import { z } from 'zod'
import { changeablePlace, type FileSpace, unwritable } from '../access/file-space.ts'
import { tellingTrouble } from '../access/file-trouble.ts'
import { surveyFolder } from '../access/folder-survey.ts'
import { readPath } from '../access/requested-path.ts'
import { shownPath } from '../access/shown-path.ts'

const input = z.strictObject({
  from: z.string().describe('The file or folder, from the root.'),
  to: z.string().describe('Its new path, from the root; nothing may be there. Folders that are missing are made.'),
})

export function moveFileTool(space: FileSpace): Tool {
  return defineTool({
    name: 'files.move',
    description: 'Moves or renames a file or a folder. Nothing is replaced.',
    input,
    effect: 'once',
    approval: 'first-use',
    permissions: ['files.write'],
    keepsMarkup: true,
    run: ({ from, to }, { signal }) =>
      tellingTrouble(from, 'file-unwritable', async () => {
        await using source = await changeablePlace(space, from)
        if (!source.held) throw unwritable(from, 'is not there')
        if (source.held.kind === 'folder') await surveyFolder(space, source.held, source.path, signal)
        if (`${readPath(to).join('/')}/`.startsWith(`${source.path}/`))
          throw unwritable(to, 'is inside of what is moved')
        await using target = await tellingTrouble(to, 'file-unwritable', () =>
          changeablePlace(space, to, { makesFolders: true }),
        )
        if (target.held) throw unwritable(to, 'is there already')
        await Promise.all([source.folder.verify(from), target.folder.verify(to)])
        await rename(source.folder.at(source.name), target.folder.at(target.name))
        return `Moved \`${shownPath(source.path)}\` to \`${shownPath(target.path)}\`.`
      }),
  })
}
