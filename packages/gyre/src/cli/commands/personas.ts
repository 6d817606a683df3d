/** `gyre personas`: looking at personas and their versions. */
import { GyreError, type JsonObject, type Persona, type PersonaEntry } from '@gyre/core'
import { personaToYaml } from '../../config/reading/persona-files.ts'
import { versionArgument, versionPair } from '../arguments/version-argument.ts'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { printTable } from '../output/printed-table.ts'
import { paintedDiff, textDiff } from '../output/text-diff.ts'
import { printVersions } from '../output/version-list.ts'

export const listPersonas: CommandRun = async ({ io, place }) => {
  const { personas } = (await place()).runtime
  const listed = await personas.list()
  const entries = listed.map(summaryOf)
  if (io.output !== 'text') io.printJson(entries)
  else {
    const rows = entries.map(({ name, version, loop, source, description }) => [
      name,
      shownVersion(version),
      loop,
      source,
      description ?? '',
    ])
    printTable(io, [['NAME', 'VERSION', 'LOOP', 'SOURCE', 'DESCRIPTION'], ...rows])
    if (listed.every((entry) => personas.isShipped(entry))) io.report('Write one of your own: gyre personas save FILE')
  }
  return exitCodes.done
}

export const showPersona: CommandRun = async ({ args: [name = ''], options, io, place }) => {
  const version = options.text('version')
  const { personas } = (await place()).runtime
  const found = await personas.get(name, version === undefined ? undefined : versionArgument(version))
  if (io.output === 'text') io.out.write(await personaToYaml(found.persona))
  else io.printJson({ name, version: found.version, source: found.source, persona: found.persona })
  return exitCodes.done
}

export const personaVersions: CommandRun = async ({ args: [name = ''], io, place }) => {
  const { personas } = (await place()).runtime
  const versions = await personas.versions(name)
  const entry = (await personas.find(name)) ?? (await personas.get(name))
  const origin = personas.isShipped(entry) ? 'comes with Gyre' : `is given by ${entry.source}`
  printVersions(io, versions, {
    head: 'PERSONA',
    summary: (body) => personaLine(body as Persona),
    none: `\`${name}\` ${origin} and has no saved versions.`,
  })
  return exitCodes.done
}

export const diffPersona: CommandRun = async ({ args: [name = '', ...asked], io, place }) => {
  const { personas } = (await place()).runtime
  const versions = await personas.versions(name)
  if (versions.length === 0) await personas.get(name)
  const [from, to] = versionPair(asked, versions)
  if (from === undefined || to === undefined) {
    throw new GyreError('version-unknown', `The persona \`${name}\` has no earlier version to compare with.`, { name })
  }
  const side = async (version: number) => {
    const body = versions.find((each) => each.version === version)?.body ?? (await personas.get(name, version)).persona
    return { name: `${name} v${version}`, text: await personaToYaml(body as Persona & JsonObject) }
  }
  const diff = await textDiff(await side(from), await side(to))
  if (io.output !== 'text') io.printJson({ name, from, to, diff })
  else if (diff === '') io.report(`\`${name}\` v${from} and v${to} are the same.`)
  else io.print(paintedDiff(io.out, diff))
  return exitCodes.done
}

/** What a list says of a persona. */
function summaryOf({ persona: { name, loop, description }, version, source }: PersonaEntry) {
  return { name, version, source, loop, description: description ?? null }
}

/** `v3`; `-` for one that has no versions. */
function shownVersion(version: number | null): string {
  return version === null ? '-' : `v${version}`
}

function personaLine({ loop, description }: Persona): string {
  return description === undefined ? loop : `${loop}: ${description}`
}
