/** Arguments that are a text, JSON, or a file that holds it. */
import { readFile } from 'node:fs/promises'
import { GyreError, type Json } from '@gyre/core'

/** The bytes of a file that was named. */
export async function readNamedFile(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    throw unreadable(path, error)
  }
}

function unreadable(path: string, cause: unknown): GyreError {
  const { code = '', message } = cause as NodeJS.ErrnoException
  return new GyreError('file-unreadable', `\`${path}\` cannot be read: ${reasons[code] ?? message}.`, { cause, path })
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
}

/** The text itself, or that of the file in `@file`. */
export async function textArgument(given: string): Promise<string> {
  return given.startsWith('@') ? (await readNamedFile(given.slice(1))).toString('utf8') : given
}

/** JSON, given as such or in `@file`. */
export async function jsonArgument(option: string, given: string): Promise<Json> {
  const value = parsed(await textArgument(given))
  if (value !== undefined) return value
  throw new GyreError('usage-invalid', `\`${option} ${given}\`: expected JSON, or @file with JSON in it.`)
}

/** The same, but what does not look like JSON is a text. */
export async function valueArgument(option: string, given: string): Promise<Json> {
  const text = await textArgument(given)
  const looksLikeJson = /^\s*[{["]/.test(text)
  return parsed(text) ?? (looksLikeJson ? jsonArgument(option, given) : text)
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
