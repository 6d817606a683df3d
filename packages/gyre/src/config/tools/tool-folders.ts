/** The folders and files that the toolboxes of a config are made over. */
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Issue, IssuePath } from '@gyre/core'
import type { ToolboxesConfig } from './tools-config.ts'

/** Where skills are looked for when nothing else is said. */
export const skillFolder = 'skills'

/** The folder `skills` beside the config file, when it is there. */
export async function skillsBeside(folder: string): Promise<string | undefined> {
  const path = join(folder, skillFolder)
  return (await kindOf(path)) === 'folder' ? path : undefined
}

/** What is named and is not there. */
export async function folderIssues(toolboxes: ToolboxesConfig, base: string): Promise<readonly Issue[]> {
  const wanted = namedPlaces(toolboxes)
  const kinds = await Promise.all(wanted.map(({ place }) => kindOf(resolve(base, place))))
  return wanted.flatMap(({ path, place, kind }, at): readonly Issue[] =>
    kinds[at] === kind ? [] : [{ path: ['toolboxes', ...path], message: `there is no such ${kind}: ${place}` }],
  )
}

type Kind = 'folder' | 'file'

type NamedPlace = { readonly path: IssuePath; readonly place: string; readonly kind: Kind }

function namedPlaces({ files, shell, skills, web }: ToolboxesConfig): readonly NamedPlace[] {
  const search = typeof web === 'object' ? web.search : undefined
  const folders = typeof skills === 'string' ? [skills] : (skills ?? [])
  return [
    ...named(['files', 'root'], files?.root, 'folder'),
    ...named(['shell', 'cwd'], shell?.cwd, 'folder'),
    ...folders.flatMap((folder, at) =>
      named(typeof skills === 'string' ? ['skills'] : ['skills', at], folder, 'folder'),
    ),
    ...named(['web', 'search', 'file'], search ? search.file : undefined, 'file'),
  ]
}

function named(path: IssuePath, place: string | undefined, kind: Kind): readonly NamedPlace[] {
  return place === undefined ? [] : [{ path, place, kind }]
}

async function kindOf(path: string): Promise<Kind | undefined> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory()) return 'folder'
  return found?.isFile() ? 'file' : undefined
}
