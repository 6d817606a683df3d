/**
 * CRITIC: draft, check the claims of the draft with tools, mend what the evidence refutes.
 *
 * Gou et al. 2023, "CRITIC: Large Language Models Can Self-Correct with Tool-Interactive Critiquing".
 * https://arxiv.org/abs/2305.11738
 *
 *     text <- draft(goal)
 *     for round = 1 .. maxCritiqueRounds
 *       claims <- judge(goal, text, tools)
 *       if VERIFIED: return text
 *       evidence <- tools(claims)
 *       edits <- model(goal, text, evidence)
 *       if no edits: return text
 *       text <- text with the edits
 *     return text
 *
 * Unlike the paper, a revision is a list of edits that code applies, so that what was right stays as it was. A check
 * that fails refutes nothing and verifies nothing; without tools the draft is returned unchecked, and so is a text
 * whose judge or author fails. Only tools that change nothing are used.
 */
import type { LoopEnd } from '../../kernel/context.ts'
import { defineLoop } from '../../kernel/loop.ts'
import { direct } from '../direct.ts'
import { critiqueOf } from './critique.ts'
import { hinderedEnd, limitEnd, uncheckedEnd, verifiedEnd } from './ends.ts'
import { checkersOf, evidenceText, gather } from './evidence.ts'
import type { Work } from './open-claims.ts'
import { prompts } from './prompts.ts'
import { revisionOf } from './revision.ts'
import { config } from './schema.ts'

const exampleGoal = 'What is 17 * 6 + 14?'

function textOf({ answer }: LoopEnd): string {
  if (typeof answer !== 'string') return answer === null ? '' : JSON.stringify(answer)
  return answer.trim() === '' ? '' : answer
}

/** Drafts, checks the claims of the draft with tools, and mends what the evidence refutes. */
export const critic = defineLoop({
  name: 'critic',
  version: 1,
  summary: 'Draft, check the claims with tools, mend what the evidence refutes.',
  paper: 'https://arxiv.org/abs/2305.11738',
  config,
  prompts,
  uses: [direct],
  traits: {
    minCalls: '2',
    multiArgTools: true,
    selfCorrects: true,
    auditablePlan: false,
    worksWithoutTools: false,
    bestFor: 'factual claims that tools can verify',
    signals: ['verify', 'fact-check', 'is it true', 'check whether', 'correct'],
  },
  example: { goal: exampleGoal, args: ['-l', 'critic', exampleGoal] },

  async run(ctx, task, { maxCritiqueRounds, draft, spanEdits }) {
    ctx.phase('executing')
    // The draft is a text whatever form the answer has to take in the end.
    const { output: _, ...plainTask } = task
    const drafted = await ctx.runLoop(draft.loop, plainTask, { config: draft.config, label: 'draft' })
    let work: Work = { text: textOf(drafted), checks: [], shown: new Map(), leftOver: [], rounds: 0 }
    if (work.text === '' || checkersOf(ctx).length === 0) return uncheckedEnd(ctx, drafted, work.text)
    ctx.propose(work.text, 0)

    while (work.rounds < maxCritiqueRounds) {
      const before = work.text
      work = { ...work, rounds: work.rounds + 1 }
      ctx.phase('evaluating')
      const critique = await critiqueOf(ctx, task, before)
      if (!critique.ok) return hinderedEnd(drafted, work, critique)
      const { checks, leftOver } = critique.value
      work = { ...work, leftOver: [...work.leftOver, ...leftOver] }
      if (checks.length === 0) return verifiedEnd(drafted, work)
      const shown = await gather(ctx, checks, work.shown)
      work = { ...work, shown, checks: [...work.checks, ...checks] }

      ctx.phase('deciding')
      const evidence = evidenceText(checks, shown)
      const revision = await revisionOf(ctx, task, { draft: before, evidence }, spanEdits)
      if (!revision.ok) return hinderedEnd(drafted, work, revision)
      const { text, leftOver: unmended } = revision.value
      work = { ...work, text, leftOver: [...work.leftOver, ...unmended] }
      if (text === before) return verifiedEnd(drafted, work)
      ctx.propose(text, work.rounds)
    }
    return limitEnd(drafted, work)
  },
})
