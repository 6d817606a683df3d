/** The state of a run that clients share: what it is for, and how it stands. */
import type { Json, JsonObject, SessionDefinition } from '@gyre/core'
import { type AguiEvent, custom, nothing } from './agui-event.ts'

export class RunState {
  #state: JsonObject
  /** The model that speaks for the session. */
  model: string | undefined

  constructor(session: string) {
    this.#state = { session, goal: null, plan: null, status: 'running', budget: null }
  }

  begin({ task, budget, models }: SessionDefinition): void {
    this.model = models.author
    this.#state = { ...this.#state, goal: task.goal, budget }
  }

  snapshot(): AguiEvent {
    return { type: 'STATE_SNAPSHOT', snapshot: this.#state }
  }

  change(key: 'plan' | 'status', value: Json): AguiEvent {
    this.#state = { ...this.#state, [key]: value }
    return { type: 'STATE_DELTA', delta: [{ op: 'replace', path: `/${key}`, value }] }
  }

  /** A person may pause a session for as long as they like: the run stays open, and says so. */
  stand(status: string): readonly AguiEvent[] {
    if (this.#state['status'] === status) return nothing
    const told = this.change('status', status)
    return status === 'paused' ? [told, custom('paused', { session: this.#state['session'] ?? null })] : [told]
  }
}
