/** A turn of a chat while it works: the answer as it comes, other steps as dim lines. */

import type { FinishedStep } from '@gyre/core'
import { isFact, type Json, type ReasonNote, type SessionEvent, toGyreError } from '@gyre/core'
import type { Io } from '../io.ts'
import { answerText } from '../output/answer-text.ts'
import type { AskOptions, SessionShow, Wishes } from '../session/session-show.ts'
import { reasonLine } from '../terminal/reason-note.ts'
import { safeText } from '../terminal/safe-text.ts'
import type { SessionPicture } from '../terminal/session-picture.ts'
import { retryLine, stepLine } from '../terminal/step-line.ts'
import type { ChatTerminal } from './chat-terminal.ts'

/** Text is shown as it comes once it takes so long. Before that it may be over, and then it is known whole. */
const patienceMs = 80

export type TurnOptions = {
  readonly io: Io
  readonly terminal: ChatTerminal
  readonly wishes: Wishes
  /** The last fact of the turn that was shown before. */
  readonly after: number
}

/** A text that streams. */
type Stream = { readonly path: string; text: string; shown: number; readonly patience: NodeJS.Timeout }

export class TurnShow implements SessionShow {
  /** A turn that pauses is left: the person is back at the prompt. */
  readonly isInteractive = false
  readonly #options: TurnOptions
  #stream: Stream | undefined
  /** What was said last. */
  #said = ''
  #isClosed = false

  constructor(options: TurnOptions) {
    this.#options = options
  }

  event(event: SessionEvent, { retries, reason }: SessionPicture, step: FinishedStep | undefined): void {
    const { type, path = '', data } = event
    if (this.#isClosed || (isFact(event) && event.seq <= this.#options.after)) return
    if (type === 'text.delta') this.#delta(path, String(data['text'] ?? ''))
    if (retries.length > 0) this.#again(path, retries)
    if (reason) this.#reasoned(reason)
    if (!step) return
    const isSaid = type === 'step.finished' && data['kind'] === 'generate' && !isNested(path)
    if (isSaid) this.#whole(path, spokenIn(data['result']))
    else this.#finished(step)
  }

  tell(lines: readonly string[]): void {
    const { io, terminal } = this.#options
    for (const line of lines) terminal.tell(io.err.paint('dim', line))
  }

  async ask(prompt: string, options: AskOptions): Promise<string | undefined> {
    const { terminal, wishes } = this.#options
    const read = await terminal.read(prompt, options)
    if (read === 'interrupt') wishes.onInterrupt()
    return typeof read === 'object' ? read.line : undefined
  }

  /** The answer, unless it is what was said last. */
  answer(answer: Json): void {
    const { io, terminal } = this.#options
    const text = answerText(answer)
    terminal.endLine()
    if (!io.out.isTty) terminal.write(`${text}\n`)
    else if (!this.#said.trim().endsWith(safeText(text).trim())) terminal.write(`${safeText(text)}\n`)
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#stream?.patience)
  }

  /** What an attempt that failed has said so far belongs to nothing. */
  #again(path: string, retries: SessionPicture['retries']): void {
    const { io } = this.#options
    if (this.#stream?.path === path) {
      clearTimeout(this.#stream.patience)
      this.#stream = undefined
    }
    if (!io.isQuiet) this.tell(retries.map((news) => retryLine(news, io.err.width() - 1, (_, text) => text)))
  }

  #reasoned(reason: ReasonNote): void {
    const { io } = this.#options
    if (!io.isQuiet) this.tell([reasonLine(reason, io.err.width() - 1, (_, text) => text)])
  }

  #finished(step: FinishedStep): void {
    const { io } = this.#options
    if (!io.isQuiet) this.tell([stepLine(step, io.err.width() - 1, (_, text) => text)])
  }

  /** Of steps side by side the first one is shown as it comes; of loops inside of loops none. */
  #delta(path: string, text: string): void {
    if (isNested(path) || (this.#stream && this.#stream.path !== path)) return
    this.#stream ??= { path, text: '', shown: 0, patience: setTimeout(() => this.#flow(), patienceMs) }
    this.#stream.text += safeText(text)
    if (this.#stream.shown > 0) this.#flow()
  }

  /** Shows what has come and was not shown. */
  #flow(): void {
    const stream = this.#stream
    if (!stream || !this.#options.io.out.isTty) return
    if (stream.shown === 0) this.#options.terminal.endLine()
    this.#options.terminal.write(stream.text.slice(stream.shown))
    stream.shown = stream.text.length
  }

  /** A text is over and known whole: what watchers missed of it comes now. */
  #whole(path: string, text: string): void {
    const { io, terminal } = this.#options
    const stream = this.#stream?.path === path ? this.#stream : undefined
    const said = safeText(text)
    this.#said = said
    if (stream) {
      clearTimeout(stream.patience)
      this.#stream = undefined
    }
    if (!io.out.isTty) return
    const shown = stream?.text.slice(0, stream.shown) ?? ''
    const isBegun = shown !== '' && said.startsWith(shown)
    if (!isBegun) terminal.endLine()
    terminal.write(isBegun ? said.slice(shown.length) : said)
    terminal.endLine()
  }
}

type Reply = { readonly text?: string; readonly parts?: readonly { readonly type: string; readonly text?: string }[] }

/** What a model said in a step. */
function spokenIn(result: Json | undefined): string {
  const { text = '', parts = [] } = (result ?? {}) as Reply
  const spoken = parts.flatMap((part) => (part.type === 'text' && part.text ? [part.text] : []))
  return spoken.length > 0 ? spoken.join('') : text
}

function isNested(path: string): boolean {
  return path.includes('/')
}

/** What went wrong, for a person who goes on talking. */
export function troubleLines(thrown: unknown): readonly string[] {
  const { code, message, fix } = toGyreError(thrown, 'loop-failed')
  // What is wrong with a line is said whole by its message.
  return code === 'usage-invalid' ? [message] : [message, `Fix: ${fix}`]
}
