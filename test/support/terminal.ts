/** The command at a real pseudo-terminal: a person types, and the bytes that come back make a screen. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { spawn as spawnTerminal } from '@lydell/node-pty'
import xterm from '@xterm/headless'
import { onTestFinished } from 'vitest'

export type TerminalOptions = {
  /** The working folder. */
  readonly cwd: string
  readonly columns?: number
  readonly env?: Readonly<Record<string, string>>
  /** What Node is given before the arguments, where it is not the command of this repository. */
  readonly program?: readonly string[]
}

const repository = join(import.meta.dirname, '../..')
const command = ['--conditions=@gyre/source', join(repository, 'packages/gyre/src/bin.ts')]
const rows = 40
const waitMs = 20_000
const lookMs = 10

/** Nothing of the environment of the tests but where programs are, and where what they compiled is kept. */
function environment(given: Readonly<Record<string, string>> = {}): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  return { PATH, LANG: 'C.UTF-8', NODE_COMPILE_CACHE, ...given }
}

export class Terminal {
  readonly #process: ReturnType<typeof spawnTerminal>
  readonly #screen: xterm.Terminal
  readonly #exited = Promise.withResolvers<number>()
  #hasExited = false
  /** Every byte that came, as text. */
  output = ''

  constructor(args: readonly string[], { cwd, columns = 80, env, program = command }: TerminalOptions) {
    this.#screen = new xterm.Terminal({ cols: columns, rows, scrollback: 1000, allowProposedApi: true })
    this.#process = spawnTerminal(process.execPath, [...program, ...args], {
      name: 'xterm-256color',
      cols: columns,
      rows,
      cwd,
      env: environment(env),
    })
    this.#process.onData((data) => {
      this.output += data
      this.#screen.write(data)
    })
    this.#process.onExit(({ exitCode }) => {
      this.#hasExited = true
      this.#exited.resolve(exitCode)
    })
    onTestFinished(() => this.kill())
  }

  type(keys: string): void {
    this.#process.write(keys)
  }

  resize(columns: number): void {
    this.#screen.resize(columns, rows)
    this.#process.resize(columns, rows)
  }

  /** Ends it by its id, if it still runs. */
  kill(signal = 'SIGKILL'): void {
    if (!this.#hasExited) this.#process.kill(signal)
  }

  /** The exit code; a process that was killed has one of no meaning. */
  exit(): Promise<number> {
    return within(this.#exited.promise, () => 'It did not end.', this)
  }

  /** What is shown, scrolled-off lines included, without the empty lines at the end. */
  async lines(): Promise<readonly string[]> {
    await new Promise<void>((resolve) => this.#screen.write('', resolve))
    const { active } = this.#screen.buffer
    const all = Array.from({ length: active.length }, (_, at) => active.getLine(at))
    const texts = all.map((line) => line?.translateToString(true) ?? '')
    return texts.slice(0, texts.findLastIndex((line) => line !== '') + 1)
  }

  /** Whether any line of what is shown was too long and went on in the next. */
  async hasBrokenLines(): Promise<boolean> {
    await this.lines()
    const { active } = this.#screen.buffer
    return Array.from({ length: active.length }, (_, at) => active.getLine(at)?.isWrapped).includes(true)
  }

  /** Whether the last thing said of the cursor is that it is shown. */
  get hasCursor(): boolean {
    return this.output.lastIndexOf('\x1b[?25l') <= this.output.lastIndexOf('\x1b[?25h')
  }

  /** Waits until it shows this. */
  async shows(what: string | RegExp): Promise<string> {
    const endMs = Date.now() + waitMs
    for (;;) {
      const shown = (await this.lines()).join('\n')
      if (typeof what === 'string' ? shown.includes(what) : what.test(shown)) return shown
      if (Date.now() > endMs) throw new Error(`The terminal never showed ${what}. It shows:\n${shown}`)
      await sleep(lookMs)
    }
  }
}

async function within<T>(promise: Promise<T>, why: () => string, terminal: Terminal): Promise<T> {
  const late = new AbortController()
  const timeout = sleep(waitMs, undefined, { signal: late.signal }).then(async () => {
    throw new Error(`${why()} It shows:\n${(await terminal.lines()).join('\n')}`)
  })
  timeout.catch(() => {})
  try {
    return await Promise.race([promise, timeout])
  } finally {
    late.abort()
  }
}

export type Ran = { readonly code: number | null; readonly out: string; readonly err: string }

/** Runs the command without a terminal, to its end. */
export async function piped(args: readonly string[], { cwd, env }: TerminalOptions, input = ''): Promise<Ran> {
  const child = spawn(process.execPath, [...command, ...args], { cwd, env: environment(env), timeout: waitMs })
  child.stdin.end(input)
  const exited = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), exited])
  return { code, out, err }
}

/** Waits until it is so. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const endMs = Date.now() + waitMs
  while (!(await isSo())) {
    if (Date.now() > endMs) throw new Error('It never was so.')
    await sleep(lookMs)
  }
}
