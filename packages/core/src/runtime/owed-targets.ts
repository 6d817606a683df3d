/** Who is owed something when a session ends, and what knows how to hand it over. */
import type { Redactor } from '../audit/redaction.ts'
import type { LoopEnd } from '../kernel/context.ts'
import { hasStepMemories } from '../kernel/end-memories.ts'
import type { SessionDefinition } from '../kernel/session-view.ts'
import type { DeliveryTarget } from '../ports/delivery.ts'
import type { Memory } from '../ports/memory.ts'
import { memoryName } from './deliver-names.ts'
import { memoryTarget } from './memory-target.ts'
import { type OutboxTarget, outsideTarget } from './outbox-target.ts'

type Ending = Pick<SessionDefinition, 'deliver' | 'remembers'>

/** The memory is owed what the steps gave. Without an end it was an error. */
export function owedTargets({ deliver = [], remembers }: Ending, end: LoopEnd | undefined): readonly string[] {
  return remembers && end && hasStepMemories(end) ? [...deliver, memoryName] : deliver
}

/** Those that may be owed something, however it ends. */
export function possibleTargets({ deliver = [], remembers }: Ending): readonly string[] {
  return remembers ? [...deliver, memoryName] : deliver
}

export function outboxTargets(
  targets: ReadonlyMap<string, DeliveryTarget>,
  memory: Memory | undefined,
  redact: Redactor,
): ReadonlyMap<string, OutboxTarget> {
  const byName = new Map([...targets].map(([name, target]) => [name, outsideTarget(target)]))
  return memory ? byName.set(memoryName, memoryTarget(memory, redact)) : byName
}
