/** People who do things to a session at chosen records, while its processes die: what becomes of it, and what should. */
import {
  type Action,
  type Intervention,
  type JournalRow,
  type Json,
  type ModelRequest,
  type Question,
  type ReplayReport,
  type SessionEnd,
  type Store,
  textOf,
} from '@gyre/core'
import { says } from '@gyre/core/testing'
import { begun, effectsIn, faultsOf } from './compare.ts'
import type { Effect, ReplyAt } from './effects.ts'
import type { Life } from './life.ts'
import type { Scenario } from './scenario.ts'
import { begin, MemoryWorld, type Process, untilDeath } from './world.ts'

/** When something is sent: once so many appends are written, in whichever process, or one at a path is. */
type Moment = { readonly append: number } | { readonly path: string }

export type Deed = {
  readonly when: Moment
  readonly action: Action
  readonly body: Json
  /** It is taken back as soon as it is sent, if that is not too late. */
  readonly isTakenBack?: boolean
}

export type Schedule = {
  readonly deeds: readonly Deed[]
  /** After how many appends of its own each process dies; one more lives to the end. */
  readonly deaths: readonly number[]
}

export type Supervised = {
  readonly end: Pick<SessionEnd, 'answer' | 'outcome' | 'gap' | 'details'>
  readonly rows: readonly JournalRow[]
  readonly sent: readonly Intervention[]
  /** What is wrong with the journal, with what was told of people, or with what was done. */
  readonly faults: readonly string[]
}

/**
 * The scenario for runs that people take part in: what the model says does not hang on what people told it, so that
 * only what changes the work itself changes the end; and it says something wherever people may have led it.
 */
export function withPeople(scenario: Scenario): Scenario {
  const { replies } = scenario
  const written = (path: string, request: ModelRequest): ReplyAt =>
    typeof replies === 'function' ? replies(path, request) : (replies[path] ?? says('By hand.'))
  return {
    ...scenario,
    replies: (path, request) => {
      const told = untold(request)
      const reply = written(path, told)
      return typeof reply === 'function' ? () => reply(told) : reply
    },
  }
}

function untold(request: ModelRequest): ModelRequest {
  const isOfPeople = /^\[(?:USER GUIDANCE|CONTEXT)\] /
  return { ...request, messages: request.messages.filter((message) => !isOfPeople.test(textOf(message))) }
}

/** A world in which every append is noticed. */
class WatchedWorld extends MemoryWorld {
  onAppend: (paths: readonly (string | undefined)[]) => void = () => {}

  protected override open(life: Life, worker: string): Store {
    const store = super.open(life, worker)
    return {
      ...store,
      journal: {
        read: (...args) => store.journal.read(...args),
        append: (lease, facts, options) => {
          const isLate = life.isDead
          const written = store.journal.append(lease, facts, options)
          // A question has the path of its answer.
          if (!isLate) this.onAppend(facts.flatMap(({ path, kind }) => (kind ? [path] : [])))
          return written
        },
      },
    }
  }

  get store(): Store {
    return this.data
  }
}

/** Those who do what is on the schedule, from a process of their own that never dies. */
class People {
  readonly #world: WatchedWorld
  readonly #process: Process
  #left: readonly Deed[]
  #appends = 0
  #sending: Promise<unknown>[] = []

  constructor(world: WatchedWorld, deeds: readonly Deed[]) {
    this.#world = world
    this.#process = world.process()
    this.#left = deeds
    world.onAppend = (paths) => this.#noticed(paths)
  }

  /** Does what is due before anything is written. */
  begin(): Promise<void> {
    this.#do(({ when }) => 'append' in when && when.append <= this.#appends)
    return this.done()
  }

  /** Does what comes next before its time: nothing is written while a session is paused. */
  hurry(): boolean {
    const [next] = this.#left
    if (next) this.#do((deed) => deed === next)
    return next !== undefined
  }

