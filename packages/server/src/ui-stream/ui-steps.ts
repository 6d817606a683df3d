/**
 * Steps of a message. Ours may overlap, the AI SDK's follow each other: one of theirs is a request and what it led to.
 *
 * Clients send again what is complete in the last step. So no other begins while a call in this one waits for them.
 */
import type { Moment } from '../narration/moment.ts'
import { type Chunk, dataChunk, nothing } from './chunk.ts'

type StepBegun = Extract<Moment, { readonly type: 'step-begun' }>
type StepEnded = Extract<Moment, { readonly type: 'step-ended' }>

export class UiSteps {
  readonly #running = new Map<string, StepBegun>()
  /** Paths of questions about calls: the client has not answered these. */
  readonly #asked = new Set<string>()
  #isOpen = false

  begin(step: StepBegun): readonly Chunk[] {
    const { path } = step
    if (this.#running.has(path)) return nothing
    const boundary = this.#isNext(step) ? this.#next() : nothing
    this.#running.set(path, step)
    return [...boundary, shownStep(step, { state: 'running' })]
  }

  end({ path, hasFailed, said }: StepEnded): readonly Chunk[] {
    const step = this.#running.get(path)
    if (!step) return nothing
    this.#running.delete(path)
    return [shownStep(step, { state: hasFailed ? 'failed' : 'done', said })]
  }

  /** From now on the client has a call to answer. */
  hold(path: string): void {
    this.#asked.add(path)
  }

  release(path: string): void {
    this.#asked.delete(path)
  }

  /** The message is over, whatever still runs. */
  close(): readonly Chunk[] {
    const isOpen = this.#isOpen
    this.#isOpen = false
    return isOpen ? [{ type: 'finish-step' }] : nothing
  }

  #isNext({ kind }: StepBegun): boolean {
    if (kind === 'loop') return false
    if (!this.#isOpen) return true
    const isAlone = this.#running.values().every((other) => other.kind === 'loop')
    return kind === 'generate' && isAlone && this.#asked.size === 0
  }

  #next(): readonly Chunk[] {
    const before = this.close()
    this.#isOpen = true
    return [...before, { type: 'start-step' }]
  }
}

/** Loops inside of the session's are its experts. */
function shownStep({ path, name, kind }: StepBegun, state: { readonly state: string; readonly said?: string }): Chunk {
  if (kind === 'loop') return dataChunk('expert', `expert-${path}`, { name, path, ...state })
  return dataChunk('step', path, { name, kind, path, ...state })
}
