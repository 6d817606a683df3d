/** The settings of an owner. Defaults < those in the store < the config file < the environment. */
import { GyreError } from '../errors.ts'
import { type Issue, issuesError, issuesOf } from '../faults/issues.ts'
import { nearestNames, suggestion } from '../faults/nearest.ts'
import { type Json, plainCopy } from '../json.ts'
import { Documents, type DocumentVersion, type ExpectedVersion, type Shelf } from './documents.ts'
import { type ModelCheck, modelNameIssues, modelsInSetting } from './model-names.ts'
import { isSettingKey, type SettingKey, type SettingValues, settingKeys, settingTable } from './setting-table.ts'
import { type LoopSettings, loopSettings, settableLoop } from './settings-of-loop.ts'

/** Where the value of a setting comes from; the later in this order wins. */
export type SettingSource = 'default' | 'store' | 'config' | 'environment'

type Given = Readonly<Record<string, unknown>>

/** What settings are kept on, what a config file and the environment say, and what values are checked against. */
export type SettingsOptions = Shelf & {
  /** What is not from the store: it wins over what is. */
  readonly given?: { readonly config?: Given; readonly environment?: Given }
  /** The loops there are; with them, names of loops are checked. */
  readonly loops?: readonly string[]
  readonly checkModel?: ModelCheck | undefined
}

/** A setting as it is now: its value, where that comes from, and what is wrong with it, if anything. */
export type SettingEntry = {
  readonly key: SettingKey
  readonly value: Json
  readonly default: Json
  readonly source: SettingSource
  readonly description: string
  /** The current version in the store; null when none was saved. */
  readonly version: number | null
  /** Why the saved value is not used: the setting has changed since. */
  readonly fault: string | null
}

type Reading = { readonly value: Json; readonly issues: readonly Issue[] }

/** The settings of an owner: read, set, unset, with versions. Reach it by `runtime.settings`. */
export class Settings {
  /** A body of null is a setting that was unset: so it can be rolled back. */
  readonly #documents: Documents<Json>
  readonly #loops: readonly string[] | undefined
  readonly #checkModel: ModelCheck | undefined
  readonly #config: ReadonlyMap<string, Json>
  readonly #environment: ReadonlyMap<string, Json>

  constructor({ given = {}, loops, checkModel, ...shelf }: SettingsOptions) {
    this.#documents = new Documents(shelf, 'setting')
    this.#loops = loops
    this.#checkModel = checkModel
    this.#config = this.#readAll(given.config ?? {}, 'Settings of the config file')
    this.#environment = this.#readAll(given.environment ?? {}, 'Settings of the environment')
  }

