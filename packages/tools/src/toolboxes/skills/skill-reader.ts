/** Files of a skill, read by the skill: those that were listed, nothing else. */
import { realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { GyreError, suggestion } from '@gyre/core'
import { readBounded } from '../../bounded-file.ts'
import type { Skill } from './skill.ts'

const mostBytes = 64_000

/** The text of a file of the skill, cut when it is long. */
export async function readResource(skill: Skill, path: string): Promise<string> {
  const name = path.replace(/^(?:\.\/)+/, '')
  if (!skill.resources.includes(name)) {
    throw new GyreError(
      'path-refused',
      `\`${skill.name}\` has no file \`${path}\`; ${suggestion(name, skill.resources)}`,
    )
  }
  const file = join(skill.folder, name)
  // It was a plain file when it was listed, and may have become a link since.
  if (!(await leadsInside(file, skill.folder))) {
    throw new GyreError('path-refused', `\`${path}\` leads out of the folder of \`${skill.name}\`.`)
  }
  const { text, size, isCut } = await readText(file, path)
  return isCut ? `${text}\n[Cut: the first ${mostBytes} of ${size} bytes.]` : text
}

async function leadsInside(file: string, folder: string): Promise<boolean> {
  const real = await realpath(file).catch(() => file)
  return real.startsWith(folder + sep)
}

async function readText(file: string, path: string) {
  try {
    return await readBounded(file, mostBytes)
  } catch (error) {
    throw unreadable(path, error)
  }
}

function unreadable(path: string, cause: unknown): GyreError {
  const why =
    cause instanceof Error && !('code' in cause) ? cause.message : 'it is not there any more, or may not be read'
  return new GyreError('file-unreadable', `\`${path}\` cannot be read: ${why}.`, { cause })
}
