/** A process for tests: what commands write is kept, and what a person types is given. */

import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import xterm from '@xterm/headless'
import type { Host, InputStream, OutputStream } from '../src/cli/io.ts'

export type FakeHostOptions = {
  readonly isTty?: boolean
  readonly env?: Readonly<Record<string, string>>
  /** Nothing is found in the root, nor above. */
  readonly cwd?: string
  readonly columns?: number
  readonly input?: string
}

export class FakeHost implements Host {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly platform = 'linux'
  readonly stdin: InputStream & PassThrough
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  readonly #signalled = new Set<() => void>()
  readonly #exited = new Set<() => void>()
  readonly #terminal: xterm.Terminal | undefined
  readonly isRaw: boolean[] = []
  out = ''
  err = ''
  /** How often stderr was written to. */
  writes = 0
  #columns: number
  readonly #resized = new Set<() => void>()

  constructor({ isTty = false, env = {}, columns = 80, input = '', cwd = '/' }: FakeHostOptions = {}) {
    this.env = env
    this.cwd = cwd
    this.stdin = Object.assign(new PassThrough(), {
      isTTY: isTty,
      setRawMode: (isRaw: boolean) => this.isRaw.push(isRaw),
    })
    if (!isTty) this.stdin.end(input)
    this.#terminal = isTty
      ? new xterm.Terminal({ cols: columns, rows: 30, allowProposedApi: true, convertEol: true })
      : undefined
    this.#columns = columns
    this.stdout = this.#stream('out', isTty)
    this.stderr = this.#stream('err', isTty)
  }

  #stream(to: 'out' | 'err', isTTY: boolean): OutputStream {
    const columns = () => this.#columns
    return {
      isTTY,
      get columns() {
        return columns()
      },
      write: (text) => this.#write(to, text),
      on: (_, listener) => this.#resized.add(listener),
      off: (_, listener) => this.#resized.delete(listener),
    }
  }

  /** Changes the width of the terminal, which moves what it shows. */
  async resize(columns: number): Promise<void> {
    await this.screen()
    this.#columns = columns
    this.#terminal?.resize(columns, 30)
    for (const listener of this.#resized) listener()
  }

  #write(to: 'out' | 'err', text: string): void {
    this[to] += text
    if (to === 'err') this.writes += 1
    this.#terminal?.write(text)
  }

  onSignal(listener: () => void): () => void {
    this.#signalled.add(listener)
    return () => this.#signalled.delete(listener)
  }

  onExit(listener: () => void): () => void {
    this.#exited.add(listener)
    return () => this.#exited.delete(listener)
  }

  /** Ends the process, as a crash does. */
  exit(): void {
    for (const listener of this.#exited) listener()
  }

  /** Sends SIGINT. */
  interrupt(): void {
    for (const listener of this.#signalled) listener()
  }

  /** Types on the keyboard. */
  type(text: string): void {
    this.stdin.write(text)
  }

  /** What the terminal shows, its lines without the empty ones at the end. */
  async screen(): Promise<string> {
    const terminal = this.#terminal
    if (!terminal) return ''
    await new Promise<void>((resolve) => terminal.write('', resolve))
    const { active } = terminal.buffer
    const lines = Array.from({ length: active.length }, (_, at) => active.getLine(at)?.translateToString(true) ?? '')
    return lines.join('\n').trimEnd()
  }

  /** Waits until the terminal shows it. */
  async shows(text: string | RegExp): Promise<string> {
    for (;;) {
      const screen = await this.screen()
      if (typeof text === 'string' ? screen.includes(text) : text.test(screen)) return screen
      await setImmediate()
    }
  }
}
