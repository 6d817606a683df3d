/** A server that runs here as a process: its lines in and out, what it complained of, and its end. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { GyreError } from '@gyre/core'
import { CappedLines } from '../../isolation/capped-lines.ts'
import { forgetGroup, watchGroup } from '../../processes/orphan-watch.ts'
import { LastLines } from './last-lines.ts'
import { mostBytes, mostMegabytes } from './longest-message.ts'

export type ProcessOptions = {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string | undefined
}

export type ProcessEvents = {
  onLine(line: string): void
  /** It has ended, and everything it said was handed over. */
  onEnd(how: string): void
}

/** How long it may take to end by itself, and then after it was told to. */
const graceMs = 500
/** What it wrote last may still be on its way when it has ended; helpers of it may hold the pipe for ever. */
const drainMs = 250

const hasGroups = process.platform !== 'win32'

export class ServerProcess {
  readonly complaints = new LastLines()
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>
  readonly #events: ProcessEvents
  readonly #ended = Promise.withResolvers<void>()
  readonly #lines = new CappedLines(mostBytes)
  #drained: Promise<void> | undefined
  #how: string | undefined

  /** Resolves when the program runs. */
  static async start(options: ProcessOptions, events: ProcessEvents): Promise<ServerProcess> {
    const { command, args, env, cwd } = options
    if (cwd !== undefined && !statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) {
      throw new GyreError('mcp-unreachable', `cannot be started: its folder \`${cwd}\` does not exist.`)
    }
    const child = spawn(command, args, {
      cwd,
      env,
      // A group of its own: it ends with all that it has started.
      detached: hasGroups,
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    })
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve)
      child.once('error', (error) => reject(unstartable(options, error)))
    })
    return new ServerProcess(child, events)
  }

  private constructor(child: ChildProcessByStdio<Writable, Readable, Readable>, events: ProcessEvents) {
    this.#child = child
    this.#events = events
    if (child.pid !== undefined) watchGroup(child.pid)
    child.on('error', () => {})
    child.stdin.on('error', () => {})
    child.stdout.on('error', () => {})
    child.stderr.on('error', () => {})
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk))
    child.stderr.on('data', (chunk: Buffer) => this.complaints.add(chunk))
    child.once('exit', (code, signal) => {
      this.#how ??= signal ? `ended by ${signal}` : `ended with code ${code}`
      this.#signal('SIGKILL')
      setTimeout(() => this.#over(), drainMs).unref()
    })
    child.once('close', () => this.#over())
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** How it ended; undefined while it runs. */
  get how(): string | undefined {
    return this.#how
  }

  async write(line: string): Promise<void> {
    const { stdin } = this.#child
    if (this.#how !== undefined || stdin.destroyed) throw new GyreError('mcp-unreachable', 'the process has ended')
    if (stdin.write(`${line}\n`)) return
    // All who wait do so for the same.
    this.#drained ??= this.#drains().finally(() => {
      this.#drained = undefined
    })
    await this.#drained
  }

  /** Its input takes more, or nothing any more. */
  async #drains(): Promise<void> {
    const drain = new Promise<void>((resolve) => this.#child.stdin.once('drain', resolve))
    await Promise.race([drain, this.#ended.promise])
  }

  /** Ends it: its input first, as the protocol has it, then by signals. */
  async end(): Promise<void> {
    this.#child.stdin.end()
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      if (await this.#endsWithin(graceMs)) return
      this.#signal(signal)
    }
    await this.#endsWithin(graceMs)
  }

  async #endsWithin(ms: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, ms, false)
    })
    const isOver = await Promise.race([this.#ended.promise.then(() => true), late])
    clearTimeout(timer)
    return isOver
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child
    if (pid === undefined) return
    try {
      process.kill(hasGroups ? -pid : pid, signal)
    } catch {
      // Nobody is left to be told.
    }
  }

  #read(chunk: Buffer): void {
    const lines = this.#lines.add(chunk)
    for (const line of lines ?? []) if (line.trim() !== '') this.#events.onLine(line)
    if (lines) return
    this.#how ??= `was ended: it sent a line of more than ${mostMegabytes} MB`
    this.#signal('SIGKILL')
  }

  #over(): void {
    this.#child.removeAllListeners('close')
    if (this.#child.pid !== undefined) forgetGroup(this.#child.pid)
    for (const stream of this.#child.stdio) stream?.destroy()
    this.#ended.resolve()
    this.#events.onEnd(this.#how ?? 'ended')
  }
}

function unstartable({ command }: ProcessOptions, error: NodeJS.ErrnoException): GyreError {
  const why = {
    ENOENT: /\s/.test(command)
      ? 'there is no such program; arguments go into `args`, one by one.'
      : 'there is no such program in PATH.',
    EACCES: 'this user may not run it.',
  }[error.code ?? '']
  return new GyreError('mcp-unreachable', `cannot start \`${command}\`: ${why ?? error.message}`, { cause: error })
}
