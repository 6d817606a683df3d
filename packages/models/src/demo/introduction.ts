/** What the model says of itself: everywhere it is asked for more than its rules can do. */
import type { Rule } from './rule.ts'

export function introductionOf(rules: readonly Rule[]): string {
  const abilities = rules.flatMap(({ ability }) => (ability === undefined ? [] : [ability]))
  const can = abilities.length === 0 ? '' : ` I can ${abilities.join('; ')}.`
  return `I am the offline demo model: a set of rules, not a language model.${can} Give Gyre a real model for anything else.`
}
