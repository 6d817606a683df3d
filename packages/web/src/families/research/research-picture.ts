/** Research: how well each topic is covered after each cycle, what each cycle gained, and why it stopped. */
import type { Json } from '@gyre/core'
import { numberIn, numberOf, objectOf, objectsOf, textOf, textsOf } from '../loop/json-values.ts'
import type { LoopSlice } from '../loop/loop-slice.ts'

export type TopicStatus = 'covered' | 'exhausted' | 'budget' | 'open'

export type Topic = {
  readonly title: string
  readonly subtopics: readonly string[]
  /** Who wanted it: the first outline, the planner of a later cycle, or what was found. */
  readonly origin: 'outline' | 'planner' | 'latent'
  /** After each cycle; null before it was a topic. */
  readonly values: readonly (number | null)[]
  readonly status: TopicStatus
  /** Passages, sources and searches; null as long as nobody counted. */
  readonly found: { readonly passages: number; readonly sources: number; readonly searches: number } | null
}

export type Cycle = {
  readonly number: number
  readonly gain: number
  /** Evened out over the cycles so far: what the rule looks at. */
  readonly smoothed: number
  readonly total: number
  readonly accepted: number
  readonly unseen: number
}

export type ResearchSettings = {
  readonly maxCycles: number
  readonly minCycles: number
  readonly patience: number
  readonly leastGain: number
  readonly coverAt: number
  /** False: only `maxCycles` ends it. */
  readonly isNumeric: boolean
}

export type ResearchPicture = {
  readonly topics: readonly Topic[]
  readonly cycles: readonly Cycle[]
  readonly settings: ResearchSettings
  /** The cycle that is under way; null when none is. */
  readonly current: number | null
  readonly searches: number
  /** Cycles that could not search: they count for nothing. */
  readonly outages: number
  readonly stop: string
  readonly stopWhy: string
  readonly isOver: boolean
  /** How it ended; empty as long as it runs. */
  readonly outcome: string
  /** What it does now; empty when it is over. */
  readonly doing: string
}

export function researchPicture(slice: LoopSlice): ResearchPicture {
  const { end, notes, plans, isOver } = slice
  const cycles = cyclesOf(slice)
  const decided = objectOf(notes.findLast(({ name }) => name === 'decision')?.value)
  const stop = textOf(end?.details['stop']) || textOf(decided['decision'])
  const settings = settingsOf(slice)
  const rounds = notes.filter(({ name }) => name === 'round')
  const topics = topicsOf(slice, settings, stop)
  const current = isOver || stop !== '' || plans.length <= rounds.length ? null : rounds.length + 1
  return {
    topics,
    cycles,
    settings,
    current,
    searches: slice.steps.filter(({ at, kind }) => kind === 'tool' && /(?:^|\/)search#\d+\[\d+\]$/.test(at)).length,
    outages: rounds.filter(({ value }) => objectOf(value)['why'] === 'every search failed').length,
    stop,
    stopWhy: textOf(end?.details['stopWhy']) || textOf(decided['why']),
    isOver,
    outcome: end?.outcome ?? '',
    doing: isOver ? '' : doingOf({ stop, current, isOutlined: topics.length > 0, next: rounds.length + 1 }),
  }
}

type Stage = {
  readonly stop: string
  readonly current: number | null
  readonly isOutlined: boolean
  readonly next: number
}

function doingOf({ stop, current, isOutlined, next }: Stage): string {
  if (stop !== '') return 'writes the report'
  if (current !== null) return `cycle ${current}`
  return isOutlined ? `plans cycle ${next}` : 'draws the outline'
}

function settingsOf({ config }: LoopSlice): ResearchSettings {
  return {
    maxCycles: numberIn(config, 'maxCycles', 5),
    minCycles: numberIn(config, 'minCycles', 2),
    patience: numberIn(config, 'patience', 2),
    leastGain: numberIn(config, 'leastGain', 0.02),
    coverAt: numberIn(config, 'coverAt', 0.8),
    isNumeric: config['numericStop'] !== false,
  }
}

function coverageNotes({ notes }: LoopSlice) {
  return notes.filter(({ name }) => name === 'coverage').map(({ value }) => objectOf(value))
}

function cyclesOf(slice: LoopSlice): readonly Cycle[] {
  let smoothed: number | null = null
  return coverageNotes(slice).map((note) => {
    const gain = numberIn(note, 'gain', 0)
    // Half for the newest, half for all before it, as the rule of the loop has it.
    smoothed = smoothed === null ? gain : 0.5 * gain + 0.5 * smoothed
    return {
      number: numberIn(note, 'cycle', 0),
      gain,
      smoothed,
      total: numberIn(note, 'total', 0),
      accepted: numberIn(note, 'accepted', 0),
      unseen: numberIn(note, 'unseen', 1),
    }
  })
}

/** Of the outline, and whatever joined it since. */
function topicsOf(slice: LoopSlice, { coverAt }: ResearchSettings, stop: string): readonly Topic[] {
  const notes = coverageNotes(slice).map(({ topics }) => valuesIn(topics))
  const outline = objectsOf(objectOf(slice.notes.findLast(({ name }) => name === 'outline')?.value)['topics'])
  const state = objectsOf(objectOf(slice.end?.details['state'])['outline'])
  const ledger = objectsOf(slice.end?.details['ledger'])
  const known = state.length > 0 ? state : outline
  const titles = [
    ...new Set([...known.map(({ title }) => textOf(title)), ...notes.flatMap((values) => [...values.keys()])]),
  ]
  return titles.map((title) => {
    const values = notes.map((each) => each.get(title) ?? null)
    const { subtopics } = known.find((topic) => topic['title'] === title) ?? {}
    const entry = ledger.find((topic) => topic['title'] === title)
    const isLate = outline.every((topic) => topic['title'] !== title)
    const isCovered = (values.at(-1) ?? 0) >= coverAt
    // That all others were given up is what the rule says that ends it so.
    const uncovered = stop === 'exhausted' ? 'exhausted' : 'open'
    return {
      title,
      subtopics: textsOf(subtopics),
      origin: (textOf(entry?.['origin']) || (isLate ? 'planner' : 'outline')) as Topic['origin'],
      values,
      status: (textOf(entry?.['status']) || (isCovered ? 'covered' : uncovered)) as TopicStatus,
      found: entry ? foundIn(entry) : null,
    }
  })
}

function valuesIn(topics: Json | undefined): ReadonlyMap<string, number> {
  return new Map(objectsOf(topics).map(({ topic, coverage }) => [textOf(topic), numberOf(coverage) ?? 0]))
}

function foundIn(entry: ReturnType<typeof objectOf>): NonNullable<Topic['found']> {
  const count = (name: string) => numberIn(entry, name, 0)
  return { passages: count('passages'), sources: count('sources'), searches: count('searches') }
}

/**
 * A coverage, a gain or a share, as the sentence that says why a research stopped has it too: cut rather than rounded, as
 * what is below a limit must not look as if it were the limit.
 */
export function shownMeasure(value: number): string {
  return (Math.floor(value * 1_000 + 1e-9) / 1_000).toFixed(3)
}
