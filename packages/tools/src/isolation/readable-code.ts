/** What a process may read so that it can load a module: the code beside it, and what is installed for it. */
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, extname, join, sep } from 'node:path'
import { GyreError } from '@gyre/core'
import { codeEndings } from './code-endings.ts'

/** The folder the module really lies in: with what is below it, this is its own code. */
export function ownFolder(file: string): string {
  return dirname(realpathSync(file))
}

/** The `node_modules` that Node looks for packages in. */
export function installedFor(folder: string): readonly string[] {
  const found = upwards(folder)
    .map((each) => join(each, 'node_modules'))
    .filter((each) => existsSync(each))
  return [...new Set(found.flatMap((each) => [each, realpathSync(each)]))]
}

function upwards(folder: string): readonly string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...upwards(parent)]
}

/** Each file of code becomes an argument of a command. */
const mostFiles = 2_000

/** The files of code in a folder and below, one by one, so that nothing else there can be read. */
export function codeFiles(folder: string): readonly string[] {
  const files: string[] = []
  let looked = 0
  for (const file of filesBelow(folder)) {
    looked += 1
    if (looked > mostFiles) throw tooMany(folder)
    if (codeEndings.includes(extname(file))) files.push(file)
  }
  return files
}

/** Plain files: what is behind a link is elsewhere, and what is hidden is not meant to be seen. */
function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile()) yield path
  }
}

function tooMany(folder: string): GyreError {
  const message = `${folder} holds more than ${mostFiles} files: put isolated code that has rights into a folder of its own.`
  return new GyreError('tool-invalid', message, { folder })
}

/**
 * Paths without those that lie below another of them.
 *
 * Node loses the right to a folder itself when it was given a path below it before, and then finds no package in it.
 */
export function outermost(paths: readonly string[]): readonly string[] {
  const folders = paths.map((path) => (path.endsWith(sep) ? path : path + sep)).sort()
  const kept: string[] = []
  for (const folder of folders) if (!folder.startsWith(kept.at(-1) ?? '\0')) kept.push(folder)
  return kept.map((folder) => (folder === sep ? folder : folder.slice(0, -sep.length)))
}
