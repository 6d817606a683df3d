/** Stays with a session until it has ended, needs somebody who is not here, or the person leaves. */
import type { Idle, Json, JsonObject, Question, Session } from '@gyre/core'
import type { Io } from '../io.ts'
import { rejectionReason } from '../terminal/rejection.ts'
import type { SessionPicture } from '../terminal/session-picture.ts'
import { type AskLine, askPerson, questionLines } from './ask-person.ts'
import { Interrupts } from './interrupts.ts'
import { type SessionShow, showFor, type Wish, type Wishes } from './session-show.ts'
import { SessionVigil, type VigilPlace } from './session-vigil.ts'
import { SessionWatch } from './session-watch.ts'

export type DriveOptions = {
  readonly io: Io
  readonly place: VigilPlace
  readonly session: Session
  /** Whether it runs here. One that is only watched goes on when the person leaves. */
  readonly isOurs: boolean
  /** Shows it; what fits the terminal when left out. */
  readonly show?: (wishes: Wishes) => SessionShow | Promise<SessionShow>
  /** Whether it is one call of a tool: nobody could go on with it, so Ctrl-C stops it. */
  readonly isOneCall?: boolean
  /** The last fact that was shown before. */
  readonly after?: number
}

const interruptWords = { pause: 'Pausing after the step in flight.', abort: 'Stopping.' } as const

/** Why it is not stayed with any longer. */
export type Stop = Idle | 'left'

export class SessionDrive {
  readonly #options: DriveOptions
  readonly #show: SessionShow
  readonly #interrupts: Interrupts
  readonly watch: SessionWatch
  #prompt: AbortController | undefined
  #hasPaused = false
  /** One that runs here ends with this process. */
  readonly #vigil: SessionVigil | undefined

  private constructor(options: DriveOptions, show: SessionShow, interrupts: Interrupts) {
    this.#options = options
    this.#show = show
    this.#interrupts = interrupts
    const { place, session, isOurs, after } = options
    this.watch = new SessionWatch(place.runtime, session.id, show, after)
    this.#vigil = isOurs ? undefined : new SessionVigil(place, session.id)
  }

