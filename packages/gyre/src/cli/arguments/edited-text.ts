/** A text in the editor of the person who calls. */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { GyreError } from '@gyre/core'
import type { Environment, Io } from '../io.ts'

export type EditRequest = {
  readonly text: string
  /** What the file is called: editors tell by its ending how to show it. */
  readonly fileName: string
  /** The command that does the same without an editor: `gyre personas save FILE`. */
  readonly instead: string
  /** The command that takes the file when its text is refused. */
  readonly retry: (file: string) => string
}

/**
 * Lets a person edit a text and hands it to `save`. The file is removed once it is saved: a text that is refused
 * is kept there. Undefined when nothing was changed.
 */
export async function saveEdited<T>(
  io: Pick<Io, 'env' | 'platform'>,
  request: EditRequest,
  save: (text: string, file: string) => Promise<T>,
): Promise<T | undefined> {
  const editor = editorOf(io.env, request.instead)
  const file = join(await mkdtemp(join(tmpdir(), 'gyre-edit-')), request.fileName)
  await writeFile(file, request.text)
  await runEditor(editor, file, io.platform)
  const text = await readFile(file, 'utf8')
  const saved = text === request.text ? undefined : await saveOrKeep(() => save(text, file), request.retry(file))
  await rm(dirname(file), { recursive: true })
  return saved
}

async function saveOrKeep<T>(save: () => Promise<T>, retry: string): Promise<T> {
  try {
    return await save()
  } catch (error) {
    throw error instanceof GyreError ? kept(error, retry) : error
  }
}

function kept(error: GyreError, retry: string): GyreError {
  const message = `${error.message}\nNothing was saved; your text is kept. Mend it, then: ${retry}`
  return new GyreError(error.code, message, { ...error.details, cause: error })
}

function editorOf(env: Environment, instead: string): string {
  const editor = env['VISUAL'] || env['EDITOR']
  if (editor) return editor
  throw new GyreError('usage-invalid', `No editor is set: set EDITOR, or write ${instead}`)
}

async function runEditor(editor: string, file: string, platform: NodeJS.Platform): Promise<void> {
  // An editor may be given with options of its own, so a shell takes it apart.
  const [command, args] =
    platform === 'win32' ? ['cmd', ['/c', `${editor} "${file}"`]] : ['sh', ['-c', `${editor} "$1"`, 'sh', file]]
  const child = spawn(command, args, { stdio: 'inherit' })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code === 0) return
  throw new GyreError(
    'usage-invalid',
    `The editor \`${editor}\` ended with ${code}: nothing was saved. The text is in ${file}`,
  )
}
