/** Lines at the bottom of a terminal that change, and lines above them that stay. */
import type { Sink } from '../io.ts'
import type { Frame } from './frame.ts'
import { widthOf } from './text-width.ts'

const hideCursor = '\x1b[?25l'
const showCursor = '\x1b[?25h'
const eraseLine = '\x1b[K'
const eraseBelow = '\x1b[J'

export class Screen {
  readonly #sink: Sink
  /** The columns each line that is shown takes. */
  #widths: readonly number[] = []
  #shown = ''
  #hasCursor = true

  constructor(sink: Sink) {
    this.#sink = sink
  }

  /** Shows the frame instead of the last one, and puts lines above it. One write, and none when nothing changed. */
  draw({ lines, cursor }: Frame, above: readonly string[] = []): void {
    const text = lines.join('\n')
    const shown = `${cursor} ${text}`
    if (above.length === 0 && shown === this.#shown) return
    const whole = [...above, ...lines].map((line) => line + eraseLine).join('\n')
    const place = cursor === undefined ? '' : `\r${cursor > 0 ? `\x1b[${cursor}C` : ''}`
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

  /** To the first column of the first line; a terminal that became narrower has wrapped what is shown. */
  #toTop(): string {
    const columns = this.#sink.width()
    const rows = this.#widths.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / columns)), 0)
    return rows > 1 ? `\r\x1b[${rows - 1}A` : '\r'
  }

  #cursor(isShown: boolean): string {
    if (isShown === this.#hasCursor) return ''
    this.#hasCursor = isShown
    return isShown ? showCursor : hideCursor
  }
}
