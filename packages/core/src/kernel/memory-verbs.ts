/** Verbs of the memory: what earlier sessions learned, and what later ones shall know. */
import { GyreError } from '../errors.ts'
import { type Json, plainCopy } from '../json.ts'
import type { Memory, MemoryItem, NewMemory } from '../ports/memory.ts'
import type { Labelled } from './context.ts'
import { Unfit } from './overrides.ts'
import type { Scope } from './scope.ts'
import { step } from './step.ts'
import type { Verb } from './verb.ts'

export function recall(
  scope: Scope,
  query: string,
  options: Labelled & { readonly limit?: number } = {},
): Promise<readonly MemoryItem[]> {
  const { label = 'recall', limit = 5 } = options
  const { session } = scope
  return step(scope, {
    kind: 'recall',
    path: scope.next(label),
    request: { query: session.redact.text(query), limit },
    effect: async () => {
      const found = await memoryOf(scope).recall(query, { owner: session.owner, limit })
      return { result: found }
    },
    revive: (result) => plainCopy(result) as readonly MemoryItem[],
    byPerson: personsMemories,
  })
}

/** A text, or a list of them. */
function personsMemories(result: Json): Json | Unfit {
  const texts = Array.isArray(result) ? result : [result]
  if (!texts.every((text) => typeof text === 'string')) return new Unfit('result-invalid: a text, or a list of texts')
  return texts.map((text, index) => ({ id: `person:${index}`, text, kind: 'note', data: null, score: 1 }))
}

export function remember(scope: Scope, memory: NewMemory, { label = 'remember' }: Labelled = {}): Promise<void> {
  return step(scope, remembering(scope, scope.next(label), memory))
}

/** Writes a memory down. Its key is the step's path: after a crash it is the same memory. */
export function remembering(scope: Scope, path: string, memory: NewMemory): Verb<void> {
  const { session } = scope
  const kept = session.redact.json(plainCopy(memory)) as NewMemory
  return {
    kind: 'remember',
    path,
    request: kept,
    effect: async () => {
      const key = `${session.id}/${path}`
      return { result: await memoryOf(scope).remember(kept, { owner: session.owner, session: session.id, key }) }
    },
    revive: () => undefined,
  }
}

function memoryOf({ session }: Scope): Memory {
  const { memory } = session.ports
  if (!memory) throw new GyreError('memory-missing', 'To recall and to remember, a session needs a memory.')
  return memory
}
