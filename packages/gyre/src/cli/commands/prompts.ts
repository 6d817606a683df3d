/** `gyre prompts`: looking at prompts and their versions. */
import { GyreError, type PromptEntry } from '@gyre/core'
import { versionArgument } from '../arguments/version-argument.ts'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { printTable } from '../output/printed-table.ts'
import { paintedDiff, textDiff } from '../output/text-diff.ts'
import { printVersions } from '../output/version-list.ts'

export const listPrompts: CommandRun = async ({ io, place }) => {
  const entries = await (await place()).runtime.prompts.list()
  if (io.output !== 'text') {
    io.printJson(entries)
    return exitCodes.done
  }
  const rows = entries.map((entry) => [entry.id, standing(entry), inBraces(entry.placeholders), firstLine(entry.text)])
  printTable(io, [['ID', 'TEXT', 'PLACEHOLDERS', 'BEGINS'], ...rows])
  for (const { id, version, fault } of entries) {
    if (fault !== null) io.report(`${id}: v${version} is not used: ${fault}. Mend it: gyre prompts edit ${id}`)
  }
  return exitCodes.done
}

export const showPrompt: CommandRun = async ({ args: [id = ''], options, io, place }) => {
  const { prompts } = (await place()).runtime
  const entry = await prompts.get(id)
  const version = options.text('version')
  if (version !== undefined && options.flag('default')) {
    throw new GyreError('usage-invalid', 'Give `--version` or `--default`, not both.')
  }
  const saved = version === undefined ? undefined : await textOfVersion(versionArgument(version), entry)
  const text = saved ?? (options.flag('default') ? entry.defaultText : entry.text)
  if (io.output !== 'text')
    io.printJson(version === undefined ? entry : { id, version: versionArgument(version), text })
  else {
    io.print(text)
    if (version === undefined)
      io.report(`${id}: ${standing(entry)}; placeholders: ${inBraces(entry.placeholders) || 'none'}`)
  }
  return exitCodes.done

  async function textOfVersion(wanted: number, { defaultText }: PromptEntry): Promise<string> {
    const versions = await prompts.versions(id)
    const found = versions.find((each) => each.version === wanted)
    if (found) return found.body || defaultText
    throw unknownVersion(id, wanted, versions)
  }
}

export const promptVersions: CommandRun = async ({ args: [id = ''], io, place }) => {
  const versions = await (await place()).runtime.prompts.versions(id)
  printVersions(io, versions, {
    head: 'BEGINS',
    summary: (body) => firstLine(String(body)) || '(the default)',
    none: `\`${id}\` was never changed. Change it: gyre prompts edit ${id}`,
  })
  return exitCodes.done
}

export const diffPrompt: CommandRun = async ({ args: [id = '', ...asked], io, place }) => {
  const { prompts } = (await place()).runtime
  const versions = await prompts.versions(id)
  const { defaultText } = await prompts.get(id)
  const at = versions.findIndex(({ current }) => current)
  const side = (given: string | undefined, otherwise: number | undefined) => {
    const wanted = given === 'default' ? undefined : given === undefined ? otherwise : versionArgument(given)
    if (wanted === undefined) return { name: `${id} default`, text: `${defaultText}\n` }
    const found = versions.find(({ version }) => version === wanted)
    if (!found) throw unknownVersion(id, wanted, versions)
    return { name: `${id} v${wanted}`, text: `${found.body || defaultText}\n` }
  }
  const [from, to] = [side(asked[0], versions[at + 1]?.version), side(asked[1], versions[at]?.version)]
  const diff = await textDiff(from, to)
  if (io.output !== 'text') io.printJson({ id, from: from.name, to: to.name, diff })
  else if (diff === '') io.report(`${from.name} and ${to.name} are the same.`)
  else io.print(paintedDiff(io.out, diff))
  return exitCodes.done
}

function unknownVersion(id: string, wanted: number, versions: readonly { readonly version: number }[]): GyreError {
  const known = versions.map(({ version }) => version)
  const there = known.length === 0 ? 'none was saved' : `there are ${known.join(', ')}`
  return new GyreError('version-unknown', `The prompt \`${id}\` has no version ${wanted}: ${there}.`, { id, known })
}

/** `default`, `v3`; `default (v3)` when the saved one is the default, or is not used. */
function standing({ version, isDefault }: PromptEntry): string {
  if (version === null) return 'default'
  return isDefault ? `default (v${version})` : `v${version}`
}

function inBraces(names: readonly string[]): string {
  return names.map((name) => `{${name}}`).join(' ')
}

function firstLine(text: string): string {
  return text.split('\n').find((line) => line.trim() !== '') ?? ''
}
