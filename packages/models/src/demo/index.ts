/** The rules of the demo model, and the engine they run on, for models that decide by other rules or make mistakes. */
export type {
  Answer,
  ClaimCheck,
  Decision,
  Edit,
  Findings,
  PlannedCall,
  PlannedStep,
  Result,
} from './decision.ts'
export { demoRules } from './demo-rules.ts'
export type { Attempt, Exchange, Question } from './reading/exchange.ts'
export type { Material } from './reading/material-parts.ts'
export type { Purpose } from './reading/purpose.ts'
export { type Reading, readRequest } from './reading/reading.ts'
export type { ReplyForm, Wanted } from './reading/reply-form.ts'
export type { Rule, RuleContext } from './rule.ts'
export { type DecisionHook, type HookContext, type RuleEngineOptions, ruleEngine } from './rule-engine.ts'
export {
  type ArithmeticSymbol,
  arithmeticSymbols,
  combineRationals,
  compareRationals,
  isSameRational,
  type Rational,
  showRational,
  wholeRational,
} from './twenty-four/fractions.ts'
