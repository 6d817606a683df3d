/** `gyre personas promote`, `rollback`, `remove` and `export`. */
import type { Persona, PersonaEntry } from '@gyre/core'
import { personaToYaml } from '../../config/reading/persona-files.ts'
import { versionArgument } from '../arguments/version-argument.ts'
import { audited } from '../audited.ts'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { writeNamedFile } from '../output/written-file.ts'
import type { Place } from '../place.ts'

export const promotePersona: CommandRun = async ({ args: [name = '', version = ''], io, place: open }) => {
  const place = await open()
  await rolledBack(io, place, await place.runtime.personas.promote(name, versionArgument(version)))
  return exitCodes.done
}

export const rollBackPersona: CommandRun = async ({ args: [name = ''], io, place: open }) => {
  const place = await open()
  await rolledBack(io, place, await place.runtime.personas.rollBack(name))
  return exitCodes.done
}

async function rolledBack(io: Io, place: Place, entry: PersonaEntry): Promise<void> {
  await audited(place, 'persona.rolled-back', entry.persona.name, { version: entry.version })
  tell(io, entry)
}

export const removePersona: CommandRun = async ({ args: [name = ''], io, place: open }) => {
  const place = await open()
  const { personas, rollouts } = place.runtime
  const versions = await personas.versions(name)
  await personas.remove(name)
  // A split of what is gone would come to life again with the next persona of this name.
  await rollouts.remove(name)
  await audited(place, 'persona.removed', name)
  if (io.output !== 'text') {
    io.printJson({ name, versions: versions.length })
    return exitCodes.done
  }
  io.print(`${name} removed, with ${counted(versions.length, 'version')}`)
  const left = await personas.find(name)
  if (left && personas.isShipped(left)) io.report(`The \`${name}\` that comes with Gyre is used again.`)
  return exitCodes.done
}

export const exportPersonas: CommandRun = async ({ args, options, io, place }) => {
  const { personas } = (await place()).runtime
  const named = await Promise.all(args.map(async (name) => (await personas.get(name)).persona))
  const chosen = args.length === 0 ? await personas.export() : named
  const file = options.text('out')
  const isJson = file === undefined ? io.output !== 'text' : file.endsWith('.json')
  const text = isJson ? `${JSON.stringify(chosen, null, 2)}\n` : await yamlOf(chosen)
  if (file === undefined) {
    if (io.output === 'text') io.out.write(text)
    else io.printJson(chosen)
    if (chosen.length === 0) io.report('There is nothing to export: no persona was saved.')
    return exitCodes.done
  }
  await writeNamedFile(file, text)
  if (io.output === 'text') {
    io.print(`${file}: ${counted(chosen.length, 'persona')}`)
    io.report(`Next: gyre personas import ${file}`)
  } else io.printJson({ file, personas: chosen.map(({ name }) => name) })
  return exitCodes.done
}

async function yamlOf(personas: readonly Persona[]): Promise<string> {
  return (await Promise.all(personas.map(personaToYaml))).join('---\n')
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

function tell(io: Io, { persona: { name }, version, source }: PersonaEntry): void {
  if (io.output !== 'text') {
    io.printJson({ name, version, source })
    return
  }
  io.print(`${name} v${version} is the current one now`)
  io.report('Sessions that run keep the version they began with.')
}
