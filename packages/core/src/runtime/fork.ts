/** Forks: a new session over the first steps of another. The source is never touched. */
import type { Redactor } from '../audit/redaction.ts'
import { GyreError } from '../errors.ts'
import { suggestion } from '../faults/nearest.ts'
import type { Json, JsonObject } from '../json.ts'
import { factOf } from '../kernel/events.ts'

import type { SessionDefinition } from '../kernel/session-view.ts'
import type { Fact } from '../ports/facts.ts'
import type { ModelInput, Role } from '../ports/model.ts'
import type { JournalRow } from '../ports/store.ts'
import type { Cast } from './casting.ts'
import { forkDefinition, modelsOf, refuseUnpriced, type StartOptions } from './definition.ts'
import type { Deliver } from './deliver-names.ts'
import { addressIn, storedMessage } from './prompt-text.ts'
import type { Models, Registry, SessionEquipment } from './registry.ts'
import { definitionIn } from './revive-session.ts'

/** Where a fork leaves its source, and what is different from there on. */
export type ForkOptions = Pick<
  StartOptions,
  | 'config'
  | 'model'
  | 'models'
  | 'budget'
  | 'instructions'
  | 'sampling'
  | 'breakpoints'
  | 'prompts'
  | 'deliver'
  | 'remembers'
  | 'by'
> & {
  /** Go on as this persona. It must have the loop of the source. */
  readonly persona?: string
  /** The last step that is kept, by path or seq. */
  readonly at: string | number
  /** Guidance for the first request after it. */
  readonly steer?: string
  /** Run tools that must not be repeated without asking. */
  readonly allowOnce?: boolean
}

/** What people did to the source is not done to the fork, except what they added to its prompts. */
function isInherited(fact: Fact): boolean {
  if (fact.type === 'intervention.applied') return (fact.data as { action?: string }).action === 'context'
  if (fact.type.startsWith('intervention.')) return false
  return !leftBehind.has(fact.type)
}

const leftBehind: ReadonlySet<string> = new Set([
  'session.created',
  'session.ended',
  'step.intended',
  'budget.warned',
  'drift',
])

type ForkPlace = {
  readonly registry: Registry
  readonly redact: Redactor
  readonly payload: (address: string) => Promise<string | undefined>
  readonly now: number
  /** A branch of the conversation: what is said here is not said there. */
  readonly thread: string
  /** Who it goes on as, when that is somebody else than the source. */
  readonly cast: Cast | undefined
  /** Prompts in other words than the source's, where there are any. */
  readonly promptTexts: SessionDefinition['promptTexts']
  /** Where its result goes, when that is somewhere else than the source's. */
  readonly deliver: Deliver | undefined
  readonly remembers: SessionDefinition['remembers']
}

type PreparedFork = {
  readonly definition: SessionDefinition
  readonly equipment: SessionEquipment
  readonly facts: readonly Fact[]
}

/** What a fork is made with and begins with. What is missing is found before anything is stored. */
export async function prepareFork(
  id: string,
  rows: readonly JournalRow[],
  options: ForkOptions,
  place: ForkPlace,
): Promise<PreparedFork> {
  const { registry, redact, payload, now, thread, cast, promptTexts, deliver, remembers } = place
  const source = definitionIn(rows, id)
  if (rows.at(-1)?.type === 'session.ended') registry.refuseMixUp(source)
  const change = cast ? cast.options : options
  const models = forkModels(change, registry, { id, source, isCast: cast !== undefined })
  const equipment = withTools({ ...registry.playOf(id, cast ? { ...source, tools: [] } : source), models }, cast)
  const cut = cutAt(rows, options.at)
  const origin = { session: id, at: cut, allowOnce: options.allowOnce ?? false }
  const definition = forkDefinition({ ...source, thread, fork: origin }, equipment, change, {
    redact,
    cast,
    promptTexts,
    deliver,
    remembers,
    by: options.by,
    loops: registry.loops(),
  })
  refuseUnpriced(definition, Object.values(models))
  return {
    definition,
    equipment,
    facts: await inheritedFacts(rows, cut, definition, { payload, now }),
  }
}

