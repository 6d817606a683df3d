/** What a command reads from and writes to. Made in main, from the process; in tests, from what the test gives. */
import { text } from 'node:stream/consumers'
import { styleText } from 'node:util'
import { GyreError } from '@gyre/core'
import type { Options } from './options.ts'
import { toldLines } from './terminal/told-lines.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export type OutputForm = 'text' | 'json' | 'stream-json'

export type Format = Parameters<typeof styleText>[0]

/** A place to write to. */
export type Sink = {
  readonly isTty: boolean
  readonly hasColour: boolean
  write(text: string): void
  /** The text in this colour or weight, or as it is where there are no colours. */
  paint(format: Format, text: string): string
  /** Columns; 80 when unknown. */
  width(): number
  /** Calls the listener when the width changes; the function returned ends it. */
  onResize(listener: () => void): () => void
}

export type InputStream = NodeJS.ReadableStream & {
  readonly isTTY?: boolean
  setRawMode?(isRaw: boolean): unknown
  unref?(): unknown
}

export type OutputStream = {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
  on?(event: 'resize', listener: () => void): unknown
  off?(event: 'resize', listener: () => void): unknown
}

/** The process, as far as commands may touch it. */
export type Host = {
  /** The working folder. */
  readonly cwd: string
  readonly env: Environment
  readonly platform: NodeJS.Platform
  readonly stdin: InputStream
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  /** Calls the listener on SIGINT and SIGTERM, or on these, instead of ending; the function returned ends that. */
  onSignal(listener: () => void, signals?: readonly NodeJS.Signals[]): () => void
  /** Calls the listener when the process ends, however it does; the function returned ends that. */
  onExit(listener: () => void): () => void
}

export type Io = Pick<Host, 'cwd' | 'env' | 'platform' | 'onSignal' | 'onExit'> & {
  readonly out: Sink
  readonly err: Sink
  readonly input: {
    readonly stream: InputStream
    readonly isTty: boolean
    /** Whether a person can be asked: there is a terminal to ask on and nobody forbade it. */
    readonly canAsk: boolean
    /** All that comes in. */
    readAll(): Promise<string>
  }
  readonly output: OutputForm
  readonly isQuiet: boolean
  readonly isVerbose: boolean
  /** Whether stderr can show the live view, and it is wanted. */
  readonly isLive: boolean
  /** A line of the result, on stdout. */
  print(line: string): void
  /** A value of the result, on stdout, as one line of JSON. */
  printJson(value: unknown): void
  /** A line on the way there, on stderr, as a terminal has room for it; left out when it is to be quiet. */
  report(line: string): void
  /** The same for what also somebody has to read who wants it quiet: what they are asked. */
  insist(line: string): void
}

/** What the options make of the process. */
export function ioOf(host: Host, options: Options): Io {
  const isPlain = options.flag('plain') || host.env['TERM'] === 'dumb'
  const isColourless = isPlain || options.flag('no-color')
  const out = sinkOf(host.stdout, host.env, isColourless)
  const err = sinkOf(host.stderr, host.env, isColourless)
  const output = outputOf(options)
  const level = host.env['GYRE_LOG']
  const isQuiet = options.flag('quiet') || level === 'error' || level === 'warn'
  const isTty = host.stdin.isTTY === true
  const insist = (line: string) => {
    const lines = err.isTty ? line.split('\n').flatMap((each) => toldLines(each, err.width())) : [line]
    err.write(`${lines.join('\n')}\n`)
  }
  return {
    cwd: host.cwd,
    env: host.env,
    platform: host.platform,
    onSignal: (listener, signals) => host.onSignal(listener, signals),
    onExit: (listener) => host.onExit(listener),
    out,
    err,
    input: {
      stream: host.stdin,
      isTty,
      canAsk: isTty && err.isTty && output === 'text' && !options.flag('no-input'),
      readAll: () => text(host.stdin),
    },
    output,
    isQuiet,
    isVerbose: options.flag('verbose') || level === 'debug',
    isLive: err.isTty && output === 'text' && !isQuiet && !isPlain,
    print: (line) => out.write(`${line}\n`),
    printJson: (value) => out.write(`${JSON.stringify(value)}\n`),
    report: (line) => {
      if (!isQuiet) insist(line)
    },
    insist,
  }
}

function outputOf(options: Options): OutputForm {
  const form = options.text('output') ?? (options.flag('json') ? 'json' : 'text')
  if (form === 'text' || form === 'json' || form === 'stream-json') return form
  throw new GyreError('usage-invalid', `\`--output ${form}\`: expected text, json or stream-json.`)
}

function sinkOf(stream: OutputStream, env: Environment, isColourless: boolean): Sink {
  const isTty = stream.isTTY === true
  const hasColour = !isColourless && wantsColour(env, isTty)
  return {
    isTty,
    hasColour,
    write: (text) => void stream.write(text),
    // The stream was looked at already.
    paint: (format, text) => (hasColour ? styleText(format, text, { validateStream: false }) : text),
    width: () => stream.columns || 80,
    onResize: (listener) => {
      stream.on?.('resize', listener)
      return () => stream.off?.('resize', listener)
    },
  }
}

/** Who forbids colours is obeyed before who wants them. */
function wantsColour(env: Environment, isTty: boolean): boolean {
  if (env['NO_COLOR']) return false
  const forced = env['FORCE_COLOR']
  return forced === undefined || forced === '' ? isTty : forced !== '0'
}
