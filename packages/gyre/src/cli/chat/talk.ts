/** A conversation at a terminal: prompt, turn, prompt, until the person leaves. */
import { GyreError, type Runtime, type Session } from '@gyre/core'
import type { CommandCall } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { Options } from '../options.ts'
import { tableLines } from '../output/text-table.ts'
import type { Place } from '../place.ts'
import { SessionDrive, type Stop } from '../session/session-drive.ts'
import { reportEnd, type ShownSteps } from '../session/session-report.ts'
import { ChatTerminal } from './chat-terminal.ts'
import type { Conversation } from './conversation.ts'
import { readSlashCommand, type SlashCommand, saidText, slashHelp } from './slash-command.ts'
import { Steers } from './steers.ts'
import { TurnShow, troubleLines } from './turn-show.ts'

/** Talks until the person leaves; answers with the exit code. */
export async function talk(call: CommandCall, place: Place, conversation: Conversation): Promise<number> {
  const talking = new Talk(call, place, conversation)
  try {
    return await talking.untilLeft()
  } finally {
    talking.close()
  }
}

class Talk {
  readonly #call: CommandCall
  readonly #place: Place
  readonly #conversation: Conversation
  readonly #terminal: ChatTerminal
  /** The last turn. */
  #session: Session | undefined
  #isPaused = false
  #hasQuit = false

  constructor(call: CommandCall, place: Place, conversation: Conversation) {
    this.#call = call
    this.#place = place
    this.#conversation = conversation
    this.#terminal = new ChatTerminal(call.io)
  }

  async untilLeft(): Promise<number> {
    this.#tell([`Talking to ${this.#conversation.who}. /help says what can be typed, Ctrl-D leaves.`])
    let wasInterrupted = false
    for (;;) {
      const read = await this.#terminal.read('>')
      if (read === 'end' || (read === 'interrupt' && wasInterrupted)) return exitCodes.done
      wasInterrupted = read === 'interrupt'
      if (read === 'interrupt') this.#tell(['Ctrl-C again leaves.'])
      else if ((await this.#typed(read.line)) === 'left') return exitCodes.interrupted
      if (this.#hasQuit) return exitCodes.done
    }
  }

  close(): void {
    this.#terminal.close()
  }

  /** What goes wrong is told, and the conversation goes on. */
  async #typed(line: string): Promise<Stop | undefined> {
    if (line.trim() === '') return undefined
    try {
      const command = readSlashCommand(line)
      if (command) return await this.#do(command)
      return await this.#turn(await this.#conversation.start(saidText(line)))
    } catch (error) {
      this.#tell(troubleLines(error))
      return undefined
    }
  }

  async #do({ name, value }: SlashCommand): Promise<Stop | undefined> {
    const conversation = this.#conversation
    if (name === 'help') this.#tell(slashHelp())
    if (name === 'quit') this.#hasQuit = true
    if (name === 'tools') this.#tell(await this.#toolLines())
    if (name === 'show') await this.#showLast()
    if (name === 'resume') return this.#resume()
    if (name === 'persona') await conversation.answerAs(value)
    if (name === 'loop') conversation.answerBy(value)
    if (name === 'model') await conversation.ask(value)
    if (name === 'persona' || name === 'loop' || name === 'model') this.#tell([`Talking to ${conversation.who}.`])
    return undefined
  }

  /** Stays with a turn; what came up to the fact `after` was shown before. */
  async #turn(session: Session, after = 0): Promise<Stop> {
    const { io } = this.#call
    const { runtime } = this.#place
    this.#session = session
    const steers = new Steers(runtime, session.id)
    let turn: TurnShow | undefined
    const drive = await SessionDrive.open({
      io,
      place: this.#place,
      session,
      isOurs: true,
      show: (wishes) => {
        turn = new TurnShow({ io, terminal: this.#terminal, wishes, after })
        this.#terminal.work({ onLine: (line) => steers.send(line), onInterrupt: wishes.onInterrupt })
        return turn
      },
    })
    try {
      const stop = await drive.stay()
      this.#isPaused = stop === 'paused' || stop === 'waiting'
      if (stop === 'ended') await this.#ended(session, turn, drive.watch.picture)
      else this.#tell(stopLines(session.id, stop))
      for (const line of await steers.missed()) this.#terminal.typeAhead(line)
      return stop
    } finally {
      drive.close()
      this.#terminal.rest()
    }
  }

  async #ended(session: Session, turn: TurnShow | undefined, shown: ShownSteps): Promise<void> {
    const { io } = this.#call
    const end = await session.outcome
    if (end.answer !== null) turn?.answer(end.answer)
    // The answer was shown.
    const rest = { ...io, print: () => {}, report: (line: string) => this.#tell([line]) }
    if (!io.isQuiet || end.answer === null) await reportEnd(rest, this.#place.runtime, end, shown)
  }

  async #resume(): Promise<Stop> {
    const { runtime } = this.#place
    if (!this.#session || !this.#isPaused) throw new GyreError('usage-invalid', 'No turn is paused.')
    const { view } = await runtime.read(this.#session.id)
    const session = await runtime.resume(this.#session.id)
    if (view.isPaused) await isUnderWay(runtime, session.id, view.seq)
    return this.#turn(session, view.seq)
  }

  async #showLast(): Promise<void> {
    if (!this.#session) throw new GyreError('usage-invalid', 'Nothing was said yet.')
    const { show } = await import('../commands/show.ts')
    this.#terminal.endLine()
    await show({ ...this.#call, args: [this.#session.id], options: new Options({}) })
  }

  async #toolLines(): Promise<readonly string[]> {
    const rows = (await this.#place.tools()).map(({ name, description }) => [`  ${name}`, description])
    return rows.length === 0 ? ['There are no tools.'] : tableLines(rows, { width: this.#call.io.err.width() - 1 })
  }

  #tell(lines: readonly string[]): void {
    for (const line of lines) this.#terminal.tell(this.#call.io.err.paint('dim', line))
  }
}

/** Resolves when the session has taken note of it: until then it looks paused. */
async function isUnderWay(runtime: Runtime, id: string, after: number): Promise<void> {
  for await (const { type } of runtime.events(id, after)) if (type === 'session.status') return
}

function stopLines(id: string, stop: Exclude<Stop, 'ended'>): readonly string[] {
  if (stop === 'left') return [`Left in the middle. Go on with: gyre resume ${id}`]
  const what = stop === 'waiting' ? 'It waits for your answer.' : 'Paused.'
  return [`${what} /resume goes on here; later: gyre resume ${id}`]
}
