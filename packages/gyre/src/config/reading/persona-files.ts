/** Personas in files: YAML, JSON and modules, each fault with the place where it is written. */
import { readFile } from 'node:fs/promises'
import { extname, relative } from 'node:path'
import { GyreError, type Issue, type Loop, type Persona, personaSchema, readPersona } from '@gyre/core'
import { type Fault, faultsError, type Position, placeOf } from './fault.ts'
import { jsonDocuments, placeIn, type TextDocument, yamlDocuments } from './text-document.ts'
import { defaultExport } from './user-module.ts'

/** A persona and where it is written: `personas/careful.yaml`. */
export type WrittenPersona = { readonly persona: Persona; readonly source: string }

export type PersonaFilesOptions = {
  readonly loops: readonly Loop[]
  /** Personas whose names are taken already. */
  readonly others?: readonly WrittenPersona[]
  /** The folder that files are named from. */
  readonly cwd: string
}

/** One that was read, whether it is good or not, and where it begins in its document. */
type Entry = {
  readonly value: unknown
  readonly file: string
  readonly base: readonly number[]
  at(issue: Issue): Position | undefined
}

type Entries = { readonly entries: readonly Entry[]; readonly faults: readonly Fault[] }

/** All personas of all files, or `persona-invalid` with the faults of them all. */
export async function readPersonaFiles(
  files: readonly string[],
  { loops, cwd, others = [] }: PersonaFilesOptions,
): Promise<readonly WrittenPersona[]> {
  const read = await Promise.all(files.map((file) => entriesOf(file, cwd)))
  return checked(merged(read), loops, others)
}

/** The personas of a text: JSON when its name says so, else YAML with one persona a document. */
export async function parsePersonas(text: string, source: string, loops: readonly Loop[]): Promise<readonly Persona[]> {
  const written = checked(await textEntries(text, source), loops)
  return written.map(({ persona }) => persona)
}

/** A persona as YAML, its keys in the order of the docs. Several go into one file with lines of `---` between them. */
export async function personaToYaml(persona: Persona): Promise<string> {
  const { stringify } = await import('yaml')
  const keys = Object.keys(personaSchema.shape) as readonly (keyof Persona)[]
  const ordered = keys.filter((key) => persona[key] !== undefined).map((key) => [key, persona[key]])
  return stringify(Object.fromEntries(ordered), { lineWidth: 0, aliasDuplicateObjects: false })
}

async function entriesOf(file: string, cwd: string): Promise<Entries> {
  const source = relative(cwd, file)
  try {
    if (!/\.(?:ya?ml|json)$/.test(file)) {
      const value = await defaultExport(file, { code: 'persona-invalid', cwd })
      return { entries: listed({ value, positionOf: () => undefined }, source), faults: [] }
    }
    return await textEntries(await readFile(file, 'utf8'), source)
  } catch (error) {
    const told = error instanceof GyreError ? (error.details['faults'] as readonly Fault[] | undefined) : undefined
    return { entries: [], faults: told ?? [unreadable(error, source)] }
  }
}

function unreadable(error: unknown, file: string): Fault {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const message = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${String(code ?? error)})`
  return { file, path: [], message }
}

async function textEntries(text: string, source: string): Promise<Entries> {
  const { documents, faults } = await (extname(source) === '.json' ? jsonDocuments(text) : yamlDocuments(text))
  const entries = documents.flatMap((document) => listed(document, source))
  const isEmpty = entries.length === 0 && faults.length === 0
  const empty = { message: 'it holds no persona; write at least `name` and `loop`' }
  return { entries, faults: (isEmpty ? [empty] : faults).map((fault) => ({ ...fault, file: source, path: [] })) }
}

/** A document is a persona or a list of them. */
function listed(document: TextDocument, file: string): readonly Entry[] {
  const { value } = document
  const entry = (persona: unknown, base: readonly number[]): Entry => ({
    value: persona,
    file,
    base,
    at: (issue) => placeIn(document, { ...issue, path: [...base, ...issue.path] }),
  })
  return Array.isArray(value) ? value.map((each, index) => entry(each, [index])) : [entry(value, [])]
}

function merged(read: readonly Entries[]): Entries {
  return { entries: read.flatMap(({ entries }) => entries), faults: read.flatMap(({ faults }) => faults) }
}

function checked(
  { entries, faults }: Entries,
  loops: readonly Loop[],
  others: readonly WrittenPersona[] = [],
): readonly WrittenPersona[] {
  const found = [...faults, ...entries.flatMap((entry) => faultsOf(entry, loops)), ...nameFaults(entries, others)]
  if (found.length > 0) throw faultsError('persona-invalid', found)
  return entries.map(({ value, file }) => ({ persona: readPersona(value, { loops }), source: file }))
}

function faultsOf({ value, file, base, at }: Entry, loops: readonly Loop[]): readonly Fault[] {
  return personaFaults(value, loops).map((issue) => ({ ...issue, path: [...base, ...issue.path], file, at: at(issue) }))
}

/** Every fault of a value that should be a persona, also of one that is no plain data. */
export function personaFaults(value: unknown, loops: readonly Loop[]): readonly Issue[] {
  try {
    readPersona(value, { loops })
    return []
  } catch (error) {
    if (error instanceof GyreError) return error.details['issues'] as readonly Issue[]
    throw error
  }
}

/** A name that is used twice is told where it is used again. */
function nameFaults(entries: readonly Entry[], others: readonly WrittenPersona[]): readonly Fault[] {
  const first = new Map(others.map(({ persona, source }) => [persona.name, source]))
  return entries.flatMap(({ value, file, base, at }): readonly Fault[] => {
    const name = nameOf(value)
    if (name === undefined) return []
    const place = { file, at: at({ path: ['name'], message: '' }) }
    const other = first.get(name)
    if (other === undefined) {
      first.set(name, placeOf(place))
      return []
    }
    const message = `\`${name}\` is the name of another persona, in ${other}; choose another name`
    return [{ ...place, path: [...base, 'name'], message }]
  })
}

function nameOf(value: unknown): string | undefined {
  const name = typeof value === 'object' && value !== null && 'name' in value ? value.name : undefined
  return typeof name === 'string' ? name : undefined
}
