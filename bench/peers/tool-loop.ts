/** A: the tool loop in memory, and how its cost grows. B: waves of tools at once. */

import { markdownTable } from '../../scripts/reference/markdown-table.ts'
import { median, number } from '../figures.ts'
import type { Workload } from '../scripted-task.ts'
import { figureOf, mapped, ratiosOf } from './columns.ts'
import { batches, inRounds, type Series, type Subject, withEntrants } from './entrant.ts'
import type { Setting } from './setting.ts'

const twenty: Workload = { iterations: 20, width: 1, toolMs: 0 }
const hundreds: Workload = { iterations: 200, width: 1, toolMs: 0 }
const waves: Workload = { iterations: 3, width: 8, toolMs: 20 }
/** What three waves of tools take at least. */
const idealMs = 60

const inMemory = ({ peers }: Setting) => peers.filter(({ isInMemory }) => isInMemory).map((peer) => ({ peer }))

export function toolLoop(setting: Setting): Promise<string> {
  return withEntrants(setting, inMemory(setting), async (entrants) => {
    const measured = async (workload: Workload) => {
      const { iterations } = workload
      const series = await inRounds(setting, entrants, `${iterations} iterations`, batches(setting, workload))
      return mapped(series, (ms) => (ms * 1000) / iterations)
    }
    const short = await measured(twenty)
    const long = await measured(hundreds)
    const head = ['', 'µs per iteration (20)', 'to raw', 'to Gyre', '(200)', 'to raw', 'to Gyre', '200 against 20']
    const rows = entrants.map((entrant) => [
      entrant.label,
      figureOf(short, entrant),
      ...ratiosOf(short, entrant),
      figureOf(long, entrant),
      ...ratiosOf(long, entrant),
      growth(long, short, entrant),
    ])
    return `The tool loop in memory (A):\n\n${markdownTable(head, rows)}`
  })
}

/** Of the medians: the two were measured at other times. */
export function growth(many: Series, few: Series, subject: Subject): string {
  const [above, below] = [many.get(subject), few.get(subject)]
  return above && below ? `${number(median(above) / median(below), 2)}×` : '–'
}

export function parallelWaves(setting: Setting): Promise<string> {
  return withEntrants(setting, inMemory(setting), async (entrants) => {
    const whole = await inRounds(setting, entrants, 'waves', batches(setting, waves))
    const over = mapped(whole, (ms) => ms - idealMs)
    const head = ['', 'ms', `over ${idealMs}`, 'to raw', 'to Gyre']
    const rows = entrants.map((entrant) => [
      entrant.label,
      figureOf(whole, entrant),
      figureOf(over, entrant),
      ...ratiosOf(over, entrant),
    ])
    return `Three waves of eight tools of 20 ms at once (B); ratios are of what is over ${idealMs} ms:\n\n${markdownTable(head, rows)}`
  })
}
