/** Sessions whose results are remembered. */
import { react } from '@gyre/core'
import { calls, callsAll, says } from '@gyre/core/testing'
import { loopOf } from './kernel.ts'
import { look, put } from './loop-scenarios.ts'
import type { Scenario } from './scenario.ts'

/** Remembers each word of its task, and has another loop look around. */
const learner = loopOf('learner', async (ctx, { goal }) => {
  const known = await ctx.recall(goal)
  for (const word of goal.split(' ')) await ctx.remember({ text: word, kind: 'step', expiresInMs: 1000 })
  const end = await ctx.runLoop(react, 'Look around.', { label: 'look' })
  return `${known.length} before, ${end.answer}`
})

export const memoryScenarios: readonly Scenario[] = [
  {
    name: 'a result that is remembered',
    loop: react,
    task: 'Tidy up.',
    tools: ['look', 'put'],
    remembers: { expiresInMs: 86_400_000 },
    replies: { 'think#1': callsAll(look('left'), put('cup')), 'think#2': says('All is tidy.') },
    end: { answer: 'All is tidy.', outcome: 'answered' },
  },
  {
    name: 'a result at a limit that is remembered',
    loop: react,
    task: 'Look around.',
    options: { budget: { modelCalls: 2 } },
    tools: ['look'],
    remembers: {},
    replies: { 'think#1': calls('look', { name: 'left' }), 'wrap-up#1': says('Only the left.') },
    end: { answer: 'Only the left.', outcome: 'limit:calls' },
  },
  {
    name: 'steps and a result that are remembered',
    loop: learner,
    task: 'dig fill',
    tools: ['look'],
    remembers: {},
    replies: { 'look#1/react/think#1': calls('look', { name: 'left' }), 'look#1/react/think#2': says('seen') },
    end: { answer: '0 before, seen', outcome: 'answered' },
  },
]
