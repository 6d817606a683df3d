/** When research ends, and why. */
import { totalCoverage } from './coverage.ts'
import { smoothedGain } from './gain.ts'

/** In the order in which they are looked at. The first two come from outside. */
export type StopReason = 'budget' | 'cancelled' | 'covered' | 'diminishing' | 'exhausted' | 'no_progress' | 'max_cycles'

export type CycleFacts = {
  /** Done so far. */
  readonly cycles: number
  /** Of each topic. */
  readonly coverage: readonly number[]
  /** Of each topic: whether searches find nothing more for it. */
  readonly exhausted: readonly boolean[]
  /** Of each cycle. */
  readonly gains: readonly number[]
  /** Chunks that each cycle added. */
  readonly accepted: readonly number[]
  /** The share of what there is that was not seen yet, as far as it can be told. */
  readonly unseen: number
  /** Whether there is a topic outside the outline that nothing was searched for yet. */
  readonly hasUntriedLatent: boolean
}

export type StopSettings = {
  readonly maxCycles: number
  readonly minCycles: number
  /** So many cycles in a row must bring too little. */
  readonly patience: number
  /** A gain below it is too little. */
  readonly epsilon: number
  /** The coverage from which a topic is covered. */
  readonly coverAt: number
  /** False: only `maxCycles` ends it. */
  readonly isNumeric: boolean
}

/** With more than this unseen, a few poor cycles are bad luck rather than the end. */
const mostUnseen = 0.2

/** Cycles in a row without a single new chunk, after which the next brings none either. */
const emptyCycles = 2

/** Undefined: go on. */
export function stopReason(facts: CycleFacts, settings: StopSettings): StopReason | undefined {
  const reason = settings.isNumeric ? numericReason(facts, settings) : undefined
  return reason ?? (facts.cycles >= settings.maxCycles ? 'max_cycles' : undefined)
}

function numericReason(facts: CycleFacts, settings: StopSettings): StopReason | undefined {
  const enough = reasonOfEnough(facts, settings)
  // A topic that nobody has looked at yet is a reason to go on, however much is known of the others.
  if (enough && !facts.hasUntriedLatent) return enough
  return isWithoutProgress(facts) ? 'no_progress' : undefined
}

function reasonOfEnough(facts: CycleFacts, settings: StopSettings): StopReason | undefined {
  if (isCovered(facts, settings)) return 'covered'
  if (isDiminishing(facts, settings)) return 'diminishing'
  return isExhausted(facts, settings) ? 'exhausted' : undefined
}

/** All of them: what searches find nothing more for is not covered by that. */
function isCovered({ coverage }: CycleFacts, { coverAt }: StopSettings): boolean {
  return coverage.length > 0 && coverage.every((each) => each >= coverAt)
}

function isExhausted(facts: CycleFacts, { coverAt }: StopSettings): boolean {
  return facts.exhausted.includes(true) && openTopics(facts, coverAt).length === 0
}

/** Those that lack something which searches may still find. */
function openTopics({ coverage, exhausted }: CycleFacts, coverAt: number): readonly number[] {
  return coverage.filter((each, topic) => each < coverAt && exhausted[topic] !== true)
}

function isDiminishing(facts: CycleFacts, { minCycles, patience, epsilon }: StopSettings): boolean {
  if (facts.cycles < minCycles || facts.unseen >= mostUnseen) return false
  const last = lastSmoothed(facts.gains, patience)
  return last.length === patience && last.every((gain) => gain < epsilon)
}

/** The smoothed gain as it was after each of the last cycles. */
function lastSmoothed(gains: readonly number[], count: number): readonly number[] {
  return gains.map((_, at) => smoothedGain(gains.slice(0, at + 1))).slice(-count)
}

function isWithoutProgress({ accepted }: CycleFacts): boolean {
  return accepted.length >= emptyCycles && accepted.slice(-emptyCycles).every((chunks) => chunks === 0)
}

/** One sentence for people, with the numbers that decided it. */
export function whyStopped(reason: StopReason, facts: CycleFacts, settings: StopSettings): string {
  return sentences[reason](facts, settings)
}

const sentences: Readonly<Record<StopReason, (facts: CycleFacts, settings: StopSettings) => string>> = {
  budget: (facts) => `The budget was spent after ${cyclesOf(facts.cycles)}, at a coverage of ${total(facts)}.`,
  cancelled: (facts) => `It was cancelled after ${cyclesOf(facts.cycles)}, at a coverage of ${total(facts)}.`,
  covered: ({ coverage }, { coverAt }) => {
    return `The least covered topic is at ${shown(Math.min(...coverage))}, not below ${shown(coverAt)}.`
  },
  diminishing: ({ gains }, { patience, epsilon }) => {
    const last = lastSmoothed(gains, patience)
    return `The smoothed gain was ${listed(last.map(shown))} in the last ${cyclesOf(last.length)}, below ${epsilon}.`
  },
  exhausted: ({ coverage }, { coverAt }) => {
    const givenUp = coverage.filter((each) => each < coverAt).length
    return `Searches find nothing more for ${givenUp} of ${topicsOf(coverage.length)}.`
  },
  no_progress: () => `The last ${cyclesOf(emptyCycles)} found nothing new.`,
  max_cycles: (facts, { maxCycles }) => {
    return `It did ${cyclesOf(facts.cycles)}, of at most ${maxCycles}, and reached a coverage of ${total(facts)}.`
  },
}

function total({ coverage }: CycleFacts): string {
  return shown(totalCoverage(coverage))
}

/** Cut rather than rounded: what is below a limit must not look as if it were the limit. */
function shown(value: number): string {
  // 0.4 may be a sum that came out a little below it.
  return String(Math.floor(value * 1_000 + 1e-9) / 1_000)
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

function cyclesOf(count: number): string {
  return count === 1 ? '1 cycle' : `${count} cycles`
}

function topicsOf(count: number): string {
  return count === 1 ? '1 topic' : `${count} topics`
}
