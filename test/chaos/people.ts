/** People who answer, steer, change their minds, pause, resume and abort, while everything around them breaks. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Runtime, SessionRow } from '@gyre/core'

export class People {
  readonly #runtime: Runtime
  readonly #random: () => number
  readonly #paused = new Set<string>()
  /** What they did, by action. */
  readonly sent: Record<string, number> = {}
  /** Sessions that they aborted, or tried to. */
  readonly aborted = new Set<string>()
  #isOver = false
  /** From now on they only help sessions to their end. */
  isCalm = false

  constructor(runtime: Runtime, random: () => number) {
    this.#runtime = runtime
    this.#random = random
  }

  end(): void {
    this.#isOver = true
  }

  /** A server that is away now is there the next time. */
  async act(): Promise<void> {
    while (!this.#isOver) {
      await this.#help().catch(() => {})
      if (!this.isCalm) await this.#meddle().catch(() => {})
      await sleep(200)
    }
  }

  async #help(): Promise<void> {
    for (const { id } of await this.#runtime.listAll({ statuses: ['waiting'] })) await this.#answer(id)
    const isDue = () => this.isCalm || this.#random() < 0.5
    for (const id of [...this.#paused].filter(isDue)) await this.#resume(id)
  }

  async #answer(id: string): Promise<void> {
    const { view } = await this.#runtime.read(id)
    for (const [path, { kind }] of view.questions) {
      const text = kind === 'uncertain' ? this.#whetherDone() : 'yes'
      await this.#send(id, 'answer', { text, question: path }, `answer ${path}`)
    }
  }

  /** What was begun when its process died may have happened: people may look, or have it done again. */
  #whetherDone(): string {
    const chance = this.#random()
    if (chance < 0.5) return 'retry'
    return chance < 0.8 ? 'treat as done' : 'fail'
  }

  async #meddle(): Promise<void> {
    const running = await this.#runtime.list({ states: ['running'], limit: 200 })
    const chosen: SessionRow | undefined = running[Math.floor(this.#random() * running.length)]
    if (!chosen) return
    const { id } = chosen
    const chance = this.#random()
    if (chance < 0.4) await this.#steer(id)
    else if (chance < 0.65) await this.#send(id, 'context', { text: 'It rains.' })
    else if (chance < 0.9) {
      this.#paused.add(id)
      await this.#send(id, 'pause', {})
    } else {
      // Whether it was sent is not known when the answer does not come.
      this.aborted.add(id)
      await this.#send(id, 'abort', {})
    }
  }

  /** Some have second thoughts, which may come too late. */
  async #steer(id: string): Promise<void> {
    const sent = await this.#send(id, 'steer', { text: 'Be brief.' })
    const chance = this.#random()
    if (sent === undefined || chance > 0.5) return
    const change = chance < 0.25 ? 'edit' : 'withdraw'
    try {
      if (change === 'edit') await this.#runtime.edit(id, sent, { text: 'Be very brief.' })
      else await this.#runtime.withdraw(id, sent)
      this.#count(change)
    } catch (error) {
      if (!isCode(error, 'intervention-settled')) throw error
    }
  }

  async #resume(id: string): Promise<void> {
    await this.#send(id, 'resume', {})
    this.#paused.delete(id)
  }

  /** Answers with what it is known by, unless the session has ended. */
  async #send(
    id: string,
    action: Parameters<Runtime['send']>[1],
    body: object,
    key?: string,
  ): Promise<string | undefined> {
    try {
      const sent = await this.#runtime.send(id, action, body as never, key === undefined ? {} : { key })
      await this.#runtime.wake(id)
      this.#count(action)
      return sent.id
    } catch (error) {
      if (!isCode(error, 'session-ended')) throw error
      this.#paused.delete(id)
      return undefined
    }
  }

  #count(action: string): void {
    this.sent[action] = (this.sent[action] ?? 0) + 1
  }
}

function isCode(error: unknown, code: string): boolean {
  return (error as { readonly code?: string }).code === code
}
