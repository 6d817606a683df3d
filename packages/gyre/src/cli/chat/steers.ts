/** What a person says while a turn works. */
import type { Runtime } from '@gyre/core'

type Sent = { readonly text: string; readonly id: string | undefined }

export class Steers {
  readonly #runtime: Runtime
  readonly #session: string
  #sent: Promise<Sent>[] = []

  constructor(runtime: Runtime, session: string) {
    this.#runtime = runtime
    this.#session = session
  }

  send(line: string): void {
    const text = line.trim()
    const sending = this.#runtime.send(this.#session, 'steer', { text })
    this.#sent.push(
      sending.then(
        ({ id }) => ({ text, id }),
        // It ended a moment ago.
        () => ({ text, id: undefined }),
      ),
    )
  }

  /** Those that came too late for the turn: they are the next thing to talk about. */
  async missed(): Promise<readonly string[]> {
    if (this.#sent.length === 0) return []
    const sent = await Promise.all(this.#sent)
    const list = await this.#runtime.store.interventions.list(this.#session)
    const late = new Set(list.filter(({ state }) => state === 'rejected').map(({ id }) => id))
    return sent.flatMap(({ text, id }) => (id === undefined || late.has(id) ? [text] : []))
  }
}
