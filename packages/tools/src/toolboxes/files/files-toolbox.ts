/** Files of one folder, for models: what is inside of it, and nothing else. */
import { defineToolbox, GyreError, type Toolbox } from '@gyre/core'
import type { FileSpace } from './access/file-space.ts'
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

export type FilesOptions = {
  /** Nothing outside of this folder is touched. */
  readonly root: string
  /** Whether files may be changed; they may not when left out. */
  readonly write?: boolean | undefined
  /** The most bytes of a file that one call reads or writes: 10 MB when left out. */
  readonly maxBytes?: number | undefined
  /** Patterns of files that are named and never opened, in the place of `defaultSecretFiles`. */
  readonly secretFiles?: readonly string[] | undefined
}

const defaultMaxBytes = 10 * 1024 * 1024

/** Tools to read the files of a folder and, with `write`, to change them. */
export function filesToolbox({ root, write = false, maxBytes = defaultMaxBytes, secretFiles }: FilesOptions): Toolbox {
  if (!Number.isSafeInteger(maxBytes) || maxBytes < 1) {
    throw new GyreError('config-invalid', `\`maxBytes\` must be a whole number above zero, not ${maxBytes}.`)
  }
  const isSecret = secretTest(secretFiles ?? defaultSecretFiles)
  return toolboxOver({ root: new RootFolder(root), isSecret, maxBytes }, write)
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
