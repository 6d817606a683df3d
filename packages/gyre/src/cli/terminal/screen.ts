/** Lines at the bottom of a terminal that change, and lines above them that stay. */
import type { Environment, Sink } from '../io.ts'
import type { Frame } from './frame.ts'
import { widthOf } from './text-width.ts'

const hideCursor = '\x1b[?25l'
const showCursor = '\x1b[?25h'
/** The whole line, before it is written: of what is erased behind a text some terminals keep blanks, which they wrap. */
const eraseLine = '\x1b[2K'
const eraseBelow = '\x1b[J'

/** Whether the terminal wraps lines anew when its width changes. Most do; what is not wrapped is cut. */
export function wrapsAnew({ TMUX, STY, XTERM_VERSION, TERM }: Environment): boolean {
  return TMUX !== undefined || (STY === undefined && XTERM_VERSION === undefined && TERM !== 'linux')
}

export class Screen {
  readonly #sink: Sink
  /** The columns each line that is shown takes. */
  #widths: readonly number[] = []
  #shown = ''
  #hasCursor = true
  readonly #doesWrap: boolean

  /** `doesWrap` says whether the terminal wraps what it shows when it becomes narrower. */
  constructor(sink: Sink, doesWrap = true) {
    this.#sink = sink
    this.#doesWrap = doesWrap
  }

  /** Shows the frame instead of the last one, and puts lines above it. One write, and none when nothing changed. */
  draw({ lines, cursor }: Frame, above: readonly string[] = []): void {
    const text = lines.join('\n')
    const shown = `${cursor} ${text}`
    if (above.length === 0 && shown === this.#shown) return
    const whole = [...above, ...lines].map((line) => eraseLine + line).join('\n')
    // A cursor that is not needed waits where no terminal moves it: at the beginning of its line.
    const place = `\r${cursor ? `\x1b[${cursor}C` : ''}`
    this.#sink.write(`${this.#toTop()}${whole}${eraseBelow}${place}${this.#cursor(cursor !== undefined)}`)
    this.#widths = lines.map(widthOf)
    this.#shown = shown
  }

  /** Takes the frame away; the cursor is shown again. */
  clear(): void {
    if (this.#widths.length > 0) this.#sink.write(`${this.#toTop()}${eraseBelow}`)
    this.#widths = []
    this.#shown = ''
    const cursor = this.#cursor(true)
    if (cursor !== '') this.#sink.write(cursor)
  }

  /** The next frame is drawn whatever is shown: a terminal that changed its width has moved things. */
  forget(): void {
    this.#shown = ''
  }

  /**
   * To the first column of the first line; a terminal that became narrower has wrapped the lines above the one the
   * cursor is in. Where that line itself is wrapped is not counted: rather a line too many stays than one that
   * should is erased.
   */
  #toTop(): string {
    const columns = this.#doesWrap ? this.#sink.width() : Number.POSITIVE_INFINITY
    const above = this.#widths.slice(0, -1)
    const rows = above.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / columns)), 0)
    return rows > 0 ? `\r\x1b[${rows}A` : '\r'
  }

  #cursor(isShown: boolean): string {
    if (isShown === this.#hasCursor) return ''
    this.#hasCursor = isShown
    return isShown ? showCursor : hideCursor
  }
}
