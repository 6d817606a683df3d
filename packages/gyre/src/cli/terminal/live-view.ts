/** The live view of a session: finished steps stay, below them what is going on, and keys to change it. */
import { emitKeypressEvents, type Interface } from 'node:readline'
import type { FinishedStep, SessionEvent } from '@gyre/core'
import type { Io } from '../io.ts'
import type { AskOptions, SessionShow, Wishes } from '../session/session-show.ts'
import { budgetMeter } from './budget-meter.ts'
import { earlierLines } from './earlier-steps.ts'
import { type FrameView, frame, type Mode } from './frame.ts'
import { type Key, type LineInput, lineOf, pressed, textIn } from './line-input.ts'
import { progressLines } from './loop-progress.ts'
import { reasonLine } from './reason-note.ts'
import { rejectionLines } from './rejection.ts'
import { Screen, wrapsAnew } from './screen.ts'
import { SessionPicture } from './session-picture.ts'
import { retryLine, stepLine } from './step-line.ts'
import { wrapped } from './text-width.ts'

const frameMs = 50
const spinMs = 100
/** After this an Esc is a key of its own, and not the beginning of another. */
const escapeMs = 40

type Asking = { readonly onLine: (text: string | undefined) => void }

export class LiveView implements SessionShow {
  readonly isInteractive: boolean
  readonly #io: Io
  readonly #wishes: Wishes
  readonly #screen: Screen
  readonly #ends: (() => void)[] = []
  #picture = new SessionPicture()
  #above: string[] = []
  #mode: Mode
  #asking: Asking | undefined
  #drawing: NodeJS.Timeout | undefined
  #spinning: NodeJS.Timeout | undefined
  #tick = 0

