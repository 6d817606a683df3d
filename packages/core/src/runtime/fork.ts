/** Forks: a new session over the first steps of another. The source is never touched. */
import type { Redactor } from '../audit/redaction.ts'
import { GyreError } from '../errors.ts'
import type { Json, JsonObject } from '../json.ts'
import { factOf } from '../kernel/events.ts'
import { refuseUnpricedLimit } from '../kernel/limits.ts'
import type { SessionDefinition } from '../kernel/session-view.ts'
import type { Fact } from '../ports/facts.ts'
import type { JournalRow } from '../ports/store.ts'
import { forkDefinition, modelsOf, type StartOptions } from './definition.ts'
import { storedMessage } from './prompt-text.ts'
import type { Registry, SessionEquipment } from './registry.ts'
import { definitionIn } from './revive-session.ts'

export type ForkOptions = Pick<StartOptions, 'config' | 'model' | 'models' | 'budget' | 'instructions'> & {
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
  { registry, redact, payload, now }: ForkPlace,
): Promise<PreparedFork> {
  const source = definitionIn(rows, id)
  if (rows.at(-1)?.type === 'session.ended') registry.refuseMixUp(source)
  const given = registry.equipment(id, source)
  const cut = cutAt(rows, options.at)
  const models = options.model || options.models ? modelsOf({ model: given.models.author, ...options }) : undefined
  const equipment = models ? { ...given, models } : given
  const origin = { session: id, at: cut, allowOnce: options.allowOnce ?? false }
  const definition = forkDefinition({ ...source, fork: origin }, given.loop, options, { models, redact })
  refuseUnpricedLimit(definition.budget, Object.values(equipment.models))
  return { definition, equipment, facts: await inheritedFacts(rows, cut, definition, { payload, now }) }
}

/** The seq of the last row to be copied. */
function cutAt(rows: readonly JournalRow[], at: string | number): number {
  // The last of a path: before the record of a tool stands what it was about to do.
  const row = rows.findLast((each) =>
    typeof at === 'number' ? each.seq === at : each.path === at && each.kind !== null,
  )
  if (row) return row.seq
  throw new GyreError('step-unknown', `The session has no step \`${at}\`.`, { at })
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

function addressIn(element: Json): string | undefined {
  const address = typeof element === 'object' && element !== null ? (element as JsonObject)['@'] : undefined
  return typeof address === 'string' ? address : undefined
}
