/** `files.info`: what something is, without opening it. */
import { defineTool, type Tool, toolOutput } from '@gyre/core'
import { z } from 'zod'
import type { FileSpace } from '../access/file-space.ts'
import { tellingTrouble } from '../access/file-trouble.ts'
import { readPath } from '../access/requested-path.ts'
import type { Found } from '../access/root-folder.ts'
import { shownPath } from '../access/shown-path.ts'

const input = z.strictObject({ path: z.string().describe('From the root, such as `src/main.ts`.') })

export function fileInfoTool(space: FileSpace): Tool {
  return defineTool({
    name: 'files.info',
    description: 'Tells what is at a path: file or folder, its size in bytes and when it was changed. Opens nothing.',
    input,
    effect: 'pure',
    permissions: ['files.read'],
    keepsMarkup: true,
    run: ({ path }) =>
      tellingTrouble(path, 'file-unreadable', async () => {
        await using found = await space.root.find(path)
        await found.held.verify(path)
        const text = [...told(found, space), ...throughLink(path, found)].join(', ')
        return toolOutput({ text: `${text}.`, untrusted: { from: shownPath(found.path) || '.' } })
      }),
  })
}

function told({ held, path }: Found, { isSecret }: FileSpace): readonly string[] {
  const { kind, stats } = held
  return [
    `\`${shownPath(path) || '.'}\` is a ${kind}`,
    ...(kind === 'file' ? [`${stats.size} bytes`] : []),
    `changed ${new Date(Number(stats.mtimeMs)).toISOString()}`,
    ...(isSecret(path) ? ['secret: it is not opened'] : []),
    ...(kind === 'file' || kind === 'folder' ? [] : ['it is never opened']),
  ]
}

function throughLink(path: string, found: Found): readonly string[] {
  return readPath(path).join('/') === found.path ? [] : [`reached through a link at \`${shownPath(path)}\``]
}
