/** Forks: a new session over the first steps of another. The source is never touched. */
import { GyreError } from '../errors.ts'
import { factOf } from '../kernel/events.ts'
import type { SessionDefinition } from '../kernel/session-view.ts'
import type { Fact } from '../ports/facts.ts'
import type { JournalRow } from '../ports/store.ts'
import type { StartOptions } from './definition.ts'

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

/** The seq of the last row to be copied. */
export function cutAt(rows: readonly JournalRow[], at: string | number): number {
  const row = rows.find((each) => (typeof at === 'number' ? each.seq === at : each.path === at && each.kind !== null))
  if (row) return row.seq
  throw new GyreError('step-unknown', `The session has no step \`${at}\`.`, { at })
}

/** The facts a fork begins with. They are numbered anew; its own beginning comes first. */
export function inheritedFacts(
  rows: readonly JournalRow[],
  cut: number,
  definition: SessionDefinition,
): readonly Fact[] {
  const source = rows
    .filter((row) => row.seq <= cut)
    .map(factOf)
    .filter((fact) => isInherited(fact) && isWhole(fact))
  const created: Fact = { seq: 1, at: rows[0]?.at ?? 0, type: 'session.created' }
  const { fork } = definition
  const data = { ...definition, fork: fork && { ...fork, at: source.length + 1 } }
  return [
    { ...created, data: data as unknown as Fact['data'] & object },
    ...source.map((fact, index) => ({ ...fact, seq: index + 2 })),
  ]
}

/** Statuses without a path tell of pauses of the source. */
function isWhole(fact: Fact): boolean {
  return fact.type !== 'session.status' || fact.path !== undefined
}
