/** A store with processes that run a session with skills, die and are followed by others. */
import { type JournalRow, type Model, Runtime, react, type SessionEnd, type Tool } from '@gyre/core'
import { simulatedClock } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores'
import type { Skill } from '../../packages/tools/src/toolboxes/skills/skill.ts'
import { skillsToolbox } from '../../packages/tools/src/toolboxes/skills/skills-toolbox.ts'
import { Hand, pathModel, type Replies, toolbox } from '../support/effects.ts'
import { type Death, Life, mortalStore } from '../support/life.ts'
import { conclude } from '../support/scenario.ts'

const hour = 3_600_000

export type Course = {
  readonly skills: readonly Skill[]
  /** What models say, by path. */
  readonly replies: Replies
  /** What people answer, by the path of the question. */
  readonly answers?: Readonly<Record<string, string>>
}

export class SkillWorld {
  readonly #course: Course
  readonly #data = memoryStore({ key: 'test' })
  #processes = 0

  constructor(course: Course) {
    this.#course = course
  }

  /** Lets a new process start the session, or go on with it, until it ends or the process dies. */
  async live(
    death: Death = {},
  ): Promise<{ readonly end: SessionEnd | undefined; readonly hand: Hand; readonly life: Life }> {
    const nth = ++this.#processes
    let made = 0
    const life = new Life(death)
    const hand = new Hand(`process-${nth}`, life)
    const model = pathModel(hand, this.#course.replies)
    const { look, send, put } = toolbox(hand)
    const tools = [...skillsToolbox(this.#course.skills).tools, ...[look, send, put].flatMap((tool) => tool ?? [])]
    const runtime = new Runtime({
      store: mortalStore(this.#data, life, { worker: `process-${nth}` }),
      loops: [react],
      models: [model],
      tools,
      // By then any lease of the process before has run out.
      clock: simulatedClock(nth * hour),
      ids: { next: (prefix) => `${prefix}_${nth}-${++made}` },
    })
    const work = this.#go(runtime, { model, tools })
    const end = await Promise.race([work, life.died.then(() => undefined)])
    return { end, hand, life }
  }

  async #go(runtime: Runtime, equipment: { readonly model: Model; readonly tools: readonly Tool[] }) {
    const id = await this.#sessionId()
    if (id === undefined) {
      const session = await runtime.start(react, 'Go.', equipment)
      return conclude(runtime, session.id, this.#course.answers)
    }
    const row = await this.#data.sessions.get(id)
    if (row?.state !== 'ended') await runtime.resume(id)
    return conclude(runtime, id, this.#course.answers)
  }

  async #sessionId(): Promise<string | undefined> {
    return (await this.#data.sessions.list({}))[0]?.id
  }

  async rows(): Promise<readonly JournalRow[]> {
    const id = await this.#sessionId()
    return id === undefined ? [] : this.#data.journal.read(id, 1)
  }
}