  /** Resolves when all that was begun is sent. */
  async done(): Promise<void> {
    await Promise.all(this.#sending)
  }

  #noticed(paths: readonly (string | undefined)[]): void {
    this.#appends += 1
    this.#do(({ when }) => ('append' in when ? when.append <= this.#appends : paths.includes(when.path)))
  }

  #do(isDue: (deed: Deed) => boolean): void {
    const due = this.#left.filter(isDue)
    this.#left = this.#left.filter((deed) => !due.includes(deed))
    // One after the other, so that they arrive in the order of the schedule.
    for (const deed of due) this.#sending.push(Promise.resolve(this.#sending.at(-1)).then(() => this.#send(deed)))
  }

  async #send({ action, body, isTakenBack }: Deed): Promise<void> {
    const { runtime } = this.#process
    const id = await this.#world.sessionId()
    const sent = await runtime.send(id, action, body).catch(orLate)
    if (sent && isTakenBack) await runtime.withdraw(id, sent.id).catch(orLate)
  }
}

/** Who comes too late is told so. */
function orLate(error: unknown): undefined {
  const { code } = error as { readonly code?: string }
  if (code !== 'session-ended' && code !== 'intervention-settled') throw error
}

/** Runs the scenario under the schedule, in as many processes as it takes. */
export async function supervise(scenario: Scenario, { deeds, deaths }: Schedule): Promise<Supervised> {
  const world = new WatchedWorld(scenario)
  const people = new People(world, deeds)
  const wrong: string[] = []
  // The first process makes the session and no more: what is sent then is there before anything is done.
  const maker = world.process({ death: { afterAppend: 0 } })
  await untilDeath(maker, begin(world, maker))
  await people.begin()
  let end: SessionEnd | undefined
  for (const afterAppend of [...deaths, Number.POSITIVE_INFINITY]) {
    const process = world.process({ death: { afterAppend } })
    const before = await world.rows()
    end = await goOn(world, process, people)
    await people.done()
    wrong.push(...effectFaults(process.hand.effects, before))
    if (end) break
  }
  return resultOf(world, end, wrong)
}

/** A process does nothing that was recorded before it began, and whatever it asks has the context given before, once. */
function effectFaults(effects: readonly Effect[], before: readonly JournalRow[]): readonly string[] {
  const recorded = new Set(effectsIn(before))
  const contexts = before
    .filter(({ type, data }) => type === 'intervention.applied' && data?.includes('"action":"context"'))
    .map(({ data }) => (JSON.parse(data ?? '') as { readonly body: { readonly text: string } }).body.text)
  const requests = effects.filter(({ kind }) => kind === 'model')
  const isMissed = ({ request = '' }: Effect) =>
    contexts.some((text) => request.split(`[CONTEXT] ${text}`).length !== 2)
  return [
    ...begun(effects)
      .filter((effect) => recorded.has(effect))
      .map((effect) => `done again: ${effect}`),
    ...requests.filter(isMissed).map(({ at }) => `without its context, or with it twice: ${at}`),
  ]
}

async function goOn(world: WatchedWorld, process: Process, people: People): Promise<SessionEnd | undefined> {
  const id = await world.sessionId()
  const { runtime } = process
  const ending = async () => {
    const row = await world.session()
    if (row.state !== 'ended') await runtime.resume(id)
    const session = await runtime.session(id)
    for (let state = await session.idle(); state !== 'ended'; state = await session.idle()) {
      await people.done()
      if (state === 'paused' && !people.hurry()) await runtime.send(id, 'resume').catch(orLate)
      await answerAll(world, process, id)
      await runtime.wake(id)
      await new Promise((resolve) => setImmediate(resolve))
    }
    return session.outcome
  }
  return untilDeath(process, ending())
}

