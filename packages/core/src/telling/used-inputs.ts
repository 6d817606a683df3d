/** The arguments a tool ran with: a person may have changed them when they approved the call. */
import type { Json, JsonObject } from '../json.ts'
import type { FactEvent } from '../kernel/events.ts'

/** Keeps track of arguments that people changed when they approved a call. */
export class UsedInputs {
  /** Arguments people wrote, by the path of the call. */
  readonly #edited = new Map<string, Json>()

  /** The fact, with the arguments that were used where it tells of a call. Give it every fact of a session in order. */
  apply(event: FactEvent): FactEvent {
    const { type, path = '', data } = event
    const { kind, input, request } = data
    if (type === 'question.answered' && kind === 'approval' && input !== undefined) {
      // It is asked one level below the call.
      this.#edited.set(path.slice(0, path.lastIndexOf('/')), input)
    }
    const used = kind === 'tool' && type !== 'step.intended' ? this.#edited.get(path) : undefined
    if (used === undefined) return event
    return { ...event, data: { ...data, request: { ...(request as JsonObject), input: used } } }
  }
}
