/** What people do to a session, as its message tells of it. What they said comes with the queueing, what came of it later. */
import type { JsonObject } from '@gyre/core'
import type { Moment } from '../narration/moment.ts'
import { type Chunk, passingChunk } from './chunk.ts'
import type { UiCalls } from './ui-calls.ts'

type Intervention = Extract<Moment, { readonly type: 'intervention' }>

export class Interventions {
  readonly #calls: UiCalls
  readonly #bodies = new Map<string, JsonObject>()
  readonly #steered = new Set<string>()

  constructor(calls: UiCalls) {
    this.#calls = calls
  }

  note({ id, state, data }: Intervention): void {
    if (state === 'queued') this.#bodies.set(id, (data['body'] ?? {}) as JsonObject)
  }

  tell(intervention: Intervention): readonly Chunk[] {
    this.note(intervention)
    const { id, action, state } = intervention
    const told = passingChunk('control', { intervention: id, action, state })
    return state === 'applied' ? [told, ...this.#applied(intervention)] : [told]
  }

  #applied({ id, action, data }: Intervention): readonly Chunk[] {
    const { text, reason } = this.#bodies.get(id) ?? {}
    if (action === 'steer') return this.#steer(id, String(text ?? ''))
    const at = String(data['at'])
    if (action === 'answer') return [...this.#calls.answer(at, String(text ?? '')), ...this.#decided(at, String(text))]
    return this.#decided(at, action, typeof reason === 'string' ? reason : undefined)
  }

  #decided(at: string, decision: string, reason?: string): readonly Chunk[] {
    if (decision !== 'approve' && decision !== 'reject') return []
    return this.#calls.decide(at, decision === 'approve', reason)
  }

  /** Guidance reaches every branch that works: it is said once. */
  #steer(id: string, text: string): readonly Chunk[] {
    if (this.#steered.has(id)) return []
    this.#steered.add(id)
    return [{ type: 'steering-message', id, parts: [{ type: 'text', text }] }]
  }
}
