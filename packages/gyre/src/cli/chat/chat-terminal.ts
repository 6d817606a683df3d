/** The terminal of a chat: text streams in, a person types, and neither writes into the other's line. */
import { emitKeypressEvents } from 'node:readline'
import { createInterface, type Interface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Io, Sink } from '../io.ts'
import type { Key } from '../terminal/line-input.ts'

/** What came of reading: a line, Ctrl-C, or the end (Ctrl-D, or nobody waits for a line any more). */
export type Read = { readonly line: string } | 'interrupt' | 'end'

export type ReadOptions = { readonly prefill?: string; readonly signal?: AbortSignal }

/** Who is told of lines and of Ctrl-C while nobody reads. */
export type WorkListener = { readonly onLine: (line: string) => void; readonly onInterrupt: () => void }

type Piece = { readonly sink: Sink; readonly text: string }

const eraseLine = '\r\x1b[J'

export class ChatTerminal {
  readonly #io: Io
  readonly #lines: Interface
  readonly #ends: (() => void)[] = []
  readonly #ahead: Exclude<Read, 'end'>[] = []
  #reader: ((read: Read) => void) | undefined
  #listener: WorkListener | undefined
  #isTyping = false
  #isClosed = false
  /** What waits until the line that is being typed is done. */
  #held: Piece[] = []
  #isAtStart = true

  constructor(io: Io) {
    this.#io = io
    const { stream } = io.input
    const before = (_: string | undefined, key: Key) => this.#beforeKey(key)
    const after = () => this.#afterKey()
    emitKeypressEvents(stream)
    // The one is told before the line is changed, the other when it was.
    stream.on('keypress', before)
    this.#lines = this.#open()
    stream.on('keypress', after)
    this.#ends.push(() => {
      stream.off('keypress', before)
      stream.off('keypress', after)
      stream.pause()
    })
  }

  #open(): Interface {
    const { err, input } = this.#io
    const output = new Writable({
      decodeStrings: false,
      write: (text: string, _, done) => {
        err.write(text)
        done()
      },
    })
    Object.defineProperty(output, 'columns', { get: () => err.width() })
    this.#ends.push(err.onResize(() => output.emit('resize')))
    const lines = createInterface({ input: input.stream, output, terminal: true })
    lines.on('line', (line) => this.#line(line))
    lines.on('SIGINT', () => this.#interrupt())
    lines.on('close', () => this.#end())
    return lines
  }

  /** The next line. What was typed ahead of it comes first. */
  read(prompt: string, { prefill, signal }: ReadOptions = {}): Promise<Read> {
    const early = this.#ahead.shift()
    if (early !== undefined) return Promise.resolve(early)
    if (this.#isClosed || signal?.aborted) return Promise.resolve('end')
    this.#release()
    this.#freshLine()
    this.#prompt(prompt)
    if (prefill) this.#lines.write(prefill)
    return new Promise((resolve) => {
      const giveUp = () => this.#reader?.('end')
      this.#reader = (read) => {
        signal?.removeEventListener('abort', giveUp)
        this.#reader = undefined
        if (read !== 'end' || !this.#isClosed) this.#clearLine(read)
        resolve(read)
      }
      signal?.addEventListener('abort', giveUp)
    })
  }

  /** Lines and Ctrl-C go there until `rest`. */
  work(listener: WorkListener): void {
    this.#listener = listener
  }

  rest(): void {
    this.#listener = undefined
  }

  /** A line that is read before any other. */
  typeAhead(line: string): void {
    this.#ahead.push({ line })
  }

  /** A piece of text that goes on where the last one ended, on stdout. */
  write(text: string): void {
    if (text !== '') this.#put({ sink: this.#io.out, text })
  }

  /** A line of its own, on stderr. */
  tell(line: string): void {
    this.endLine()
    this.#put({ sink: this.#io.err, text: `${line}\n` })
  }

  /** What is written next begins a line. */
  endLine(): void {
    if (this.#isTyping) this.#held.push({ sink: this.#io.err, text: '' })
    else this.#freshLine()
  }

  close(): void {
    this.#lines.close()
    for (const end of this.#ends.splice(0)) end()
  }

  #prompt(prompt: string): void {
    this.#lines.setPrompt(`${prompt} `)
    this.#lines.prompt(true)
    this.#isAtStart = false
  }

  #put(piece: Piece): void {
    if (this.#isTyping) this.#held.push(piece)
    else this.#show(piece)
  }

  #show({ sink, text }: Piece): void {
    if (text === '') this.#freshLine()
    else sink.write(text)
    if (text !== '' && sink.isTty) this.#isAtStart = text.endsWith('\n')
  }

  #freshLine(): void {
    if (!this.#isAtStart) this.#io.err.write('\n')
    this.#isAtStart = true
  }

  #beforeKey(key: Key): void {
    if (this.#reader || this.#isTyping || this.#isClosed || key.ctrl) return
    if (key.name === 'return' || key.name === 'enter') return
    this.#freshLine()
    this.#isTyping = true
    this.#prompt(this.#listener ? 'steer:' : '>')
  }

  /** A line that was taken back lets the text go on. */
  #afterKey(): void {
    if (!this.#isTyping || this.#lines.line !== '') return
    this.#io.err.write(eraseLine)
    this.#isAtStart = true
    this.#release()
  }

  #line(line: string): void {
    this.#isAtStart = true
    this.#release()
    if (this.#reader) this.#reader({ line })
    else if (line.trim() === '') return
    else if (this.#listener) this.#listener.onLine(line)
    else this.#ahead.push({ line })
  }

  #interrupt(): void {
    if (this.#reader) this.#reader('interrupt')
    else if (this.#listener) this.#listener.onInterrupt()
    else this.#ahead.push('interrupt')
  }

  #end(): void {
    this.#isClosed = true
    this.#freshLine()
    this.#release()
    this.#reader?.('end')
  }

  /** Shows what was held back. */
  #release(): void {
    this.#isTyping = false
    for (const piece of this.#held.splice(0)) this.#show(piece)
  }

  /** Who leaves a line leaves what is in it. */
  #clearLine(read: Read): void {
    if (typeof read === 'object') return
    this.#lines.write(null, { ctrl: true, name: 'e' })
    this.#lines.write(null, { ctrl: true, name: 'u' })
    this.#freshLine()
  }
}