  /** Saves a value, or JSON text of one; fails with `setting-unknown` or `setting-invalid`. */
  async set(key: string, value: unknown, expected?: ExpectedVersion): Promise<SettingEntry> {
    const known = knownKey(key)
    const { value: read, issues: ofValue } = this.#read(known, value)
    const issues = [...ofValue, ...this.#embedderIssues(known, read)]
    if (issues.length > 0) throw issuesError('setting-invalid', `Setting \`${key}\``, issues)
    return this.#entry(known, await this.#documents.save(known, read, expected))
  }

  /** Back to the default. */
  async unset(key: string): Promise<SettingEntry> {
    const known = knownKey(key)
    const isSaved = (await this.#documents.get(known)) !== undefined
    return this.#entry(known, isSaved ? await this.#documents.save(known, null) : undefined)
  }

  async get<K extends SettingKey>(key: K): Promise<SettingValues[K]> {
    const { value } = await this.entry(key)
    return value as SettingValues[K]
  }

  /** A value with where it comes from. */
  async entry(key: string): Promise<SettingEntry> {
    const known = knownKey(key)
    return this.#entry(known, await this.#documents.get(known))
  }

  async all(): Promise<readonly SettingEntry[]> {
    const saved = new Map((await this.#documents.list()).map((document) => [document.name, document]))
    return settingKeys.map((key) => this.#entry(key, saved.get(key)))
  }

  /** Every value by its key, in one look. */
  async values(): Promise<SettingValues> {
    const entries = (await this.all()).map(({ key, value }) => [key, value])
    return Object.fromEntries(entries) as SettingValues
  }

  /** What is set for sessions of a loop, if anything can be. A setting left at its default says nothing. */
  async ofLoop(name: string): Promise<LoopSettings | undefined> {
    return name === settableLoop ? loopSettings(await this.all()) : undefined
  }

  /** Every saved version, newest first; a body of null is the default. */
  versions(key: string): Promise<readonly DocumentVersion<Json>[]> {
    return this.#documents.versions(knownKey(key))
  }

  async promote(key: string, version: number): Promise<SettingEntry> {
    const known = knownKey(key)
    return this.#entry(known, await this.#documents.promote(known, version))
  }

  async rollBack(key: string): Promise<SettingEntry> {
    const known = knownKey(key)
    return this.#entry(known, await this.#documents.rollBack(known))
  }

  /** The saved values by key, to be imported elsewhere. */
  async export(): Promise<Readonly<Record<string, Json>>> {
    const saved = (await this.#documents.list()).filter(({ name, body }) => isSettingKey(name) && body !== null)
    return Object.fromEntries(saved.map(({ name, body }) => [name, body]))
  }

  /** Saves them all, or none when one of them has a fault. */
  async import(values: Given, source = 'import'): Promise<void> {
    const read = this.#readAll(values, source)
    const issues = [...read].flatMap(([key, value]) =>
      this.#embedderIssues(key, value).map((issue) => ({ ...issue, path: [key] })),
    )
    if (issues.length > 0) throw issuesError('setting-invalid', source, issues)
    for (const [key, value] of read) await this.#documents.save(key, value)
  }

  /** The loops that nobody may start. */
  async loopsOff(): Promise<readonly string[]> {
    // Every session that begins asks: two settings are looked up sooner than all.
    const [off, reasons] = await Promise.all([this.get('loops_off'), this.get('reasoning.enabled')])
    return reasons ? off : [...off, settableLoop]
  }

  async isLoopOff(name: string): Promise<boolean> {
    return (await this.loopsOff()).includes(name)
  }

  #entry(key: SettingKey, saved: DocumentVersion<Json> | undefined): SettingEntry {
    const { value: standard, description } = settingTable[key]
    const body = saved?.body ?? null
    const [issue] = body === null ? [] : issuesOf(settingTable[key].schema, body)
    const layers: readonly (readonly [SettingSource, Json | undefined])[] = [
      ['environment', this.#environment.get(key)],
      ['config', this.#config.get(key)],
      ['store', body === null || issue ? undefined : body],
    ]
    const [source, value = null] = layers.find(([, given]) => given !== undefined) ?? ['default', standard]
    const version = saved?.version ?? null
    return { key, value: value as Json, default: standard, source, description, version, fault: issue?.message ?? null }
  }

  #readAll(values: Given, source: string): ReadonlyMap<SettingKey, Json> {
    const read = new Map<SettingKey, Json>()
    const issues: Issue[] = []
    for (const [key, given] of Object.entries(values)) {
      if (given === undefined) continue
      if (!isSettingKey(key)) {
        issues.push({ path: [key], message: `there is no such setting; ${suggestion(key, settingKeys)}` })
        continue
      }
      const reading = this.#read(key, given)
      issues.push(...reading.issues.map((issue) => ({ ...issue, path: [key, ...issue.path] })))
      read.set(key, reading.value)
    }
    if (issues.length > 0) throw issuesError('setting-invalid', source, issues)
    return read
  }

  /** The value itself when it fits, else what its text says in JSON. */
  #read(key: SettingKey, given: unknown): Reading {
    const asGiven = this.#check(key, given)
    const parsed = asGiven.issues.length > 0 && typeof given === 'string' ? jsonIn(given) : undefined
    return parsed === undefined ? asGiven : this.#check(key, parsed)
  }

  #check(key: SettingKey, given: unknown): Reading {
    const value = plainCopy(given ?? null) as Json
    const issues = issuesOf(settingTable[key].schema, value)
    if (issues.length > 0) return { value, issues }
    const ofModels = modelNameIssues(modelsInSetting(key, value), this.#checkModel)
    return { value, issues: [...this.#loopIssues(key, value), ...ofModels] }
  }

  /** Asked when it is saved: one that was given elsewhere is told when vectors are needed, where it can be mended. */
  #embedderIssues(key: SettingKey, name: Json): readonly Issue[] {
    return key === 'embedding_model' ? modelNameIssues([{ path: [], name }], this.#checkModel, 'embedding') : []
  }

  #loopIssues(key: SettingKey, value: Json): readonly Issue[] {
    const known = this.#loops
    if (known === undefined || (key !== 'default_loop' && key !== 'loops_off')) return []
    const written = key === 'loops_off' ? (value as readonly string[]) : [value as string]
    return written
      .filter((name) => !known.includes(name))
      .map((name) => ({ path: [], message: `there is no loop \`${name}\`; ${suggestion(name, known)}` }))
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: then it is judged as the text it is.
    return undefined
  }
}

function knownKey(key: string): SettingKey {
  if (isSettingKey(key)) return key
  const details = { key, nearest: nearestNames(key, settingKeys), known: settingKeys }
  throw new GyreError('setting-unknown', `There is no setting \`${key}\`; ${suggestion(key, settingKeys)}`, details)
}
