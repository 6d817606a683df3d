/** `files.read`: the text of a file by lines, or a picture or other file as it is. */
import { defineTool, GyreError, type Tool, type ToolOutput, toolOutput } from '@gyre/core'
import { z } from 'zod'
import { type FileSpace, readableFile } from '../access/file-space.ts'
import { tellingTrouble } from '../access/file-trouble.ts'
import { shownPath } from '../access/shown-path.ts'
import { type FileBytes, fileBytes } from '../content/file-bytes.ts'
import { type LineRange, shownLines } from '../content/line-range.ts'
import { binaryType } from '../content/media-type.ts'
import { textContent, textTrouble, withoutMark } from '../content/text-content.ts'

/** Larger ones are no use to a model, and the journal keeps each. */
const largestPart = 5 * 1024 * 1024

const input = z.strictObject({
  path: z.string().describe('From the root, such as `src/main.ts`.'),
  from: z.int().min(1).default(1).describe('The first line to show, counted from 1.'),
  lines: z.int().min(1).max(10_000).default(2_000).describe('How many lines to show at most.'),
})

export function readFileTool(space: FileSpace): Tool {
  return defineTool({
    name: 'files.read',
    description: 'Reads a file: text by lines; pictures, PDFs and other files are attached as they are.',
    input,
    effect: 'pure',
    permissions: ['files.read'],
    keepsMarkup: true,
    run: ({ path, ...range }, { signal }) =>
      tellingTrouble(path, 'file-unreadable', async () => {
        await using found = await readableFile(space, path)
        const content = await fileBytes(found.held, { most: space.maxBytes, shown: path, signal })
        const mediaType = binaryType(content.bytes)
        return mediaType ? attached(found.path, mediaType, content) : shownText(found.path, content, range)
      }),
  })
}

function shownText(path: string, { bytes, isCut }: FileBytes, range: LineRange): ToolOutput {
  const content = textContent(bytes, { isCut })
  const { notes, text } = shownLines(withoutMark(content.text), range, { isCut, readBytes: bytes.length })
  const head = [...textTrouble(content), ...notes].map((note) => `[${note}]\n`)
  return toolOutput({ text: `${head.join('')}${text}`, untrusted: { from: shownPath(path) } })
}

function attached(path: string, mediaType: string, { bytes, isCut }: FileBytes): ToolOutput {
  const shown = shownPath(path)
  if (isCut || bytes.length > largestPart) {
    const size = isCut ? `more than ${bytes.length}` : bytes.length
    const message = `\`${shown}\` is ${mediaType} and has ${size} bytes; files that are not text are attached up to ${largestPart} bytes.`
    throw new GyreError('file-unreadable', message, { path: shown })
  }
  const data = Buffer.from(bytes).toString('base64')
  const part = mediaType.startsWith('image/')
    ? ({ type: 'image', mediaType, data } as const)
    : ({ type: 'file', name: shown, mediaType, data } as const)
  const text = `\`${shown}\` is ${mediaType}, ${bytes.length} bytes; it is attached.`
  return toolOutput({ text, parts: [part], untrusted: { from: shown } })
}
