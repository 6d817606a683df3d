/** What a verb of `ctx` hands to `step`. */
import type { Json, JsonObject } from '../json.ts'
import type { FactType, StepKind } from '../ports/facts.ts'
import type { Settlement } from '../ports/store.ts'
import type { Amounts } from './amounts.ts'
import type { Hands } from './hands.ts'
import type { ToolOverride } from './intervention.ts'
import type { Unfit } from './overrides.ts'
import type { NewFact } from './session-journal.ts'

/** What an effect gave: all of it plain data, because that is what a replay will see. */
export type Done = {
  readonly result: Json
  readonly data?: JsonObject
  readonly spent?: Amounts
  /** Facts to be written with the record, before it, and interventions they settle. */
  readonly facts?: readonly NewFact[] | undefined
  readonly settle?: readonly Settlement[]
}

export type Verb<T> = {
  readonly kind: StepKind
  readonly path: string
  /** What is asked: compared on replay. */
  readonly request: Json
  /** What it will probably cost: asked when that is reserved, of what was learned by then. */
  readonly need?: () => Amounts
  /** The answer that its own account has kept back: only those further up may refuse it. */
  readonly isLast?: boolean
  /** It asks for more to spend: what is spent does not stand in its way. */
  readonly asksForMore?: boolean
  readonly effect: (hands: Hands) => Promise<Done> | Done
  /** What the loop gets, made of the result; the same way live and on replay. */
  readonly revive: (result: Json, data: JsonObject) => T
  /** What else a replay has to make good, so that what follows finds the same as live. */
  readonly replayed?: (data: JsonObject) => void
  /** Its record need not be durable before the loop goes on: doing it again does no harm. */
  readonly rides?: boolean
  /** One of several that a verb makes at once: its index gives it its place. */
  readonly isPart?: boolean
  /** It only holds other steps: it is not itself work in flight. */
  readonly container?: boolean
  /** It is a step of the plan that was shown last. */
  readonly isPlanned?: boolean
  /** Its result is no text that could hold a secret. */
  readonly isOpaque?: boolean
  readonly fact?: FactType
  /** What a person's result looks like as this verb's. Left out by verbs that take none. */
  readonly byPerson?: (result: Json) => Json | Unfit
  /** The same of a tool call that a person makes; undefined where the tool is not offered. */
  readonly callByPerson?: (override: ToolOverride) => Json | undefined
  /** What is known when the effect ends half way: partial text, tokens spent. */
  readonly partial?: () => Pick<Done, 'data' | 'spent' | 'facts'>
}
