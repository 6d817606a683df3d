/**
 * The demo model: rules, no network, no key.
 *
 * A way to see every loop work on a fresh machine, never a fake of a real model. It sees only the
 * request: the task, the tools offered, the markers of the protocol. Outside what it can do it says so.
 */
import type { Model } from '@gyre/core'
import type { Rule } from './rule.ts'
import { ruleEngine } from './rule-engine.ts'
import { authorArithmetic } from './rules/author-arithmetic.ts'
import { authorConversation } from './rules/author-conversation.ts'
import { givenAnswer } from './rules/given-answer.ts'

/** What the demo model can do, in the order in which the rules are asked. */
export const demoRules: readonly Rule[] = [givenAnswer, authorArithmetic, authorConversation]

export const demoModel: Model = ruleEngine({ rules: demoRules })