const roles: readonly Role[] = ['author', 'planner', 'judge', 'utility']

type Source = { readonly id: string; readonly source: SessionDefinition; readonly isCast: boolean }

/** The models that are to be others, and those of the source for the rest: only these have to be there. */
function forkModels(change: ForkOptions | StartOptions, registry: Registry, { id, source, isCast }: Source): Models {
  const modelFrom = (each: ModelInput) => registry.modelFrom(each)
  // A persona that names its author has its own for every role.
  if (isCast && (change.model ?? change.models?.author)) return modelsOf(change, modelFrom)
  const chosen = roles.map((role) => [
    role,
    change.models?.[role] ?? change.model ?? registry.modelOf(id, role, source),
  ])
  return modelsOf({ models: Object.fromEntries(chosen) as Record<Role, ModelInput> }, modelFrom)
}

/** The tools of the persona it goes on as. Another loop would ask for other steps. */
function withTools(equipment: SessionEquipment, cast: Cast | undefined): SessionEquipment {
  if (!cast) return equipment
  const { name } = equipment.loop
  if (cast.loop.name === name) return { ...equipment, tools: cast.options.tools ?? [] }
  const message = `Persona \`${cast.persona.name}\` has the loop \`${cast.loop.name}\`; the session runs \`${name}\`.`
  throw new GyreError('loop-differs', message, { persona: cast.persona.name, was: name, now: cast.loop.name })
}

/** The seq of the last row to be copied. */
function cutAt(rows: readonly JournalRow[], at: string | number | undefined): number {
  // The last of a path: before the record of a tool stands what it was about to do.
  const row = rows.findLast((each) =>
    typeof at === 'number' ? each.seq === at : each.path === at && each.kind !== null,
  )
  if (row) return row.seq
  const paths = [...new Set(rows.flatMap(({ path, kind }) => (path && kind !== null ? [path] : [])))]
  if (at === undefined) throw unknownStep('A fork needs `at`, the last step that it keeps', '', paths)
  throw unknownStep(`The session has no step \`${at}\``, String(at), paths)
}

function unknownStep(says: string, at: string, paths: readonly string[]): GyreError {
  return new GyreError('step-unknown', `${says}: ${suggestion(at, paths)}`, { at, known: paths })
}

/** The facts a fork begins with. They are numbered anew; its own beginning comes first. */
async function inheritedFacts(
  rows: readonly JournalRow[],
  cut: number,
  definition: SessionDefinition,
  { payload, now }: { readonly payload: (address: string) => Promise<string | undefined>; readonly now: number },
): Promise<readonly Fact[]> {
  const kept = rows
    .filter((row) => row.seq <= cut)
    .map(factOf)
    .filter((fact) => isInherited(fact) && isWhole(fact))
  const source = await Promise.all(kept.map((fact) => withWholePrompt(fact, payload)))
  const { fork } = definition
  const data = { ...definition, fork: fork && { ...fork, at: source.length + 1 } }
  const created: Fact = { seq: 1, at: now, type: 'session.created', data }
  return [created, ...source.map((fact, index) => ({ ...fact, seq: index + 2 }))]
}

/** Statuses without a path tell of pauses of the source. */
function isWhole(fact: Fact): boolean {
  return fact.type !== 'session.status' || fact.path !== undefined
}

/** Large messages of a prompt in full: the fork holds them itself, should its source be removed. */
async function withWholePrompt(fact: Fact, payload: (address: string) => Promise<string | undefined>): Promise<Fact> {
  const { append } = (fact.request ?? {}) as { readonly append?: readonly Json[] }
  if (!append?.some((element) => addressIn(element) !== undefined)) return fact
  const whole = append.map(async (element) => {
    const address = addressIn(element)
    return address === undefined ? element : ((await storedMessage(address, payload)) as Json)
  })
  return { ...fact, request: { ...(fact.request as JsonObject), append: await Promise.all(whole) } }
}
