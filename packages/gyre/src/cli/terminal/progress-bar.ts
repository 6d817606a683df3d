/** How far a long work is: a bar at the bottom of a terminal, or a line now and then. */
import type { Io } from '../io.ts'
import { oneLine } from './one-line.ts'
import { Screen, wrapsAnew } from './screen.ts'
import { fitStart } from './text-width.ts'

export type ProgressState = {
  /** What is being done: `reading`. */
  readonly doing: string
  readonly done: number
  /** Unknown as long as nobody has counted. */
  readonly total?: number | undefined
  /** What it is at. */
  readonly at?: string | undefined
}

const barColumns = 24
const leastBarColumns = 6
const leastNameColumns = 8
/** A terminal is drawn so often at most; a log keeps every line. */
const drawMs = 80
const lineMs = 10_000

export class ProgressBar {
  readonly #io: Io
  readonly #screen: Screen | undefined
  readonly #now: () => number
  #toldAt: number
  #hasEnded = false
  #endWatch: () => void

  constructor(io: Io, now: () => number = Date.now) {
    this.#io = io
    this.#now = now
    this.#screen = io.isLive ? new Screen(io.err, wrapsAnew(io.env)) : undefined
    this.#toldAt = this.#screen ? Number.NEGATIVE_INFINITY : now()
    this.#endWatch = io.onExit(() => this.#screen?.clear())
  }

  show(state: ProgressState): void {
    if (this.#hasEnded) return
    const every = this.#screen ? drawMs : lineMs
    if (this.#now() - this.#toldAt < every) return
    this.#toldAt = this.#now()
    if (this.#screen) this.#screen.draw({ lines: [barLine(state, this.#io.err.width())] })
    else this.#io.report(progressLine(state))
  }

  /** A line that stays, above the bar. */
  tell(line: string): void {
    this.#screen?.clear()
    this.#io.report(line)
  }

  /** Takes the bar away; it does not come back. */
  end(): void {
    this.#hasEnded = true
    this.#screen?.clear()
    this.#endWatch()
  }
}

/** `reading  ███████░░░  412 / 1 000  docs/a.md`. Where there is little room, the bar gives way to the numbers. */
export function barLine(state: ProgressState, columns: number): string {
  const { doing, at = '' } = state
  const room = columns - 1 - `${doing}    ${amount(state)}`.length
  const words = [doing, bar(state, Math.min(barColumns, room)), amount(state)]
  const head = fitStart(words.filter((word) => word !== '').join('  '), columns - 1)
  const left = columns - 1 - head.length - 2
  return left < leastNameColumns ? head : `${head}  ${fitStart(oneLine(at), left)}`.trimEnd()
}

/** None while nobody has counted, and none that is too short to tell anything. */
function bar({ done, total }: ProgressState, columns: number): string {
  if (!total || columns < leastBarColumns) return ''
  const full = Math.round(Math.min(1, done / total) * columns)
  return `${'█'.repeat(full)}${'░'.repeat(columns - full)}`
}

function progressLine(state: ProgressState): string {
  return `${state.doing}: ${amount(state)}`
}

function amount({ done, total }: ProgressState): string {
  return total === undefined ? grouped(done) : `${grouped(done)} / ${grouped(total)}`
}

/** With a gap between thousands. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ' ')
}
