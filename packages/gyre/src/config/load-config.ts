/** The config file, wholly checked before any of it is used. */
import { readFile, stat } from 'node:fs/promises'
import { dirname, extname, relative, resolve } from 'node:path'
import { loops as builtInLoops, GyreError, type Issue, type Loop } from '@gyre/core'
import { configIssues } from './config-issues.ts'
import type { Config } from './define-config.ts'
import { faultsError } from './reading/fault.ts'
import { filesOf, personaFolder } from './reading/found-files.ts'
import { readPersonaFiles, type WrittenPersona } from './reading/persona-files.ts'
import { jsonDocuments, placeIn, type TextDocument } from './reading/text-document.ts'
import { defaultExport } from './reading/user-module.ts'
import { folderIssues, skillsBeside } from './tools/tool-folders.ts'

export type LoadConfigOptions = {
  /** The folder that files are named from. */
  readonly cwd: string
  /** The loops there are without the config. */
  readonly loops?: readonly Loop[]
}

export type LoadedConfig = {
  /** The file, as a whole path. */
  readonly file: string
  readonly config: Config
  /** Those of the config and those of its files. */
  readonly personas: readonly WrittenPersona[]
  /** The folder of skills beside it, when there is one. */
  readonly foundSkills: string | undefined
}

/** The config of a file; fails with `config-file-invalid`, or `persona-invalid` for one of its files. */
export async function loadConfig(
  path: string,
  { cwd, loops = builtInLoops }: LoadConfigOptions,
): Promise<LoadedConfig> {
  const file = resolve(cwd, path)
  const name = relative(cwd, file)
  const document = await read(file, cwd)
  const tell = (issues: readonly Issue[]) =>
    faultsError(
      code,
      issues.map((issue) => ({ ...issue, file: name, at: placeIn(document, issue) })),
    )
  const issues = configIssues(document.value, loops)
  if (issues.length > 0) throw tell(issues)

  const config = document.value as Config
  const folder = dirname(file)
  const { files, missing } = await personaFilesOf(config, folder)
  const absent = [...missing, ...(await folderIssues(config.toolboxes ?? {}, folder))]
  if (absent.length > 0) throw tell(absent)
  const own = (config.personas ?? []).filter((persona) => typeof persona !== 'string')
  const others = own.map((persona) => ({ persona, source: name }))
  const known = [...loops, ...(config.loops ?? [])]
  const personas = [...others, ...(await readPersonaFiles(files, { cwd, loops: known, others }))]
  return { file, config, personas, foundSkills: await skillsBeside(folder) }
}

const code = 'config-file-invalid'

async function read(file: string, cwd: string): Promise<TextDocument> {
  const name = relative(cwd, file)
  const isThere = await stat(file).then(
    (found) => found.isFile(),
    () => false,
  )
  if (!isThere) throw new GyreError('file-unreadable', `${name}: there is no such file.`, { file })
  if (extname(file) !== '.json') return { value: await defaultExport(file, { code, cwd }), positionOf: () => undefined }
  const { documents, faults } = await jsonDocuments(await readFile(file, 'utf8'))
  const [document] = documents
  if (document) return document
  throw faultsError(
    code,
    faults.map((fault) => ({ ...fault, file: name, path: [] })),
  )
}

type PersonaFiles = { readonly files: readonly string[]; readonly missing: readonly Issue[] }

/** The files a config names, and those in its folder of personas. */
async function personaFilesOf({ personas = [], personaFiles }: Config, folder: string): Promise<PersonaFiles> {
  const named = personas.filter((persona) => typeof persona === 'string').map((path) => resolve(folder, path))
  if (personaFiles === undefined)
    return { files: unique([...named, ...((await filesOf(personaFolder, folder)) ?? [])]), missing: [] }
  const patterns = typeof personaFiles === 'string' ? [personaFiles] : personaFiles
  const found = await Promise.all(patterns.map((pattern) => filesOf(pattern, folder)))
  const missing = found.flatMap((files, index): readonly Issue[] => {
    const path = typeof personaFiles === 'string' ? ['personaFiles'] : ['personaFiles', index]
    return files ? [] : [{ path, message: `there is no such folder or file: ${patterns[index]}` }]
  })
  return { files: unique([...named, ...found.flatMap((files) => files ?? [])]), missing }
}

function unique(files: readonly string[]): readonly string[] {
  return [...new Set(files)]
}
