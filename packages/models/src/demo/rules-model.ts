/** The rules of the demo model, as a model. */
import { demoRules } from './demo-rules.ts'
import { ruleEngine } from './rule-engine.ts'

export const rulesModel = ruleEngine({ rules: demoRules })