  static async open(options: DriveOptions): Promise<SessionDrive> {
    // What comes before it is made has to wait for it.
    const made = Promise.withResolvers<SessionDrive>()
    const interrupts = new Interrupts(options.io, {
      onFirst: () => void made.promise.then((drive) => drive.#pause()),
      leavesAtOnce: !options.isOurs,
    })
    const wishes: Wishes = {
      onWish: (wish) => void made.promise.then((drive) => drive.#send(wish)),
      onInterrupt: () => interrupts.press(),
      ...(options.isOneCall && { isOneCall: true }),
    }
    const show = await (options.show?.(wishes) ?? showFor(options.io, wishes))
    made.resolve(new SessionDrive(options, show, interrupts))
    return made.promise
  }

  get wasInterrupted(): boolean {
    return this.#interrupts.isPressed
  }

  async stay(): Promise<Stop> {
    const failure = new Promise<never>((_, reject) => this.#options.session.outcome.catch(reject))
    // It may fail after it was left.
    failure.catch(() => {})
    const left = this.#interrupts.left
    for (;;) {
      // Before it is asked how things stand: what happens in between counts.
      const moved = this.watch.next()
      const stop = await Promise.race([this.#standing(), left, failure, this.#vigil?.gone ?? left])
      if (stop === 'ended' || stop === 'left' || !(await this.#goesOn(stop, moved))) {
        await this.#caughtUp(stop)
        return stop
      }
    }
  }

  close(): void {
    this.#vigil?.close()
    this.#interrupts.close()
    this.#show.close()
  }

  /** How it stands once it does nothing: of one that runs elsewhere its facts tell. */
  async #standing(): Promise<Idle> {
    const { session, isOurs } = this.#options
    if (isOurs) return session.idle()
    const { picture } = this.watch
    let isAboutToGoOn: boolean
    do {
      await this.watch.until(isStill)
      const moved = this.watch.next()
      isAboutToGoOn = await this.#isAboutToGoOn()
      if (isAboutToGoOn) await moved
      // What is read may be of long ago: it may have gone on since.
      await this.#present()
    } while ((isAboutToGoOn || !isStill(picture)) && !this.watch.isOver)
    return picture.hasEnded ? 'ended' : picture.isPaused ? 'paused' : 'waiting'
  }

  /** Whether its process has yet to take note that somebody let it go on. */
  async #isAboutToGoOn(): Promise<boolean> {
    const { place, session } = this.#options
    const { runtime } = place
    const row = await runtime.store.sessions.get(session.id)
    if (row?.state !== 'running') return false
    const sent = await runtime.store.interventions.list(session.id)
    return sent.some(({ action, state }) => state === 'queued' && action === 'resume')
  }

  /** Whether it is stayed with although it does nothing: a person here can do something about it. */
  async #goesOn(idle: 'paused' | 'waiting', moved: Promise<void>): Promise<boolean> {
    const { io, session } = this.#options
    if (this.#interrupts.isPressed) return false
    if (idle === 'waiting') {
      const [question] = io.input.canAsk ? await session.questions() : []
      return question !== undefined && this.#ask(question)
    }
    if (!this.#show.isInteractive) return false
    await Promise.race([moved, this.#interrupts.left])
    return true
  }

  async #ask(question: Question): Promise<boolean> {
    const prompt = new AbortController()
    // Somebody else may answer it meanwhile.
    void this.watch
      .until(({ view }) => view.questions.has(question.path))
      .then(() => this.watch.until(({ view }) => !view.questions.has(question.path)))
      .then(() => prompt.abort())
    this.#show.tell(questionLines(question))
    const askLine: AskLine = (text, prefill) =>
      this.#show.ask(text, { signal: prompt.signal, ...(prefill !== undefined && { prefill }) })
    let typed: Json | undefined
    for (;;) {
      this.#prompt = prompt
      const wish = await askPerson(question, askLine, typed)
      this.#prompt = undefined
      if (!wish) return prompt.signal.aborted && !this.#interrupts.isPressed
      const why = await this.#refusal(wish)
      if (!why || this.#interrupts.isPressed) return true
      // It is asked still: the person reads why, not all of it again.
      this.#show.tell([`That is no answer: ${rejectionReason(why)}`])
      typed = (wish.body as JsonObject)['input'] ?? typed
    }
  }

  /** Sends an answer. Why it is none, where it was taken and then refused. */
  async #refusal(wish: Wish): Promise<string | null | undefined> {
    const sent = await this.#send(wish)
    if (sent === undefined) return undefined
    await Promise.race([this.watch.until(({ settled }) => settled.has(sent)), this.#interrupts.left])
    return this.watch.picture.settled.get(sent)
  }

  /** A person is asked nothing any more; what runs is to stop. */
  #pause(): void {
    if (this.#prompt) this.#prompt.abort()
    else if (!this.#hasPaused) {
      const action = this.#options.isOneCall ? 'abort' : 'pause'
      this.#hasPaused = true
      this.#show.tell([`${interruptWords[action]} Ctrl-C again leaves at once.`])
      void this.#send({ action })
    }
  }

  /** The id of what was sent; undefined when it was refused. */
  async #send({ action, body = {} }: Wish): Promise<string | undefined> {
    const { place, session, isOurs } = this.#options
    const { runtime } = place
    try {
      const { id } = await runtime.send(session.id, action, body)
      // One that was let go meanwhile goes on here.
      if (isOurs) await runtime.wake(session.id)
      return id
    } catch (error) {
      this.#show.tell([error instanceof Error ? error.message : String(error)])
      return undefined
    }
  }

  /** All that is in the journal by now has been shown. */
  async #caughtUp(stop: Stop): Promise<void> {
    if (stop === 'left') return
    if (stop === 'ended') return this.watch.done
    return this.#present()
  }

  /** All that is in the journal by now is known. */
  async #present(): Promise<void> {
    const { place, session } = this.#options
    const { runtime } = place
    const { view } = await runtime.read(session.id)
    await this.watch.until(({ view: { seq } }) => seq >= view.seq)
  }
}

/** Whether it does nothing, as far as is known. One whose pause was lifted says a moment later that it works. */
function isStill({ isWorking, isPaused, view }: SessionPicture): boolean {
  return !isWorking && view.status !== 'queued' && (!isPaused || view.isPaused)
}
