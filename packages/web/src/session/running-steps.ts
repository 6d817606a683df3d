/** Steps under way, as far as deltas tell: they are a preview, and may be missing. */
import type { JsonObject } from '@gyre/core'
import { type SessionEvent, stepName } from '@gyre/core/view'

export type RunningStep = {
  readonly path: string
  readonly name: string
  readonly kind: string
  readonly startedAt: number
  readonly data: JsonObject
  /** What the model has said so far, and what it thought. */
  text: string
  reasoning: string
  /** How far a tool is. */
  progress: JsonObject | null
}

export class RunningSteps {
  readonly #steps = new Map<string, RunningStep>()

  /** In the order they began. */
  get all(): readonly RunningStep[] {
    return [...this.#steps.values()]
  }

  get size(): number {
    return this.#steps.size
  }

  at(path: string): RunningStep | undefined {
    return this.#steps.get(path)
  }

  apply({ type, path = '', at, data }: SessionEvent): void {
    if (type === 'step.started') {
      this.#steps.set(path, begun(path, Date.parse(at), data))
      return
    }
    const step = this.#steps.get(path)
    if (!step) return
    if (type === 'text.delta') step.text = joined(step.text, data)
    if (type === 'reasoning.delta') step.reasoning = joined(step.reasoning, data)
    if (type === 'tool.progress') step.progress = data
  }

  end(path: string): void {
    this.#steps.delete(path)
  }

  clear(): void {
    this.#steps.clear()
  }
}

function begun(path: string, startedAt: number, data: JsonObject): RunningStep {
  const kind = String(data['kind'] ?? 'plan')
  return { path, name: stepName(path, data), kind, startedAt, data, text: '', reasoning: '', progress: null }
}

/** A piece says where it begins: whoever joins in the middle, or is told twice, has no word double. */
function joined(text: string, data: JsonObject): string {
  const piece = String(data['text'] ?? '')
  const offset = Number(data['offset'] ?? text.length)
  return offset <= text.length ? text.slice(0, offset) + piece : text + piece
}
