/** `gyre personas save`, `import`, `validate` and `edit`: personas that come in, all of them or none. */
import { resolve } from 'node:path'
import { GyreError, type Issue, type Loop, type Persona, type PersonaEntry } from '@gyre/core'
import { type Fault, faultsError } from '../../config/reading/fault.ts'
import { parsePersonas, personaToYaml, readPersonaFiles } from '../../config/reading/persona-files.ts'
import { saveEdited } from '../arguments/edited-text.ts'
import { inputText } from '../arguments/input-text.ts'
import { audited } from '../audited.ts'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import type { Place } from '../place.ts'

/** What became of one of them: equal to the current version, it makes none. */
type Saved = { readonly name: string; readonly version: number | null; readonly isNew: boolean }

export const savePersonas: CommandRun = async ({ args: [file = ''], io, place: open }) => {
  const place = await open()
  const personas = await personasIn(io, file, place.runtime.loops)
  tell(io, await saveAll(place, personas, file === '-' ? 'stdin' : file))
  return exitCodes.done
}

export const validatePersonas: CommandRun = async ({ args, io, place }) => {
  const { runtime } = await place()
  const faults: Fault[] = []
  const files: { file: string; personas: readonly string[] }[] = []
  for (const file of args) {
    try {
      const personas = await personasIn(io, file, runtime.loops)
      for (const persona of personas) runtime.personas.check(persona, file)
      files.push({ file, personas: personas.map(({ name }) => name) })
    } catch (error) {
      faults.push(...faultsIn(error, file))
    }
  }
  if (faults.length > 0) throw faultsError('persona-invalid', faults)
  if (io.output !== 'text') io.printJson(files)
  else for (const { file, personas } of files) io.print(`${file}: ${personas.join(', ')}: no faults`)
  return exitCodes.done
}

export const editPersona: CommandRun = async ({ args: [name = ''], io, place: open }) => {
  const place = await open()
  const { runtime } = place
  const found = await runtime.personas.find(name)
  const { persona } = found ?? (await runtime.personas.get(name))
  const request = {
    text: await personaToYaml(persona),
    fileName: `${name}.yaml`,
    instead: `gyre personas export ${name} -o FILE, edit it, then: gyre personas save FILE`,
    retry: (file: string) => `gyre personas save ${file}`,
  }
  const saved = await saveEdited(io, request, async (text, file) =>
    saveAll(place, await parsePersonas(text, file, runtime.loops), file),
  )
  if (saved) tell(io, saved)
  else if (io.output === 'text') io.report(`Nothing was changed: \`${name}\` stays as it is.`)
  else io.printJson([{ name, version: found?.version ?? null, isNew: false }])
  return exitCodes.done
}

/** Files of data are told under the name they were given by; modules are loaded. */
async function personasIn(io: Io, file: string, loops: readonly Loop[]): Promise<readonly Persona[]> {
  if (/\.[mc]?[jt]s$/.test(file)) {
    const written = await readPersonaFiles([resolve(io.cwd, file)], { loops, cwd: io.cwd })
    return written.map(({ persona }) => persona)
  }
  const { text, source } = await inputText(io, file)
  return parsePersonas(text, source, loops)
}

function faultsIn(error: unknown, file: string): readonly Fault[] {
  if (!(error instanceof GyreError)) throw error
  const faults = error.details['faults'] as readonly Fault[] | undefined
  const issues = error.details['issues'] as readonly Issue[] | undefined
  if (issues) return issues.map(({ path, message }) => ({ file, path, message }))
  const isMissing = error.cause instanceof Error && 'code' in error.cause && error.cause.code === 'ENOENT'
  return faults ?? [{ file, path: [], message: isMissing ? 'there is no such file' : error.message }]
}

async function saveAll(place: Place, personas: readonly Persona[], source: string): Promise<readonly Saved[]> {
  const { runtime } = place
  const before = await Promise.all(personas.map(({ name }) => runtime.personas.find(name)))
  const entries = await runtime.personas.import(personas, source)
  const saved = entries.map(({ persona: { name }, version }: PersonaEntry, at) => ({
    name,
    version,
    isNew: before[at]?.version !== version,
  }))
  for (const { name, version, isNew } of saved) if (isNew) await audited(place, 'persona.saved', name, { version })
  return saved
}

function tell(io: Io, saved: readonly Saved[]): void {
  if (io.output !== 'text') {
    io.printJson(saved)
    return
  }
  for (const { name, version, isNew } of saved) {
    io.print(`${name} v${version} ${isNew ? 'saved' : 'is the same already'}`)
  }
  const [first] = saved
  if (first) io.report(`Next: gyre run -p ${first.name} "your goal"`)
}
