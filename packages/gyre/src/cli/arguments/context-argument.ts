/** What is added to every later request: a text, or a file. */
import { basename, extname } from 'node:path'
import { GyreError, type Json } from '@gyre/core'
import { textIn } from '../../config/reading/text-in.ts'
import { readNamedFile } from './json-argument.ts'

const mediaTypes: Readonly<Record<string, string>> = {
  '.md': 'text/markdown',
  '.csv': 'text/csv',
  '.html': 'text/html',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
}

/** The text itself, or the file in `@file`. */
export async function contextBody(given: string): Promise<Json> {
  if (!given.startsWith('@')) return { text: given }
  const path = given.slice(1)
  const bytes = await readNamedFile(path)
  if (bytes.length === 0)
    throw new GyreError('file-unreadable', `\`${path}\` is empty: there is nothing to add.`, { path })
  const text = textIn(bytes)
  const type =
    mediaTypes[extname(path).toLowerCase()] ?? (text === undefined ? 'application/octet-stream' : 'text/plain')
  return { file: { name: basename(path), mediaType: type, data: text ?? bytes.toString('base64') } }
}
