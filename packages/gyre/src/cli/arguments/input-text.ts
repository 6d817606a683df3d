/** Texts that commands are given by name: of a file, or of what comes in. */
import type { Io } from '../io.ts'
import { readNamedFile } from './json-argument.ts'

/** A text, and what its faults are told under. */
export type InputText = { readonly text: string; readonly source: string }

/** The text of a file; `-` is what comes in on stdin. */
export async function inputText(io: Io, file: string): Promise<InputText> {
  if (file === '-') return { text: await io.input.readAll(), source: 'stdin' }
  return { text: (await readNamedFile(file)).toString('utf8'), source: file }
}
