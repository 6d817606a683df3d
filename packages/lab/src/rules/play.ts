/** A rule of the simulated model: what it decides when nothing goes wrong, and what becomes of that when something does. */
import type { Decision, Reading, Rule } from '@gyre/models/demo'
import type { Purpose } from '../simulation/latency.ts'
import type { Odds } from '../simulation/odds.ts'

export type Play = {
  readonly name: string
  /** As long as a call for this takes; as long as one for what the form is for, when left out. */
  readonly takes?: Purpose
  /** Undefined when it is asked for something else. */
  decide(reading: Reading): Decision | undefined
  /** Errs as often as the odds say; truth is used for nothing but whether something is wrong. */
  err?(decision: Decision, reading: Reading, odds: Odds): Decision
}

/** Every request has its task in it: it does not matter which of its questions the engine asks about. */
export function ruleOf({ name, decide }: Play): Rule {
  return { name, decide: (_, reading) => decide(reading) }
}

/** An answer in words. */
export function answered(text: string, thought = 'I have what I need.'): Decision {
  return { kind: 'answer', thought, text, findings: { isKnown: true, question: '', results: [] } }
}
