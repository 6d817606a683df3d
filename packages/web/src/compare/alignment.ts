/**
 * Two sessions step by step: which steps are shared, the same, different, or in one of them alone.
 *
 * What a fork took over from its source is the same fact, of the same time, in both: it is shared, and paid once. The rest is
 * paired by path, kind and tool, in the order of both; what only came in another order, as branches at once do, is paired too.
 */
import { finishedStep, isShown } from '@gyre/core/view'
import { saidInFull } from '../session/plain-text.ts'
import type { Step } from '../session/session-log.ts'

export type RowState = 'same' | 'differs' | 'only-a' | 'only-b' | 'stubbed'

export type AlignedRow = {
  readonly state: RowState
  readonly a: Step | null
  readonly b: Step | null
}

export type Alignment = {
  /** The steps both begin with, recorded once. */
  readonly shared: readonly Step[]
  readonly rows: readonly AlignedRow[]
}

/** In pieces that are short for any sessions: two of 10 000 steps, at once, would keep a page from drawing. */
export function* aligning(a: readonly Step[], b: readonly Step[]): Generator<undefined, Alignment> {
  const [first, second] = [a.filter(isWorthARow), b.filter(isWorthARow)]
  yield
  const count = sharedSteps(first, second)
  return { shared: first.slice(0, count), rows: yield* pairing(first.slice(count), second.slice(count)) }
}

function isWorthARow({ fact }: Step): boolean {
  return isShown(fact)
}

function sharedSteps(a: readonly Step[], b: readonly Step[]): number {
  const end = a.findIndex((step, at) => !isSameFact(step, b[at]))
  return end === -1 ? a.length : end
}

function isSameFact(a: Step, b: Step | undefined): boolean {
  return b !== undefined && a.endedAt === b.endedAt && keyOf(a) === keyOf(b)
}

function keyOf({ path, kind, tool }: Step): string {
  return `${path} ${kind} ${tool ?? ''}`
}

/** What two steps say is put together for each pair: that is most of the work. */
const rowsAtOnce = 200

type Pair = { readonly a: Step | null; readonly b: Step | null }

/** In the order of the first; what is in the second alone stands before the next step that both have in the same order. */
function* pairing(a: readonly Step[], b: readonly Step[]): Generator<undefined, readonly AlignedRow[]> {
  const partners = partnersOf(a, b)
  yield
  const taken = new Set(partners.values())
  const anchors = new Set(longestRise(partners))
  const pairs: Pair[] = []
  let told = 0
  const tellSecond = (until: number) => {
    for (; told < until; told++) if (!taken.has(told)) pairs.push({ a: null, b: b[told] ?? null })
  }
  for (const [at, step] of a.entries()) {
    const partner = partners.get(at)
    if (partner !== undefined && anchors.has(at)) tellSecond(partner)
    pairs.push({ a: step, b: partner === undefined ? null : (b[partner] ?? null) })
  }
  tellSecond(b.length)
  yield
  const rows: AlignedRow[] = []
  for (const pair of pairs) {
    rows.push({ ...pair, state: stateOf(pair) })
    if (rows.length % rowsAtOnce === 0) yield
  }
  return rows
}

/** Which step of the second belongs to which of the first, by their places: the first of a name with the first, and so on. */
function partnersOf(a: readonly Step[], b: readonly Step[]): ReadonlyMap<number, number> {
  const places = Map.groupBy(b.keys(), (at) => keyOf(b[at] as Step))
  const used = new Map<string, number>()
  const partners = new Map<number, number>()
  for (const [at, step] of a.entries()) {
    const key = keyOf(step)
    const count = used.get(key) ?? 0
    const partner = places.get(key)?.[count]
    if (partner === undefined) continue
    partners.set(at, partner)
    used.set(key, count + 1)
  }
  return partners
}

/** The most places whose partners come one after the other as well. */
function longestRise(partners: ReadonlyMap<number, number>): readonly number[] {
  const places = [...partners.keys()]
  const partner = (place: number | undefined) => partners.get(place ?? -1) ?? -1
  /** For each length, the place that ends such a rise earliest; and what stands before a place in its rise. */
  const ends: number[] = []
  const before = new Map<number, number | undefined>()
  for (const place of places) {
    const length = firstNotBelow(ends, (end) => partner(end), partner(place))
    before.set(place, ends[length - 1])
    ends[length] = place
  }
  const rise: number[] = []
  for (let place = ends.at(-1); place !== undefined; place = before.get(place)) rise.push(place)
  return rise
}

/** By halves: the first whose value is not below this one. */
function firstNotBelow(sorted: readonly number[], amount: (item: number) => number, value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (amount(sorted[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return low
}

function stateOf({ a, b }: Pair): RowState {
  if (!a) return 'only-b'
  if (!b) return 'only-a'
  if (isStubbed(a) || isStubbed(b)) return 'stubbed'
  return exactTextOf(a) === exactTextOf(b) && a.state === b.state ? 'same' : 'differs'
}

/** Whether a call was not made a second time: what it gave in the source of the fork stands in. */
export function isStubbed({ fact }: Step): boolean {
  return fact.data['stubbed'] === true
}

/** A step stays as it is, and sessions are held against each other again with every step that comes. */
const toldOf = new WeakMap<Step, string>()

/** What a step did, to the letter: what tells one from another. */
function exactTextOf(step: Step): string {
  const known = toldOf.get(step)
  if (known !== undefined) return known
  const { said } = finishedStep(step.fact, step.seq)
  toldOf.set(step, said)
  return said
}

/** What a step did, as a person is told of it. */
export function textOf({ fact }: Step): string {
  return saidInFull(fact)
}

/** What two steps did, in words that differ where they do: to the letter if it takes that. */
export function textsOf(a: Step, b: Step): readonly [string, string] {
  const texts = [textOf(a), textOf(b)] as const
  return texts[0] === texts[1] ? [exactTextOf(a), exactTextOf(b)] : texts
}

export type RowCounts = Readonly<Record<RowState, number>>

export function countRows(rows: readonly AlignedRow[]): RowCounts {
  const counts = { same: 0, differs: 0, 'only-a': 0, 'only-b': 0, stubbed: 0 }
  for (const { state } of rows) counts[state] += 1
  return counts
}
