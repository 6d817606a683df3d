/** What the demo model can do. */
import type { Rule } from './rule.ts'
import { authorArithmetic } from './rules/author-arithmetic.ts'
import { authorCompression } from './rules/author-compression.ts'
import { authorConversation } from './rules/author-conversation.ts'
import { authorEdits, authorRewrite } from './rules/author-edits.ts'
import { authorFollowUps } from './rules/author-follow-ups.ts'
import { authorInput } from './rules/author-input.ts'
import { authorLookup } from './rules/author-lookup.ts'
import { authorMeasures } from './rules/author-measures.ts'
import { authorOrders } from './rules/author-orders.ts'
import { authorReflection } from './rules/author-reflection.ts'
import { authorFront, authorPassage, authorSection } from './rules/author-research.ts'
import { authorSummary } from './rules/author-summary.ts'
import { authorSynthesis } from './rules/author-synthesis.ts'
import { authorThought } from './rules/author-thought.ts'
import { authorTwentyFour } from './rules/author-twenty-four.ts'
import { authorWaves } from './rules/author-waves.ts'
import { givenAnswer } from './rules/given-answer.ts'
import { judgeClaims } from './rules/judge-claims.ts'
import { judgeConfidence } from './rules/judge-confidence.ts'
import { judgeCritic } from './rules/judge-critic.ts'
import { judgeEvaluation } from './rules/judge-evaluation.ts'
import { judgeGap } from './rules/judge-gap.ts'
import { judgeScore } from './rules/judge-score.ts'
import { judgeVerdict } from './rules/judge-verdict.ts'
import { judgeWaves } from './rules/judge-waves.ts'
import { plannerArithmetic } from './rules/planner-arithmetic.ts'
import { plannerDecision } from './rules/planner-decision.ts'
import { plannerLookup } from './rules/planner-lookup.ts'
import { plannerOutline, plannerResearch } from './rules/planner-research.ts'
import { plannerRoute } from './rules/planner-route.ts'
import { plannerTasks } from './rules/planner-tasks.ts'
import { plannerTools } from './rules/planner-tools.ts'
import { plannerWaves } from './rules/planner-waves.ts'

/** What the demo model can do, in the order in which the rules are asked. */
export const demoRules: readonly Rule[] = [
  givenAnswer,
  authorPassage,
  authorSection,
  authorFront,
  authorReflection,
  authorRewrite,
  judgeCritic,
  authorSummary,
  authorWaves,
  authorSynthesis,
  authorTwentyFour,
  authorMeasures,
  authorOrders,
  authorFollowUps,
  authorArithmetic,
  authorLookup,
  authorThought,
  judgeVerdict,
  judgeScore,
  judgeConfidence,
  judgeClaims,
  authorEdits,
  plannerArithmetic,
  plannerLookup,
  plannerRoute,
  plannerTasks,
  plannerOutline,
  plannerResearch,
  judgeGap,
  plannerTools,
  plannerWaves,
  judgeWaves,
  authorInput,
  judgeEvaluation,
  plannerDecision,
  authorCompression,
  authorConversation,
]
