/** The personas there are: those a program or a file gives, those that were saved, those that are shipped. */
import { GyreError } from '../errors.ts'
import { type Issue, issuesError } from '../faults/issues.ts'
import { nearestNames, suggestion } from '../faults/nearest.ts'
import type { JsonObject } from '../json.ts'
import type { Loop } from '../kernel/loop.ts'
import { Documents, type DocumentVersion, type ExpectedVersion, type Shelf } from './documents.ts'
import { foldedName, loopCalled, loopNameFault } from './loop-names.ts'
import type { ModelCheck } from './model-names.ts'
import { type Persona, type PersonaContext, personaIssues, readPersona } from './persona.ts'

/** A persona that is not from the store, and where it is written: `gyre.config.ts`. */
export type GivenPersona = {
  readonly persona: unknown
  readonly source: string
  /** It comes with Gyre: any other of its name wins over it, and its faults are told when it is used. */
  readonly isShipped?: boolean
}

/** What personas are kept on, and checked against. */
export type PersonasOptions = Shelf & {
  readonly loops: readonly Loop[]
  readonly checkModel?: ModelCheck | undefined
  /** They win over saved ones of the same name; those that are shipped do not. */
  readonly given?: readonly GivenPersona[]
}

/** A persona with the version it is, null for one that was never saved, and where it comes from. */
export type PersonaEntry = {
  readonly persona: Persona
  /** Null for one that is not from the store. */
  readonly version: number | null
  /** `store`, or where it is written. */
  readonly source: string
}

type Named = ReadonlyMap<string, PersonaEntry>

/** The personas of an owner: check, save, list, promote and roll back. Reach it by `runtime.personas`. */
export class Personas {
  readonly #documents: Documents<JsonObject>
  readonly #context: Omit<PersonaContext, 'source'>
  readonly #given: Named
  readonly #shipped: Named

  constructor({ loops, checkModel, given = [], ...shelf }: PersonasOptions) {
    this.#documents = new Documents(shelf, 'persona')
    this.#context = { loops, checkModel }
    this.#given = byName(
      given.filter(({ isShipped }) => !isShipped),
      this.#context,
    )
    this.#shipped = shippedByName(given.filter(({ isShipped }) => isShipped))
    refuseLoopNames(this.#shipped, loops)
  }

