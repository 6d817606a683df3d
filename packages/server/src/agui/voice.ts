/** What is said in a run: thoughts on the way, and the answer. */
import { type AguiEvent, nothing, type Owner } from './agui-event.ts'

export class Voice {
  readonly #session: string
  #thoughts = 0
  /** Whose thought is open. */
  #thinker: Owner | undefined
  #isAnswering = false

  constructor(session: string) {
    this.#session = session
  }

  /** `kind` is the step that thinks: `think`, `critique`, `reflect` … */
  beginThought(kind: string, owner: Owner): readonly AguiEvent[] {
    const before = this.endThought()
    this.#thoughts += 1
    this.#thinker = owner
    const messageId = this.#thoughtId
    return [
      ...before,
      { type: 'REASONING_START', messageId, metadata: { kind }, ...owner },
      { type: 'REASONING_MESSAGE_START', messageId, role: 'reasoning', metadata: { kind }, ...owner },
    ]
  }

  think(delta: string): readonly AguiEvent[] {
    if (!this.#thinker) return nothing
    return [{ type: 'REASONING_MESSAGE_CONTENT', messageId: this.#thoughtId, delta, ...this.#thinker }]
  }

  endThought(): readonly AguiEvent[] {
    const owner = this.#thinker
    this.#thinker = undefined
    if (!owner) return nothing
    const messageId = this.#thoughtId
    return [
      { type: 'REASONING_MESSAGE_END', messageId, ...owner },
      { type: 'REASONING_END', messageId, ...owner },
    ]
  }

  say(delta: string): readonly AguiEvent[] {
    const messageId = this.answerId
    const start: readonly AguiEvent[] = this.#isAnswering
      ? nothing
      : [{ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' }]
    this.#isAnswering = true
    return [...start, { type: 'TEXT_MESSAGE_CONTENT', messageId, delta }]
  }

  closeAll(): readonly AguiEvent[] {
    const thought = this.endThought()
    if (!this.#isAnswering) return thought
    this.#isAnswering = false
    return [...thought, { type: 'TEXT_MESSAGE_END', messageId: this.answerId }]
  }

  get #thoughtId(): string {
    return `${this.#session}:thought:${this.#thoughts}`
  }

  get answerId(): string {
    return `${this.#session}:answer`
  }
}
