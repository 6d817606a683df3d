/** The rollouts there are, by the name of their persona. */

import { type Issue, issuesError } from '../faults/issues.ts'
import type { JsonObject } from '../json.ts'
import type { Loop } from '../kernel/loop.ts'
import { Documents, type DocumentVersion, type Shelf, versionsThere } from './documents.ts'
import { personaIssues } from './persona.ts'
import type { PersonaEntry, Personas } from './personas.ts'
import { type Arm, armLabel, personaOfArm, pickArm, type Rollout, rolloutIssues } from './rollout.ts'

/** What rollouts are kept on, and checked against. */
export type RolloutsOptions = Shelf & { readonly personas: Personas; readonly loops: readonly Loop[] }

/** A rollout with the version it is. */
export type RolloutEntry = { readonly rollout: Rollout; readonly version: number }

/** The persona a session is started as. */
export type ChosenPersona = PersonaEntry & { readonly arm: string }

/** The rollouts of an owner: save, list, remove, and choose an arm. Reach it by `runtime.rollouts`. */
export class Rollouts {
  readonly #documents: Documents<JsonObject>
  readonly #personas: Personas
  readonly #loops: readonly Loop[]

  constructor({ personas, loops, ...shelf }: RolloutsOptions) {
    this.#documents = new Documents(shelf, 'rollout')
    this.#personas = personas
    this.#loops = loops
  }

  /** Saves a new version and makes it the current one; fails with `rollout-invalid` or `persona-unknown`. */
  async save(value: unknown, source?: string): Promise<RolloutEntry> {
    const issues = rolloutIssues(value)
    if (issues.length > 0) throw issuesError('rollout-invalid', source ?? 'Rollout', issues)
    const rollout = value as Rollout
    await this.#personas.get(rollout.persona)
    const faults = await Promise.all(rollout.arms.map((arm, index) => this.#armIssues(rollout.persona, arm, index)))
    if (faults.flat().length > 0)
      throw issuesError('rollout-invalid', source ?? `Rollout of \`${rollout.persona}\``, faults.flat())
    return entryOf(await this.#documents.save(rollout.persona, rollout as JsonObject))
  }

  /** The rollout of a persona; undefined when its name is not split. */
  async get(persona: string, version?: number): Promise<RolloutEntry | undefined> {
    const found = await this.#documents.get(persona, version)
    return found && entryOf(found)
  }

  async list(): Promise<readonly RolloutEntry[]> {
    return (await this.#documents.list()).map(entryOf)
  }

  /** Every saved version, newest first. */
  versions(persona: string): Promise<readonly DocumentVersion<JsonObject>[]> {
    return this.#documents.versions(persona)
  }

  async promote(persona: string, version: number): Promise<RolloutEntry> {
    return entryOf(await this.#documents.promote(persona, version))
  }

  async rollBack(persona: string): Promise<RolloutEntry> {
    return entryOf(await this.#documents.rollBack(persona))
  }

  /** Ends the split: the name is its current version again. */
  remove(persona: string): Promise<void> {
    return this.#documents.remove(persona)
  }

  /**
   * The persona a session of this thread is started as: that of its arm, where the name is split. A thread that
   * began with an arm keeps it, whatever became of its weight, as long as there is such an arm.
   */
  async choose(name: string, thread: string, began?: string): Promise<ChosenPersona> {
    const found = await this.get(name)
    if (!found) {
      const entry = await this.#personas.get(name)
      return { ...entry, arm: entry.version === null ? 'current' : armLabel({ version: entry.version }) }
    }
    const kept = found.rollout.arms.find((each) => armLabel(each) === began)
    const arm = kept ?? pickArm(found.rollout, thread)
    const entry = await this.#personas.get(name, arm.version)
    return { ...entry, persona: personaOfArm(entry.persona, arm, this.#loops), arm: armLabel(arm) }
  }

  async #armIssues(name: string, arm: Arm, index: number): Promise<readonly Issue[]> {
    const entry = await this.#personas.find(name, arm.version)
    if (entry) {
      const issues = personaIssues(personaOfArm(entry.persona, arm, this.#loops), this.#loops)
      return issues.map(({ path, ...issue }) => ({ ...issue, path: ['arms', index, ...path] }))
    }
    const there = versionsThere(await this.#personas.versions(name))
    return [{ path: ['arms', index, 'version'], message: `\`${name}\` has no version ${arm.version}; ${there}` }]
  }
}

function entryOf({ body, version }: DocumentVersion<JsonObject>): RolloutEntry {
  return { rollout: body as Rollout, version }
}
