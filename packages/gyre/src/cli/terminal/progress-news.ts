/** How far tools are, for a log: a tool may tell it a thousand times a second, and a log keeps every line. */
import type { SessionEvent } from '@gyre/core'
import { oneLine } from './one-line.ts'
import type { RunningStep } from './session-picture.ts'
import { logColumns } from './step-line.ts'
import { fitStart } from './text-width.ts'

const everyMs = 1000

export class ProgressNews {
  /** When each step that runs was last told of, by path. */
  readonly #toldAt = new Map<string, number>()

  /** A line at most every second for each step; undefined in between. */
  newsIn({ path = '', at }: SessionEvent, step: RunningStep | undefined): string | undefined {
    const nowMs = Date.parse(at)
    if (!step || nowMs - (this.#toldAt.get(path) ?? Number.NEGATIVE_INFINITY) < everyMs) return undefined
    this.#toldAt.set(path, nowMs)
    return fitStart(`· ${step.name}  ${oneLine(step.text)}`, logColumns)
  }
}
