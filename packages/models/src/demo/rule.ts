/** A rule of the demo model: one kind of task it can really do. */
import type { Decision } from './decision.ts'
import type { Question } from './reading/exchange.ts'
import type { Purpose } from './reading/purpose.ts'
import type { Reading } from './reading/reading.ts'

/** One kind of task that the rule engine can do. */
export type Rule = {
  readonly name: string
  /** What it is asked for; for everything when left out. */
  readonly purposes?: readonly Purpose[]
  /** What it can do, to go on after `I can`; none when it is no reason to ask. */
  readonly ability?: string
  /** Undefined when the question is not its business: the next rule is asked, then all of them for an older question. */
  decide(question: Question, reading: Reading, engine: RuleContext): Decision | undefined
}

/** What a rule is told of the engine it is part of. */
export type RuleContext = {
  /** What the model is and can do, as it says it to people. */
  readonly introduction: string
}
