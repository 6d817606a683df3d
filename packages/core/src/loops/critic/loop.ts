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
 * that fails refutes nothing and verifies nothing; without tools the draft is returned unchecked.
 */
import type { LoopEnd } from '../../kernel/context.ts'
import { defineLoop } from '../../kernel/loop.ts'
import { direct } from '../direct.ts'
import { checksFor } from './critique.ts'
import { uncheckedEnd, unreadableEnd, verifiedEnd, type Work } from './ends.ts'
import { evidenceText, gather } from './evidence.ts'
import { prompts } from './prompts.ts'
import { revised, rewritten } from './revision.ts'
import { config } from './schema.ts'

const exampleGoal = 'What is 17 * 6 + 14?'

function textOf({ answer }: LoopEnd): string {
  if (typeof answer !== 'string') return answer === null ? '' : JSON.stringify(answer)
  return answer.trim() === '' ? '' : answer
}

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
    const revise = spanEdits ? revised : rewritten
    ctx.phase('executing')
    // The draft is a text whatever form the answer has to take in the end.
    const { output: _, ...plainTask } = task
    const drafted = await ctx.runLoop(draft.loop, plainTask, { config: draft.config, label: 'draft' })
    let work: Work = { text: textOf(drafted), checks: [], shown: new Map(), rounds: 0 }
    if (work.text === '' || ctx.tools.length === 0) return uncheckedEnd(ctx, drafted, work.text)
    ctx.propose(work.text, 0)

    while (work.rounds < maxCritiqueRounds) {
      const before = work.text
      work = { ...work, rounds: work.rounds + 1 }
      ctx.phase('evaluating')
      const critique = await checksFor(ctx, task.goal, before)
      if (!critique.ok) return unreadableEnd(work, critique.fault)
      if (critique.value.length === 0) return verifiedEnd(drafted, work)
      const shown = await gather(ctx, critique.value, work.shown)

      ctx.phase('deciding')
      const given = { task: task.goal, draft: before, evidence: evidenceText(critique.value, shown) }
      const text = await revise(ctx, given)
      if (text === undefined) return unreadableEnd(work)
      work = { ...work, text, shown, checks: [...work.checks, ...critique.value] }
      if (text === before) return verifiedEnd(drafted, work)
      ctx.propose(text, work.rounds)
    }
    return { answer: work.text, outcome: 'limit:turns', details: { stop: 'limit', rounds: work.rounds } }
  },
})
