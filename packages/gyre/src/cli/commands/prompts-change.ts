/** `gyre prompts set`, `edit`, `promote`, `rollback`, `export` and `import`. */
import type { PromptEntry } from '@gyre/core'
import { saveEdited } from '../arguments/edited-text.ts'
import { inputText } from '../arguments/input-text.ts'
import { versionArgument } from '../arguments/version-argument.ts'
import { saveWritten } from '../arguments/written-values.ts'
import { audited } from '../audited.ts'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { writeValues } from '../output/value-export.ts'
import type { Place } from '../place.ts'
import { type PromptInput, savePrompt } from '../prompt-save.ts'

export const setPrompt: CommandRun = async ({ args: [id = '', given = ''], io, place: open }) => {
  const place = await open()
  const entry = await savePrompt(place.runtime.prompts, id, await inputOf(io, given))
  await audited(place, 'prompt.saved', entry.id, { version: entry.version })
  tell(io, entry)
  return exitCodes.done
}

export const editPrompt: CommandRun = async ({ args: [id = ''], io, place: open }) => {
  const place = await open()
  const { prompts } = place.runtime
  const entry = await prompts.get(id)
  const request = {
    text: `${entry.text}\n`,
    fileName: `${id}.txt`,
    instead: `gyre prompts set ${id} @FILE`,
    retry: (file: string) => `gyre prompts set ${id} @${file}`,
  }
  const saved = await saveEdited(io, request, (text, file) => savePrompt(prompts, id, { text, source: file }))
  if (saved) await audited(place, 'prompt.saved', saved.id, { version: saved.version })
  if (saved || io.output !== 'text') tell(io, saved ?? entry)
  else io.report(`Nothing was changed: \`${id}\` stays as it is.`)
  return exitCodes.done
}

export const promotePrompt: CommandRun = async ({ args: [id = '', version = ''], io, place: open }) => {
  const place = await open()
  await rolledBack(io, place, await place.runtime.prompts.promote(id, versionArgument(version)))
  return exitCodes.done
}

export const rollBackPrompt: CommandRun = async ({ args: [id = ''], io, place: open }) => {
  const place = await open()
  await rolledBack(io, place, await place.runtime.prompts.rollBack(id))
  return exitCodes.done
}

async function rolledBack(io: Io, place: Place, entry: PromptEntry): Promise<void> {
  await audited(place, 'prompt.rolled-back', entry.id, { version: entry.version })
  tell(io, entry)
}

export const exportPrompts: CommandRun = async ({ options, io, place }) => {
  const texts = await (await place()).runtime.prompts.export()
  await writeValues(io, texts, { file: options.text('out'), what: 'prompt', none: 'every prompt is the default' })
  return exitCodes.done
}

export const importPrompts: CommandRun = async ({ args: [file = ''], io, place: open }) => {
  const place = await open()
  const { prompts } = place.runtime
  const text = await inputText(io, file)
  const { values } = await saveWritten(text, (texts, source) => prompts.import(texts, source))
  const entries = await Promise.all(Object.keys(values).map((id) => prompts.get(id)))
  for (const { id, version } of entries) await audited(place, 'prompt.saved', id, { version })
  if (io.output !== 'text') io.printJson(entries)
  else for (const entry of entries) io.print(lineOf(entry))
  return exitCodes.done
}

async function inputOf(io: Io, given: string): Promise<PromptInput> {
  if (given === '-') return inputText(io, given)
  return given.startsWith('@') ? inputText(io, given.slice(1)) : { text: given, source: null }
}

function tell(io: Io, entry: PromptEntry): void {
  if (io.output !== 'text') {
    io.printJson(entry)
    return
  }
  io.print(lineOf(entry))
  io.report(`Sessions that run keep their prompts. Compare: gyre prompts diff ${entry.id}`)
}

function lineOf({ id, version, isDefault }: PromptEntry): string {
  return isDefault ? `${id} is the default` : `${id} v${version} is in use`
}
