/** `gyre settings`: what is set, where from, and setting it. */
import { GyreError, type Json, type SettingEntry } from '@gyre/core'
import { inputText } from '../arguments/input-text.ts'
import { versionArgument } from '../arguments/version-argument.ts'
import { saveWritten } from '../arguments/written-values.ts'
import { audited } from '../audited.ts'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { writeValues } from '../output/value-export.ts'
import { printVersions } from '../output/version-list.ts'
import type { Place } from '../place.ts'
import { fitStart } from '../terminal/text-width.ts'

export const listSettings: CommandRun = async ({ io, place }) => {
  const entries = await (await place()).runtime.settings.all()
  if (io.output !== 'text') {
    io.printJson(entries.map((entry) => ({ ...entry, differs: differs(entry) })))
    return exitCodes.done
  }
  const width = io.out.isTty ? io.out.width() : Number.POSITIVE_INFINITY
  for (const entry of entries) {
    const line = `${differs(entry) ? '*' : ' '} ${entry.key} = ${shown(entry.value)}  (${entry.source})`
    io.print(`${io.out.paint('bold', fitStart(line, width))}\n    ${entry.description}`)
    if (entry.fault !== null) io.print(`    The saved value is not used: ${entry.fault}`)
  }
  io.report('* differs from the default. Change one: gyre settings set KEY VALUE')
  return exitCodes.done
}

export const getSetting: CommandRun = async ({ args: [key = ''], io, place }) => {
  const entry = await (await place()).runtime.settings.entry(key)
  if (io.output === 'text') io.print(typeof entry.value === 'string' ? entry.value : shown(entry.value))
  else io.printJson(entry)
  return exitCodes.done
}

export const setSetting: CommandRun = async ({ args: [key = '', value = ''], io, place: open }) => {
  const place = await open()
  const { settings } = place.runtime
  const entry = await settings.set(key, value).catch(async (error: unknown) => {
    throw withHint(error, value, (await settings.entry(key)).default)
  })
  await audited(place, 'setting.set', entry.key, { version: entry.version })
  tell(io, entry)
  return exitCodes.done
}

export const unsetSetting: CommandRun = async ({ args: [key = ''], io, place: open }) => {
  const place = await open()
  const entry = await place.runtime.settings.unset(key)
  await audited(place, 'setting.unset', entry.key)
  tell(io, entry)
  return exitCodes.done
}

export const settingVersions: CommandRun = async ({ args: [key = ''], io, place }) => {
  const versions = await (await place()).runtime.settings.versions(key)
  printVersions(io, versions, {
    head: 'VALUE',
    summary: (body) => (body === null ? '(the default)' : shown(body)),
    none: `\`${key}\` was never set. Set it: gyre settings set ${key} VALUE`,
  })
  return exitCodes.done
}

export const promoteSetting: CommandRun = async ({ args: [key = '', version = ''], io, place: open }) => {
  const place = await open()
  await rolledBack(io, place, await place.runtime.settings.promote(key, versionArgument(version)))
  return exitCodes.done
}

export const rollBackSetting: CommandRun = async ({ args: [key = ''], io, place: open }) => {
  const place = await open()
  await rolledBack(io, place, await place.runtime.settings.rollBack(key))
  return exitCodes.done
}

async function rolledBack(io: Io, place: Place, entry: SettingEntry): Promise<void> {
  await audited(place, 'setting.rolled-back', entry.key, { version: entry.version })
  tell(io, entry)
}

export const exportSettings: CommandRun = async ({ options, io, place }) => {
  const values = await (await place()).runtime.settings.export()
  await writeValues(io, values, { file: options.text('out'), what: 'setting', none: 'no setting was saved' })
  return exitCodes.done
}

export const importSettings: CommandRun = async ({ args: [file = ''], io, place: open }) => {
  const place = await open()
  const { settings } = place.runtime
  const text = await inputText(io, file)
  const { values } = await saveWritten(text, (given, source) => settings.import(given, source))
  const entries = await Promise.all(Object.keys(values).map((key) => settings.entry(key)))
  for (const { key, version } of entries) await audited(place, 'setting.set', key, { version })
  if (io.output !== 'text') io.printJson(entries)
  else for (const entry of entries) io.print(lineOf(entry))
  return exitCodes.done
}

function tell(io: Io, entry: SettingEntry): void {
  if (io.output !== 'text') io.printJson(entry)
  else io.print(lineOf(entry))
  if (entry.source === 'environment' || entry.source === 'config') {
    const where = entry.source === 'config' ? 'the config file' : 'the environment'
    io.report(`It is set by ${where}, which wins over what is saved.`)
  }
}

function lineOf({ key, value, source }: SettingEntry): string {
  return `${key} = ${shown(value)}  (${source})`
}

function shown(value: Json): string {
  return JSON.stringify(value)
}

function differs({ value, default: standard }: SettingEntry): boolean {
  return shown(value) !== shown(standard)
}

/** People write `a,b` where a list is wanted; shown is what to write instead. */
function withHint(error: unknown, written: string, standard: Json): unknown {
  const isList = Array.isArray(standard) && !/^\s*\[/.test(written)
  if (!isList || !(error instanceof GyreError) || error.code !== 'setting-invalid') return error
  const list = shown(written.split(',').map((each) => each.trim()))
  return new GyreError(error.code, `${error.message}\nWrite it as JSON: '${list}'`, { cause: error, ...error.details })
}
