/** What ends a research, in the order it is looked at: the numbers of each rule, and which is nearest. */
import type { Rule } from '../loop/rule-list.tsx'
import type { ResearchPicture } from './research-picture.ts'
import { shownMeasure } from './research-picture.ts'

/** With more than this unseen, a few poor cycles are bad luck rather than the end. */
const mostUnseen = 0.2
/** So many cycles in a row without a new passage end it. */
const emptyCycles = 2

type Measured = {
  readonly name: string
  readonly said: string
  /** How near it is to ending the research, from 0 to 1. */
  readonly nearness: number
}

/** The names that the loop gives its reasons. */
const names: Readonly<Record<string, string>> = { no_progress: 'no progress', max_cycles: 'max cycles' }

export function researchRules(picture: ResearchPicture): readonly Rule[] {
  const { stop } = picture
  const rules = measured(picture)
  const fired = names[stop] ?? stop
  const nearest = stop === '' ? nearestOf(rules) : undefined
  const unlisted =
    stop === 'budget' || stop === 'cancelled' ? [{ name: fired, said: picture.stopWhy, nearness: 1 }] : []
  return [...unlisted, ...rules].map(({ name, said }) => {
    if (name === fired) return { name, said, mark: 'fired' }
    return { name, said, mark: name === nearest ? 'near' : 'none' }
  })
}

function nearestOf(rules: readonly Measured[]): string | undefined {
  const [nearest] = rules.toSorted((one, other) => other.nearness - one.nearness)
  return nearest && nearest.nearness > 0 ? nearest.name : undefined
}

function measured(picture: ResearchPicture): readonly Measured[] {
  const { settings } = picture
  const numeric = settings.isNumeric
    ? [covered(picture), diminishing(picture), exhausted(picture), noProgress(picture)]
    : []
  return [...numeric, maxCycles(picture)]
}

function covered({ topics, settings: { coverAt } }: ResearchPicture): Measured {
  const values = topics.map(({ values: each }) => each.at(-1) ?? 0)
  const lowest = values.length === 0 ? 0 : Math.min(...values)
  const sign = lowest >= coverAt ? '≥' : '<'
  const said = `lowest topic ${shownMeasure(lowest)} ${sign} ${shownMeasure(coverAt)}`
  return { name: 'covered', said, nearness: Math.min(1, lowest / coverAt) }
}

function diminishing({ cycles, settings: { leastGain, patience, minCycles } }: ResearchPicture): Measured {
  const last = cycles.at(-1)
  if (!last) return { name: 'diminishing', said: `no gain yet, needs < ${leastGain} ${times(patience)}`, nearness: 0 }
  const below = trailing(cycles.map(({ smoothed }) => smoothed < leastGain))
  const parts = [`smoothed gain ${shownMeasure(last.smoothed)}`, `needs < ${leastGain} ${times(patience)}`]
  if (cycles.length < minCycles) parts.push(`not before cycle ${minCycles}`)
  if (last.unseen >= mostUnseen) parts.push(`unseen ${shownMeasure(last.unseen)} must be below ${mostUnseen}`)
  const share = last.smoothed <= 0 ? 1 : Math.min(1, leastGain / last.smoothed)
  const isHeld = last.unseen >= mostUnseen
  return { name: 'diminishing', said: parts.join(', '), nearness: isHeld ? 0 : (share + below / patience) / 2 }
}

function exhausted({ topics, isOver }: ResearchPicture): Measured {
  const spent = topics.filter(({ status }) => status === 'exhausted').length
  const isTold = isOver || spent > 0
  const said = isTold ? `${spent} of ${topics.length} topics` : 'topics that are given up are told at the end'
  return { name: 'exhausted', said, nearness: 0 }
}

function noProgress({ cycles, outages }: ResearchPicture): Measured {
  const empty = trailing(cycles.map(({ accepted }) => accepted === 0))
  const last = cycles.at(-1)
  const said = last ? `${last.accepted} passages taken in cycle ${last.number}` : 'no cycle yet'
  const failed = outages === 0 ? '' : `, every search failed in ${outages}`
  return { name: 'no progress', said: `${said}${failed}`, nearness: Math.min(1, empty / emptyCycles) }
}

function maxCycles({ cycles, outages, settings }: ResearchPicture): Measured {
  const done = cycles.length + outages
  return { name: 'max cycles', said: `${done} of ${settings.maxCycles}`, nearness: done / settings.maxCycles }
}

function trailing(values: readonly boolean[]): number {
  return values.length - 1 - values.findLastIndex((value) => !value)
}

function times(count: number): string {
  if (count === 1) return 'once'
  return count === 2 ? 'twice' : `${count} times`
}
