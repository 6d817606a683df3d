/** The keys that messages to a session go with: what is sent again because no answer came counts once. */
import { newKey } from '../session/unsent.ts'

export class SentKeys {
  readonly #ofFiles = new WeakMap<object, string>()
  #last: { readonly said: string; readonly key: string } | undefined

  /** A file keeps its key as long as it is in the box. */
  ofFile(file: object): string {
    const key = this.#ofFiles.get(file) ?? newKey()
    this.#ofFiles.set(file, key)
    return key
  }

  /** Words keep theirs until others are sent. */
  ofWords(said: string): string {
    this.#last = this.#last?.said === said ? this.#last : { said, key: newKey() }
    return this.#last.key
  }

  /** The same words once more are something new from then on. */
  wordsArrived(): void {
    this.#last = undefined
  }
}