/** Answers what is asked, as the scenario says; what only edited plans ask is agreed to. */
async function answerAll({ scenario }: WatchedWorld, { runtime }: Process, id: string): Promise<void> {
  for (const question of (await runtime.read(id)).view.questions.values()) {
    const { path, kind } = question
    const text = scenario.answers?.[path] ?? usualAnswer(question)
    const [action, body] = kind === 'approval' ? (['approve', {}] as const) : (['answer', { text }] as const)
    await runtime.send(id, action, { ...body, question: path }, { key: path }).catch(orLate)
  }
}

function usualAnswer({ kind, choices }: Question): string {
  return kind === 'uncertain' ? 'retry' : (choices?.[0] ?? 'The attic.')
}

async function resultOf(
  world: WatchedWorld,
  end: SessionEnd | undefined,
  wrong: readonly string[],
): Promise<Supervised> {
  if (!end) throw new Error('The session has not ended.')
  const { answer, outcome, gap, details } = end
  const rows = await world.rows()
  const sent = await world.store.interventions.list(end.session)
  const replayed = await world.process().runtime.replay(end.session)
  const faults = [
    ...(await faultsOf(world)),
    ...wrong,
    ...replayFaults(replayed),
    ...accountFaults(rows, sent),
    ...(await guidanceFaults(world, end.session, sent)),
  ]
  return { end: { answer, outcome, gap, details }, rows, sent, faults }
}

function replayFaults({ isEqual, drift, unused, error, otherEnd }: ReplayReport): readonly string[] {
  return isEqual ? [] : [`replay: ${JSON.stringify({ drift, unused, error, otherEnd })}`]
}

type Told = { readonly id: string; readonly branch?: string; readonly why?: string }

/** Each thing that was sent came to one end, and the journal tells of it once: guidance once for each branch. */
function accountFaults(rows: readonly JournalRow[], sent: readonly Intervention[]): readonly string[] {
  const told = rows
    .filter(({ type }) => type.startsWith('intervention.'))
    .map(({ type, data }) => ({ type: type.slice('intervention.'.length), ...(JSON.parse(data ?? '{}') as Told) }))
  return sent.flatMap(({ id, action, state, why }) => {
    const own = told.filter((each) => each.id === id)
    const ends = own.filter(({ type }) => type !== 'queued')
    const branches = new Set(ends.map(({ branch }) => branch ?? ''))
    const isOnce = ends.length === 1 || (action === 'steer' && ends.length === branches.size)
    // What nobody received, or what was taken back between two processes, has no end in the journal.
    const isUnseen = ends.length === 0 && (state === 'withdrawn' || (own.length === 0 && why === 'session-ended'))
    // One that is taken back while the session ends is told of as too late.
    const isEnd = (each: Told & { readonly type: string }) =>
      each.type === state || (state === 'withdrawn' && each.why === 'session-ended')
    const isTold = own[0]?.type === 'queued' && own.length === ends.length + 1 && isOnce && ends.every(isEnd)
    const isReasoned = state !== 'rejected' || Boolean(why)
    const isFine = state !== 'queued' && isReasoned && (isTold || isUnseen)
    return isFine ? [] : [`${action} is ${state} (${why}), and told of as ${JSON.stringify(own)}`]
  })
}

/** Guidance that was applied stands in the request it was applied to, once. */
async function guidanceFaults(
  world: WatchedWorld,
  session: string,
  sent: readonly Intervention[],
): Promise<readonly string[]> {
  const { runtime } = world.process()
  const steers = sent.filter(({ action, state }) => action === 'steer' && state === 'applied')
  const faults = steers.map(async ({ appliedAt, body }) => {
    const { text } = body as { readonly text: string }
    const messages = await runtime.prompt(session, appliedAt ?? '')
    const count = messages.filter((message) => textOf(message) === `[USER GUIDANCE] ${text}`).length
    return count === 1 ? [] : [`\`${text}\` stands ${count} times in the request of ${appliedAt}`]
  })
  return (await Promise.all(faults)).flat()
}