  /** A persona all of whose faults were looked for; fails with `persona-invalid`, and saves nothing. */
  check(value: unknown, source?: string): Persona {
    return readPersona(value, { ...this.#context, source })
  }

  /** Saves a new version and makes it the current one, unless it equals that. */
  async save(value: unknown, source?: string, expected?: ExpectedVersion): Promise<PersonaEntry> {
    const persona = this.check(value, source)
    this.#refuseHidden(persona, source)
    return stored(await this.#documents.save(persona.name, persona as JsonObject, expected))
  }

  /** The persona of this name, or one of its saved versions; fails with `persona-unknown` or `version-unknown`. */
  async get(name: string, version?: number): Promise<PersonaEntry> {
    const found = await this.find(name, version)
    if (found) {
      if (found.version !== null || this.isShipped(found)) readPersona(found.persona, this.#placeOf(found))
      return found
    }
    const versions = await this.#documents.versions(name)
    const isKnown = versions.length > 0 || this.#given.has(name) || this.#shipped.has(name)
    if (version !== undefined && isKnown)
      throw this.#documents.versionUnknown(name, `has no version ${version}`, versions)
    throw await this.#unknown(name)
  }

  /** Like `get`, but undefined when it is not there, and a saved one as it is, whether the loops still fit or not. */
  async find(name: string, version?: number): Promise<PersonaEntry | undefined> {
    const given = version === undefined ? this.#given.get(name) : undefined
    if (given) return given
    const saved = await this.#documents.get(name, version)
    if (saved) return stored(saved)
    return version === undefined ? this.#shipped.get(name) : undefined
  }

  /** The persona of every name, by name. One that has the name of a loop by now cannot be started, and is left out. */
  async list(): Promise<readonly PersonaEntry[]> {
    const saved = (await this.#documents.list()).map(stored)
    const entries = new Map(this.#shipped)
    for (const entry of [...saved, ...this.#given.values()]) entries.set(entry.persona.name, entry)
    const isFree = ({ persona }: PersonaEntry) => loopCalled(persona.name, this.#context.loops) === undefined
    return [...entries.values()].filter(isFree).sort((a, b) => (a.persona.name < b.persona.name ? -1 : 1))
  }

  /** Whether one that is not from the store has this name, in any case. */
  isGiven(name: string): boolean {
    return [...this.#given.keys(), ...this.#shipped.keys()].some((each) => foldedName(each) === foldedName(name))
  }

  /** Whether it comes with Gyre. */
  isShipped({ persona }: PersonaEntry): boolean {
    return this.#shipped.get(persona.name)?.persona === persona
  }

  /** Every saved version, newest first; none for one that is not from the store. */
  versions(name: string): Promise<readonly DocumentVersion<JsonObject>[]> {
    return this.#documents.versions(name)
  }

  async promote(name: string, version: number): Promise<PersonaEntry> {
    await this.#refuseUnknown(name)
    refuseLoopName(name, this.#context.loops)
    return stored(await this.#documents.promote(name, version))
  }

  async rollBack(name: string): Promise<PersonaEntry> {
    await this.#refuseUnknown(name)
    refuseLoopName(name, this.#context.loops)
    return stored(await this.#documents.rollBack(name))
  }

  /** Forgets every saved version. */
  async remove(name: string): Promise<void> {
    const versions = await this.#documents.versions(name)
    if (versions.length > 0) return this.#documents.remove(name)
    await this.#refuseUnknown(name)
    const isShipped = this.#shipped.has(name) && !this.#given.has(name)
    const why = isShipped ? 'comes with Gyre' : 'is not from the store'
    throw new GyreError('persona-fixed', `The persona \`${name}\` ${why} and cannot be removed.`, { name })
  }

  /** The saved personas, to be imported elsewhere. */
  async export(): Promise<readonly Persona[]> {
    return (await this.#documents.list()).map(({ body }) => body as Persona)
  }

  /** Saves them all, or none when one of them has a fault. */
  async import(values: readonly unknown[], source = 'import'): Promise<readonly PersonaEntry[]> {
    const issues = values.flatMap((value, index) =>
      personaIssues(value, this.#context.loops, this.#context.checkModel).map((issue) => ({
        ...issue,
        path: [index, ...issue.path],
      })),
    )
    if (issues.length > 0) throw issuesError('persona-invalid', source, issues)
    const personas = values.map((value) => this.check(value, source))
    refuseTwice(personas, source)
    for (const persona of personas) this.#refuseHidden(persona, source)
    const entries: PersonaEntry[] = []
    for (const persona of personas) {
      entries.push(stored(await this.#documents.save(persona.name, persona as JsonObject)))
    }
    return entries
  }

  /** A persona nobody would ever get is not saved. */
  #refuseHidden({ name }: Persona, source = `Persona \`${name}\``): void {
    const given = this.#given.get(name)
    if (!given) return
    const message = `\`${name}\` is given by ${given.source}, which wins over the store; change it there, or choose another name`
    throw issuesError('persona-invalid', source, [{ path: ['name'], message }])
  }

  async #refuseUnknown(name: string): Promise<void> {
    if (!(await this.find(name))) throw await this.#unknown(name)
  }

  async #unknown(name: string): Promise<GyreError> {
    const known = (await this.list()).map(({ persona }) => persona.name)
    const details = { name, nearest: nearestNames(name, known), known }
    return new GyreError('persona-unknown', `There is no persona \`${name}\`; ${suggestion(name, known)}`, details)
  }

  /** What was saved is held against the loops alone: a model may come and go with the machine. */
  #placeOf({ persona, version }: PersonaEntry): PersonaContext {
    const name = `Persona \`${persona.name}\``
    return { loops: this.#context.loops, source: version === null ? name : `${name} v${version}` }
  }
}

function stored({ body, version }: DocumentVersion<JsonObject>): PersonaEntry {
  return { persona: body as Persona, version, source: 'store' }
}

function refuseLoopName(name: string, loops: readonly Loop[]): void {
  const loop = loopCalled(name, loops)
  if (loop === undefined) return
  throw issuesError('persona-invalid', `Persona \`${name}\``, [{ path: ['name'], message: loopNameFault(name, loop) }])
}

function byName(given: readonly GivenPersona[], context: Omit<PersonaContext, 'source'>): Named {
  const entries = new Map<string, PersonaEntry>()
  for (const { persona: value, source } of given) {
    const persona = readPersona(value, { ...context, source })
    const other = entries.get(persona.name)
    if (other) throw issuesError('persona-invalid', source, [twice(persona.name, other.source)])
    entries.set(persona.name, { persona, version: null, source })
  }
  return entries
}

/** Not checked: a runtime may lack the loops of some, and does no worse for it as long as nobody uses them. */
function shippedByName(shipped: readonly GivenPersona[]): Named {
  return new Map(
    shipped.map(({ persona: value, source }) => {
      const persona = value as Persona
      return [persona.name, { persona, version: null, source }]
    }),
  )
}

/** Who gives a loop such a name would run something else by it than they think. */
function refuseLoopNames(shipped: Named, loops: readonly Loop[]): void {
  const names = [...shipped.keys()].map(foldedName)
  const loop = loops.find(({ name }) => names.includes(foldedName(name)))
  if (!loop) return
  const message = `\`${loop.name}\` is the name of a persona that comes with Gyre; choose another name for the loop`
  throw issuesError('persona-invalid', `Loop \`${loop.name}\``, [{ path: ['name'], message }])
}

function refuseTwice(personas: readonly Persona[], source: string): void {
  const names = personas.map(({ name }) => name)
  const again = names.findIndex((name, index) => names.indexOf(name) < index)
  if (again < 0) return
  const name = names[again] ?? ''
  const issue = twice(name, `entry ${names.indexOf(name)}`)
  throw issuesError('persona-invalid', source, [{ ...issue, path: [again, ...issue.path] }])
}

function twice(name: string, other: string): Issue {
  return { path: ['name'], message: `\`${name}\` is the name of another persona, in ${other}; choose another name` }
}
