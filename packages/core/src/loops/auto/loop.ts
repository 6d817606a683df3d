/**
 * Auto: the cheapest loop that fits, then a dearer one as long as a judge doubts the answer.
 *
 *     loop, why <- rules(goal, tools) or, where they are not clear, model(goal, tools, loops)
 *     for attempt = 0 .. maxEscalations
 *       answer <- loop(goal + earlier answers that are doubted)
 *       confidence <- judge(goal, answer)
 *       if confidence >= minConfidence: return answer
 *       loop <- the next dearer one
 *     return the answer of the highest confidence
 *
 * There is no paper: the table of loops and what each is good for is the algorithm. Rules come before the model, for
 * they cost nothing. A judgement that does not come or cannot be read is none: the answer is not taken for good.
 */
import { GyreError } from '../../errors.ts'
import { defineLoop } from '../../kernel/loop.ts'
import { table } from '../table.ts'
import { type Attempt, answerOf, bestOf, pathOf, resultOf, stopOf } from './attempt.ts'
import { fittingLoops, nextLoop } from './candidates.ts'
import { firstChoice } from './first-choice.ts'
import { prompts } from './prompts.ts'
import type { Choice } from './router.ts'
import { config } from './schema.ts'
import { tryLoop } from './trial.ts'

/** Chooses the cheapest loop that fits, and goes on to a dearer one while a judge doubts the answer. */
export const auto = defineLoop({
  name: 'auto',
  version: 1,
  summary: 'Choose the cheapest loop that fits, and a dearer one while the answer is doubted.',
  paper: null,
  config,
  prompts,
  uses: table,
  traits: {
    minCalls: '2',
    multiArgTools: true,
    selfCorrects: true,
    auditablePlan: false,
    worksWithoutTools: true,
    bestFor: 'goals of all kinds, when nobody chooses for each',
    signals: ['whatever it takes', 'choose for me'],
  },
  example: { goal: 'What is 17 * 6 + 14?', args: ['-l', 'auto', 'What is 17 * 6 + 14?'] },

  async run(ctx, task, { route, candidates, ...limits }) {
    const loops = fittingLoops(ctx.loops, { tools: ctx.tools.map(({ name }) => name), candidates })
    if (loops.length === 0) throw new GyreError('loop-unknown', 'There is no loop to choose that works without tools.')
    const tried: Attempt[] = []

    let choice: Choice | undefined = await firstChoice(ctx, task, { loops, route })
    while (choice) {
      ctx.note('choice', choice)
      const { config = {} } = candidates.find(({ loop }) => loop === choice?.loop) ?? {}
      const attempt = await tryLoop(ctx, task, { choice, config, tried })
      tried.push(attempt)
      ctx.note('path', pathOf(tried))
      if (bestOf(tried) === attempt) ctx.propose(answerOf(attempt), attempt.confidence)

      ctx.phase('deciding')
      const stop = stopOf(tried, attempt, limits)
      if (stop) return resultOf(tried, stop)
      choice = nextLoop(loops, attempt)
    }
    return resultOf(tried, 'exhausted')
  },
})
