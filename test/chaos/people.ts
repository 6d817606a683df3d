/** People who answer, steer, pause and resume, while everything around them breaks. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Runtime, SessionRow } from '@gyre/core'

export class People {
  readonly #runtime: Runtime
  readonly #random: () => number
  readonly #paused = new Set<string>()
  /** What they sent, by action. */
  readonly sent: Record<string, number> = {}
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
    const chance = this.#random()
    if (chance < 0.4) await this.#send(chosen.id, 'steer', { text: 'Be brief.' })
    else if (chance < 0.7) await this.#send(chosen.id, 'context', { text: 'It rains.' })
    else {
      this.#paused.add(chosen.id)
      await this.#send(chosen.id, 'pause', {})
    }
  }

  async #resume(id: string): Promise<void> {
    await this.#send(id, 'resume', {})
    this.#paused.delete(id)
  }

  async #send(id: string, action: Parameters<Runtime['send']>[1], body: object, key?: string): Promise<void> {
    try {
      await this.#runtime.send(id, action, body as never, key === undefined ? {} : { key })
      await this.#runtime.wake(id)
      this.sent[action] = (this.sent[action] ?? 0) + 1
    } catch (error) {
      if ((error as { code?: string }).code !== 'session-ended') throw error
      this.#paused.delete(id)
    }
  }
}
