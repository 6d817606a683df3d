/** Maximal marginal relevance: what is chosen next is relevant, and not said by what was chosen before. */
import { Turns } from '../turns.ts'

export type Candidate = {
  readonly id: string
  /** On any scale; higher is better. */
  readonly relevance: number
  /** What is like another is told by these; one without is like nothing. */
  readonly vector: Float32Array | undefined
}

/** How much relevance counts; the rest is for being different. */
const relevanceShare = 0.7

/** From here on two texts are the same one. */
const sameText = 0.9999

type Open = {
  readonly candidate: Candidate
  readonly relevance: number
  /** Of its vector. */
  readonly length: number
  likeness: number
}

/** Ids of the chosen ones in their order, the most relevant first. */
export async function chooseVaried(candidates: readonly Candidate[], count: number): Promise<readonly string[]> {
  const open = withinOne(candidates)
  const chosen: string[] = []
  const turns = new Turns()
  while (chosen.length < count) {
    const next = bestOf(open)
    if (next === undefined) break
    chosen.push(next.candidate.id)
    open.delete(next)
    for (const each of open) each.likeness = Math.max(each.likeness, cosine(each, next))
    if (turns.isOver) await turns.give()
  }
  return chosen
}

/** Relevance from 0 to 1, whatever its scale was. */
function withinOne(candidates: readonly Candidate[]): Set<Open> {
  const all = candidates.map(({ relevance }) => relevance)
  const least = Math.min(...all)
  const span = Math.max(...all) - least
  return new Set(
    candidates.map((candidate) => ({
      candidate,
      relevance: span > 0 ? (candidate.relevance - least) / span : 1,
      length: Math.sqrt(dotOf(candidate.vector, candidate.vector)),
      likeness: 0,
    })),
  )
}

function bestOf(open: ReadonlySet<Open>): Open | undefined {
  let best: Open | undefined
  for (const each of open) if (best === undefined || goesBefore(each, best)) best = each
  return best
}

/** The same text again comes after all others, however relevant it is. */
function goesBefore(one: Open, other: Open): boolean {
  const again = Number(one.likeness >= sameText) - Number(other.likeness >= sameText)
  if (again !== 0) return again < 0
  const difference = marginOf(one) - marginOf(other) || one.candidate.relevance - other.candidate.relevance
  return difference === 0 ? one.candidate.id < other.candidate.id : difference > 0
}

function marginOf({ relevance, likeness }: Open): number {
  return relevanceShare * relevance - (1 - relevanceShare) * likeness
}

/** 0 where there is no direction to compare. */
function cosine(one: Open, other: Open): number {
  const likeness = dotOf(one.candidate.vector, other.candidate.vector) / (one.length * other.length)
  return Number.isFinite(likeness) ? likeness : 0
}

function dotOf(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (a === undefined || a.length !== b?.length) return 0
  let dot = 0
  for (let at = 0; at < a.length; at++) dot += (a[at] as number) * (b[at] as number)
  return dot
}
