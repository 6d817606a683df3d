/** `files.edit`: a change in a text file. */
import { defineTool, type Tool } from '@gyre/core'
import { z } from 'zod'
import { changeablePlace, type FileSpace, unwritable } from '../access/file-space.ts'
import { tellingTrouble } from '../access/file-trouble.ts'
import { isSame } from '../access/held.ts'
import type { Place } from '../access/root-folder.ts'
import { shownPath } from '../access/shown-path.ts'
import { replaceOnce } from '../content/exact-replacement.ts'
import { fileBytes } from '../content/file-bytes.ts'
import { binaryType } from '../content/media-type.ts'
import { replaceFile } from '../content/replaced-file.ts'
import { textContent } from '../content/text-content.ts'

const input = z.strictObject({
  path: z.string().describe('From the root.'),
  old: z.string().min(1).describe('The text to replace, exactly as it is in the file; it must be there once.'),
  new: z.string().describe('The text to put in its place.'),
})

export function editFileTool(space: FileSpace): Tool {
  return defineTool({
    name: 'files.edit',
    description: 'Replaces a stretch of a text file that is there exactly once.',
    input,
    // Done again it may find its own result and change it once more.
    effect: 'once',
    approval: 'first-use',
    permissions: ['files.read', 'files.write'],
    keepsMarkup: true,
    run: ({ path, old, new: replacement }, { signal }) =>
      tellingTrouble(path, 'file-unwritable', async () => {
        await using place = await changeablePlace(space, path)
        const text = await exactText(place, { space, path, signal })
        const edited = replaceOnce(text, old, replacement)
        if (!edited.ok) throw unwritable(path, `is not changed: ${edited.why}`)
        await using now = await place.folder.look(place.name)
        if (
          !now ||
          !place.held ||
          !isSame(now.stats, place.held.stats) ||
          now.stats.mtimeNs !== place.held.stats.mtimeNs
        ) {
          throw unwritable(path, 'changed meanwhile: read it again')
        }
        await replaceFile(place, Buffer.from(edited.text), path)
        return `Changed \`${shownPath(place.path)}\` in line ${edited.line}.`
      }),
  })
}

type Reading = { readonly space: FileSpace; readonly path: string; readonly signal: AbortSignal }

/** A file that would not be written back as it was is not changed. */
async function exactText({ held }: Place, { space, path, signal }: Reading): Promise<string> {
  if (held?.kind !== 'file') throw unwritable(path, held ? 'is a folder' : 'is not there')
  const { bytes, isCut } = await fileBytes(held, { most: space.maxBytes, shown: path, signal })
  if (isCut) throw unwritable(path, `has more than ${space.maxBytes} bytes`)
  const content = binaryType(bytes) ? undefined : textContent(bytes)
  if (content?.encoding !== 'utf-8' || !content.isExact) throw unwritable(path, 'is not a text in UTF-8')
  return content.text
}
