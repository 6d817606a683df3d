/** A conversation: a thread of sessions, one a turn, and who answers in it. */
import { GyreError, type Session, type SessionRow, type StartOptions, suggestion, systemIds } from '@gyre/core'
import type { Options } from '../options.ts'
import type { Place } from '../place.ts'

/** Plain conversation, one call a turn. */
const plainLoop = 'direct'

type Who = { readonly persona: string } | { readonly loop: string }

export class Conversation {
  readonly thread: string
  readonly #place: Place
  #who: Who
  #model: string | undefined

  private constructor(place: Place, thread: string, who: Who) {
    this.#place = place
    this.thread = thread
    this.#who = who
  }

  /** A new one, or one that is gone on with: then who answered last answers again. */
  static async open(place: Place, options: Options): Promise<Conversation> {
    const [loop, persona, model] = [options.text('loop'), options.text('persona'), options.text('model')]
    if (loop !== undefined && persona !== undefined) {
      throw new GyreError(
        'usage-invalid',
        'Give a loop (`-l`) or a persona (`-p`), not both: a persona brings its loop.',
      )
    }
    const last = await lastTurn(place, options)
    const { loop: lastLoop = plainLoop, persona: lastPersona } = last?.mirror ?? {}
    const before = lastPersona ? { persona: lastPersona } : { loop: lastLoop }
    const conversation = new Conversation(place, last?.mirror.thread ?? systemIds.next('thr'), before)
    if (persona !== undefined) await conversation.answerAs(persona)
    if (loop !== undefined) conversation.answerBy(loop)
    if (model !== undefined) await conversation.ask(model)
    return conversation
  }

  /** Who answers, for people: `helper`, or `direct` with `openai/gpt-5`. */
  get who(): string {
    const name = 'persona' in this.#who ? this.#who.persona : this.#who.loop
    return this.#model === undefined ? name : `${name} with ${this.#model}`
  }

  /** Whether the model that comes with Gyre answers because no other is there. */
  async isDemo(): Promise<boolean> {
    if ('persona' in this.#who || this.#model !== undefined) return false
    return (await this.#place.model()).id === 'demo/rules'
  }

  async answerAs(persona: string): Promise<void> {
    const known = (await this.#place.runtime.personas.list()).map((entry) => entry.persona.name)
    if (!known.includes(persona)) throw unknown('persona', persona, known)
    this.#who = { persona }
  }

  answerBy(loop: string): void {
    const known = this.#place.runtime.loops.map(({ name }) => name)
    if (!known.includes(loop)) throw unknown('loop', loop, known)
    this.#who = { loop }
  }

  async ask(model: string): Promise<void> {
    await this.#place.model(model)
    this.#model = model
  }

  /** Begins the next turn. */
  async start(goal: string): Promise<Session> {
    const who = this.#who
    const isPersona = 'persona' in who
    const start: StartOptions = {
      thread: this.thread,
      ...(this.#model !== undefined && { model: await this.#place.model(this.#model) }),
      // A persona brings its own.
      ...(!isPersona && { tools: await this.#place.tools() }),
    }
    const { runtime } = this.#place
    return isPersona ? runtime.startAs(who.persona, goal, start) : runtime.start(who.loop, goal, start)
  }
}

function unknown(what: 'persona' | 'loop', name: string, known: readonly string[]): GyreError {
  const hint = known.length === 0 ? '.' : `; ${suggestion(name, known)}`
  return new GyreError(`${what}-unknown`, `There is no ${what} \`${name}\`${hint}`, { name })
}

/** The newest turn of the thread that is gone on with; undefined for a new one. */
async function lastTurn({ runtime }: Place, options: Options): Promise<SessionRow | undefined> {
  const thread = options.text('thread')
  const isNewest = options.flag('continue')
  if (thread === undefined && !isNewest) return undefined
  if (thread !== undefined && isNewest) {
    throw new GyreError('usage-invalid', 'Give `--thread ID` or `--continue`, not both.')
  }
  const [last] = await runtime.list({ limit: 1, ...(thread !== undefined && { thread }) })
  if (last) return last
  const what = thread === undefined ? 'There is no conversation yet.' : `There is no conversation \`${thread}\`.`
  throw new GyreError('usage-invalid', `${what} Begin one with: gyre chat`)
}
