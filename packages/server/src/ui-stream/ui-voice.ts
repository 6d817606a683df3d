/** What is said in a message: thoughts on the way, and the answer. */
import { type Chunk, nothing } from './chunk.ts'

const answerId = 'answer'

export class UiVoice {
  #thoughts = 0
  #isThinking = false
  #isAnswering = false

  /** `kind` is the step that thinks: `think`, `critique`, `reflect` … */
  beginThought(kind: string): readonly Chunk[] {
    const before = this.endThought()
    this.#thoughts += 1
    this.#isThinking = true
    return [...before, { type: 'reasoning-start', id: this.#thoughtId, providerMetadata: { gyre: { kind } } }]
  }

  think(delta: string): readonly Chunk[] {
    return this.#isThinking ? [{ type: 'reasoning-delta', id: this.#thoughtId, delta }] : nothing
  }

  endThought(): readonly Chunk[] {
    if (!this.#isThinking) return nothing
    this.#isThinking = false
    return [{ type: 'reasoning-end', id: this.#thoughtId }]
  }

  say(delta: string): readonly Chunk[] {
    const start = this.#isAnswering ? nothing : [{ type: 'text-start', id: answerId }]
    this.#isAnswering = true
    return [...start, { type: 'text-delta', id: answerId, delta }]
  }

  /** What was said of the answer in the last step is taken back with it. */
  sayAnew(text: string): readonly Chunk[] {
    this.#isAnswering = false
    this.#isThinking = false
    return [{ type: 'reset-step' }, ...this.say(text)]
  }

  close(): readonly Chunk[] {
    const thought = this.endThought()
    if (!this.#isAnswering) return thought
    this.#isAnswering = false
    return [...thought, { type: 'text-end', id: answerId }]
  }

  get #thoughtId(): string {
    return `thought-${this.#thoughts}`
  }
}
