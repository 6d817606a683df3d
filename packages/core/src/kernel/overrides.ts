/** What people put in the place of steps to come. */
import type { Json } from '../json.ts'
import type { StepKind } from '../ports/facts.ts'
import type { Intervention } from '../ports/store.ts'
import type { OverrideBody } from './intervention.ts'
import type { Verb } from './verb.ts'

/** Why a person's result cannot be that of a step. */
export class Unfit {
  readonly why: string

  constructor(why: string) {
    this.why = why
  }
}

/** Steps that an override is for when it names none: the calls a loop makes to the outside. */
const outward: ReadonlySet<StepKind> = new Set<StepKind>(['generate', 'tool'])

export class Overrides {
  #queued: Intervention[] = []

  get isEmpty(): boolean {
    return this.#queued.length === 0
  }

  add(intervention: Intervention): void {
    this.#queued.push(intervention)
  }

  /** A person changed one: it keeps its place. */
  edit(intervention: Intervention): void {
    this.#queued = this.#queued.map((each) => (each.id === intervention.id ? intervention : each))
  }

  /** Whether it was still here. */
  remove(id: string): boolean {
    const before = this.#queued.length
    this.#queued = this.#queued.filter((each) => each.id !== id)
    return this.#queued.length < before
  }

  /** Takes out the first that is for this step; of a step that was replaced already, one that names it. */
  shiftFor(verb: Verb<unknown>, isReplaced: boolean): Intervention | undefined {
    const isFor = ({ body }: Intervention) =>
      isReplaced ? pathOf(body as OverrideBody) === verb.path : replacement(verb, body) !== undefined
    const found = this.#queued.find(isFor)
    if (found) this.remove(found.id)
    return found
  }
}

/** What an override makes of a step: its result, or why it has none. Undefined when it is for another step. */
export function replacement(verb: Verb<unknown>, body: Json): { readonly result: Json } | Unfit | undefined {
  const override = body as OverrideBody
  const path = pathOf(override)
  if (path === undefined ? !outward.has(verb.kind) : path !== verb.path) return undefined
  const result = 'tool' in override ? verb.callByPerson?.(override) : resultOf(verb, override.result)
  return result === undefined || result instanceof Unfit ? result : { result }
}

function resultOf(verb: Verb<unknown>, result: Json): Json | Unfit {
  return verb.byPerson ? verb.byPerson(result) : new Unfit(`not-replaceable: ${verb.kind}`)
}

function pathOf(override: OverrideBody): string | undefined {
  return 'path' in override ? override.path : undefined
}
