/** The files of a task, read from beside its data set. */
import { readFile, realpath } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { type FilePart, GyreError, type ImagePart, isTextMedia } from '@gyre/core'
import type { EvalTask } from '@gyre/lab'
import { isInside } from '../config/inside-folder.ts'
import { textIn } from '../config/reading/text-in.ts'

const mediaTypes: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.gif': 'image/gif',
  '.html': 'text/html',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.jsonl': 'application/jsonl',
  '.m4a': 'audio/mp4',
  '.md': 'text/markdown',
  '.mp3': 'audio/mpeg',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.webp': 'image/webp',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.xml': 'application/xml',
  '.zip': 'application/zip',
}

/** What a task brings along; fails with the line of the task when a file cannot be read. */
export function attachedFiles(
  task: EvalTask,
  folder: string,
  source: string,
): Promise<readonly (FilePart | ImagePart)[]> {
  return Promise.all(task.files.map((name) => attached(name, folder, `${source}:${task.line}`)))
}

async function attached(name: string, folder: string, place: string): Promise<FilePart | ImagePart> {
  const bytes = await bytesOf(name, folder, place)
  const text = textIn(bytes)
  const known = mediaTypes[extname(name).toLowerCase()]
  const isReadable = text !== undefined && (known === undefined || isTextMedia(known))
  const mediaType = isReadable ? (known ?? 'text/plain') : withoutText(known)
  if (mediaType.startsWith('image/')) return { type: 'image', mediaType, data: bytes.toString('base64') }
  return { type: 'file', name: basename(name), mediaType, data: isReadable ? text : bytes.toString('base64') }
}

/** A file that should be a text and is none: its bytes are all that can be told of it. */
function withoutText(known: string | undefined): string {
  return known === undefined || isTextMedia(known) ? 'application/octet-stream' : known
}

/** A data set comes from somewhere else: it may name files beside it, and no others of this machine. */
async function bytesOf(name: string, folder: string, place: string): Promise<Buffer> {
  const path = join(folder, name)
  try {
    // Of a place outside nothing is told, not even whether there is a file.
    const real = isInside(folder, path) ? await realpath(path) : undefined
    if (real !== undefined && isInside(await realpath(folder), real)) return await readFile(real)
  } catch (cause) {
    throw unreadable(`${place}: the file \`${name}\` of this task cannot be read: it is looked for in \`${folder}\`.`, {
      path,
      cause,
    })
  }
  throw unreadable(`${place}: the file \`${name}\` of this task is outside of the folder of the data set.`, { path })
}

function unreadable(message: string, details: { readonly path: string; readonly cause?: unknown }): GyreError {
  return new GyreError('file-unreadable', message, details)
}
