/** A way to research synthetic webs, and what came of it in one of them. */
import type { Competence } from '../../competence.ts'
import type { InventionKind } from '../inventions.ts'
import type { Told } from '../judge.ts'
import type { VerifierScore } from '../verifier-score.ts'
import type { WebWorldOptions } from '../web-world.ts'

export type WebArm = {
  /** Its own in a run of the lab. */
  readonly name: string
  readonly config: object
  readonly world: Omit<WebWorldOptions, 'seed'>
  readonly competence: Competence
  /** An arm before it: it may spend as many tokens and tool calls as that one did in the same web. */
  readonly asMuchAs?: string
}

/** How many there are of each kind. */
export type InventionCounts = Readonly<Record<InventionKind, number>>

export type WebResult = {
  readonly evidence: Told
  readonly report: Told
  /** The topic that nobody asked for showed up, and was taken up. */
  readonly isHiddenFound: boolean
  readonly rounds: number
  /** Those after the last one that brought a fact. */
  readonly lateRounds: number
  readonly stop: string
  readonly tokens: number
  readonly modelCalls: number
  readonly toolCalls: number
  readonly invalidCitations: number
  /** What is made up in the first drafts; what of that stands in the report with a mark, and without one. */
  readonly made: InventionCounts
  readonly marked: InventionCounts
  readonly survived: InventionCounts
  /** What was made up, found out, and not told of. */
  readonly unlisted: number
  readonly verifier: VerifierScore
}

/** Of each arm, in the order of the webs. */
export type WebResults = ReadonlyMap<string, readonly WebResult[]>
