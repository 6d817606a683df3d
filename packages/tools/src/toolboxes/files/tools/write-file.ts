/** `files.write`: a whole text file. */
import { defineTool, type Tool } from '@gyre/core'
import { z } from 'zod'
import { changeablePlace, type FileSpace, unwritable } from '../access/file-space.ts'
import { tellingTrouble } from '../access/file-trouble.ts'
import { shownPath } from '../access/shown-path.ts'
import { replaceFile } from '../content/replaced-file.ts'

const input = z.strictObject({
  path: z.string().describe('From the root; folders that are missing are made.'),
  text: z.string().describe('The whole text of the file, written as UTF-8.'),
})

export function writeFileTool(space: FileSpace): Tool {
  return defineTool({
    name: 'files.write',
    description: 'Writes a text file as a whole, in the place of what was there. For a small change use `files.edit`.',
    input,
    // Written again it is the same file.
    effect: 'idempotent',
    approval: 'first-use',
    permissions: ['files.write'],
    keepsMarkup: true,
    run: ({ path, text }) =>
      tellingTrouble(path, 'file-unwritable', async () => {
        const bytes = Buffer.from(text)
        if (bytes.length > space.maxBytes) throw unwritable(path, `would have more than ${space.maxBytes} bytes`)
        await using place = await changeablePlace(space, path, { makesFolders: true })
        if (place.held?.kind === 'folder') throw unwritable(path, 'is a folder')
        await replaceFile(place, bytes, path)
        const done = place.held ? 'Replaced' : 'Made'
        return `${done} \`${shownPath(place.path)}\`: ${bytes.length} bytes.`
      }),
  })
}
