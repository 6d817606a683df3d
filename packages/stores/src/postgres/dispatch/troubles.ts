/** Says what goes wrong, without saying the same again and again while it lasts. */
import { GyreError } from '@gyre/core'

const silenceMs = 60_000
const mostRemembered = 100

/** What pg-boss calls its own parts, and how it begins a warning: neither means anything to an operator. */
const bossWords = / \(Queue: [^()]+, Worker: [^()]+\)|(?<=: )Warning: /g

export class Troubles {
  readonly #say: (line: string) => void
  readonly #said = new Map<string, number>()

  constructor(say: (line: string) => void = () => {}) {
    this.#say = say
  }

  /** `given` is what counts as the same: the line itself, where it is left out. */
  tell(said: string, given?: string): void {
    const line = said.replaceAll(bossWords, '')
    const about = given ?? line
    const now = Date.now()
    if (now - (this.#said.get(about) ?? 0) < silenceMs) return
    if (this.#said.size >= mostRemembered) this.#said.clear()
    this.#said.set(about, now)
    // Who listens may be mistaken; what is in trouble already goes on.
    try {
      this.#say(line)
    } catch {}
  }

  failed(what: string, error: unknown): void {
    this.tell(`${what}: ${messageOf(error)}`)
  }
}

/** Whether the store did not answer: then nothing is known about what was asked. */
export function isAway(error: unknown): boolean {
  return error instanceof GyreError && (error.code === 'store-unreachable' || error.code === 'store-locked')
}

export function messageOf(error: unknown): string {
  const { message } = error as { readonly message?: unknown }
  return typeof message === 'string' && message !== '' ? message : String(error)
}