  constructor(io: Io, wishes: Wishes) {
    this.#io = io
    this.#wishes = wishes
    this.isInteractive = io.input.canAsk
    this.#mode = this.#restMode()
    this.#screen = new Screen(io.err, wrapsAnew(io.env))
    this.#ends.push(
      io.err.onResize(() => {
        this.#screen.forget()
        this.#drawSoon()
      }),
      io.onExit(() => this.close()),
    )
    if (this.isInteractive) this.#listen()
  }

  event(_event: SessionEvent, picture: SessionPicture, step: FinishedStep | undefined): void {
    this.#picture = picture
    const { width, paint } = this.#io.err
    this.tell([...earlierLines(picture), ...rejectionLines(picture.rejection, this.#io.input.canAsk)])
    this.#above.push(...picture.retries.map((news) => retryLine(news, width() - 1, paint)))
    if (picture.reason) this.#above.push(reasonLine(picture.reason, width() - 1, paint))
    if (step) this.#above.push(stepLine(step, width() - 1, paint))
    this.#spin()
    this.#drawSoon()
  }

  tell(lines: readonly string[]): void {
    // What somebody has to decide about is never cut.
    this.#above.push(...lines.flatMap((line) => wrapped(line, Math.max(1, this.#io.err.width() - 1))))
    this.#drawSoon()
  }

  ask(prompt: string, { prefill = '', signal }: AskOptions): Promise<string | undefined> {
    if (!this.isInteractive || signal.aborted) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      const onLine = (text: string | undefined) => {
        signal.removeEventListener('abort', giveUp)
        resolve(text)
      }
      const giveUp = () => this.#answered(undefined)
      signal.addEventListener('abort', giveUp)
      this.#input(prompt, prefill, { onLine })
    })
  }

  close(): void {
    clearTimeout(this.#drawing)
    clearInterval(this.#spinning)
    for (const end of this.#ends.splice(0)) end()
    this.#screen.clear()
    for (const line of this.#above.splice(0)) this.#io.err.write(`${line}\n`)
  }

  #listen(): void {
    const { stream } = this.#io.input
    // Only how long an Esc waits for the rest of a sequence is read of the interface.
    emitKeypressEvents(stream, { escapeCodeTimeout: escapeMs } as unknown as Interface)
    const onKey = (_: string | undefined, key: Key) => this.#key(key)
    stream.on('keypress', onKey)
    stream.setRawMode?.(true)
    stream.resume()
    this.#ends.push(() => {
      stream.off('keypress', onKey)
      stream.setRawMode?.(false)
      stream.pause()
    })
  }

  #key(key: Key): void {
    if (key.ctrl && key.name === 'c') this.#wishes.onInterrupt()
    else if (this.#mode.kind === 'input') this.#typed(this.#mode, key)
    else if (this.#mode.kind === 'confirm') this.#confirmed(key.sequence === 'y' || key.sequence === 'Y')
    else this.#command(key.sequence ?? '')
    this.#drawSoon()
  }

  #typed(mode: Extract<Mode, { kind: 'input' }>, key: Key): void {
    if (key.name === 'return' || key.name === 'enter') this.#answered(textIn(mode.line))
    else if (key.name === 'escape' || isEnd(key, mode.line)) this.#answered(undefined)
    else this.#mode = { ...mode, line: pressed(mode.line, key) }
  }

  #answered(text: string | undefined): void {
    const asking = this.#asking
    this.#asking = undefined
    this.#mode = this.#restMode()
    this.#drawSoon()
    asking?.onLine(text)
  }

  #input(prompt: string, prefill: string, asking: Asking): void {
    // Who asks now goes before a line that was being typed.
    this.#asking?.onLine(undefined)
    this.#asking = asking
    this.#mode = { kind: 'input', prompt, line: lineOf(prefill) }
    this.#drawSoon()
  }

  #confirmed(isYes: boolean): void {
    this.#mode = this.#restMode()
    if (isYes) this.#wishes.onWish({ action: 'abort' })
  }

  #command(key: string): void {
    const { onWish, isOneCall } = this.#wishes
    const wasHelp = this.#mode.kind === 'help'
    this.#mode = this.#restMode()
    if (key === '?' && !wasHelp) this.#mode = { kind: 'help' }
    if (key === 'a') this.#mode = { kind: 'confirm', question: `Abort the ${isOneCall ? 'call' : 'session'}?` }
    if (isOneCall) return
    if (key === 'p') onWish({ action: this.#picture.isPaused ? 'resume' : 'pause' })
    if (key === 'n') onWish({ action: 'step' })
    if (key === 'f') onWish({ action: 'finish' })
    if (key === 's') this.#input('steer:', '', { onLine: (text) => text?.trim() && onWish(steerWish(text)) })
  }

  #restMode(): Mode {
    return this.isInteractive ? { kind: 'keys' } : { kind: 'watch' }
  }

  /** While it works, time passes. */
  #spin(): void {
    if (this.#picture.isWorking === (this.#spinning !== undefined)) return
    clearInterval(this.#spinning)
    this.#spinning = undefined
    if (!this.#picture.isWorking) return
    this.#spinning = setInterval(() => {
      this.#tick += 1
      this.#drawSoon()
    }, spinMs).unref()
  }

  /** Many events make one frame. */
  #drawSoon(): void {
    this.#drawing ??= setTimeout(() => this.#draw(), frameMs)
  }

  #draw(): void {
    clearTimeout(this.#drawing)
    this.#drawing = undefined
    const { err } = this.#io
    this.#screen.draw(frame(this.#view(), err.width()), this.#above.splice(0))
  }

  #view(): FrameView {
    const picture = this.#picture
    const nowMs = Date.now()
    const { usage, status } = picture.view
    const activeMs = picture.activeMs(nowMs)
    const running = [...picture.running.values()]
    return {
      running: running.map(({ name, text, sinceMs }) => ({ name, text, ms: Math.max(0, nowMs - sinceMs) })),
      state: picture.isPaused && picture.pauseReason ? `paused: ${picture.pauseReason}` : status,
      progress: progressLines(picture.view.progress),
      wishes: picture.wishes,
      isWorking: picture.isWorking,
      isPaused: picture.isPaused,
      tick: this.#tick,
      meter: budgetMeter(picture.view, activeMs),
      tokens: usage.inputTokens + usage.outputTokens,
      costUsd: usage.costUsd,
      activeMs,
      mode: this.#mode,
      isOneCall: this.#wishes.isOneCall ?? false,
      paint: this.#io.err.paint,
    }
  }
}

/** Ctrl-D ends the input, as at every prompt; where something is typed it is a key like others. */
function isEnd({ ctrl, name }: Key, line: LineInput): boolean {
  return ctrl === true && name === 'd' && line.characters.length === 0
}

function steerWish(text: string) {
  return { action: 'steer', body: { text: text.trim() } } as const
}
