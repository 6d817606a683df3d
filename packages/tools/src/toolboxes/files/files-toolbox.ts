/** Files of one folder, for models: what is inside of it, and nothing else. */
import { defineToolbox, GyreError, type Toolbox } from '@gyre/core'
import type { FileSpace } from './access/file-space.ts'
import { type ProtectedPlace, ProtectedPlaces } from './access/protected-places.ts'
import { RootFolder } from './access/root-folder.ts'
import { defaultSecretFiles, secretTest } from './patterns/secret-files.ts'
import { editFileTool } from './tools/edit-file.ts'
import { fileInfoTool } from './tools/file-info.ts'
import { listFilesTool } from './tools/list-files.ts'
import { moveFileTool } from './tools/move-file.ts'
import { readFileTool } from './tools/read-file.ts'
import { removeFileTool } from './tools/remove-file.ts'
import { searchFilesTool } from './tools/search-files.ts'
import { writeFileTool } from './tools/write-file.ts'

/** The folder that is lent out, whether it may be changed, and what in it is kept back. */
export type FilesOptions = {
  /** Nothing outside of this folder is touched. */
  readonly root: string
  /** Whether files may be changed; they may not when left out. */
  readonly write?: boolean | undefined
  /** The most bytes of a file that one call reads or writes: 10 MB when left out. */
  readonly maxBytes?: number | undefined
  /** Patterns of files that are named and never opened, in the place of `defaultSecretFiles`. */
  readonly secretFiles?: readonly string[] | undefined
  /** Places that are closed, or never changed, wherever the names lead that a model writes. */
  readonly protectedPlaces?: readonly ProtectedPlace[] | undefined
}

const defaultMaxBytes = 10 * 1024 * 1024

/** Tools to read the files of a folder and, with `write`, to change them. */
export function filesToolbox(options: FilesOptions): Toolbox {
  const { write = false, maxBytes = defaultMaxBytes, secretFiles = defaultSecretFiles, protectedPlaces = [] } = options
  if (!Number.isSafeInteger(maxBytes) || maxBytes < 1) {
    throw new GyreError('config-invalid', `\`maxBytes\` must be a whole number above zero, not ${maxBytes}.`)
  }
  const root = new RootFolder(options.root)
  const places = new ProtectedPlaces(root.path, protectedPlaces)
  const hasSecretName = secretTest(secretFiles)
  const isSecret = (path: string) => hasSecretName(path) || places.whyClosed(path) !== undefined
  return toolboxOver({ root, isSecret, places, maxBytes }, write)
}

export function toolboxOver(space: FileSpace, write: boolean): Toolbox {
  const reading = [readFileTool(space), listFilesTool(space), searchFilesTool(space), fileInfoTool(space)]
  const writing = [writeFileTool(space), editFileTool(space), moveFileTool(space), removeFileTool(space)]
  return defineToolbox({
    name: 'files',
    description: write ? 'Reads and changes the files of one folder.' : 'Reads the files of one folder.',
    tools: write ? [...reading, ...writing] : reading,
  })
}
