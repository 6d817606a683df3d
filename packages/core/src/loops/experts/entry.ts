/** What is known of experts without running it. Its algorithm, loop.ts, is loaded before a session that may run it. */
import { defineLoop } from '../../kernel/loop.ts'
import { react } from '../react.ts'
import { config } from './config.ts'
import { prompts } from './prompts.ts'

/** Divides the task among experts and tools, merges what they give, and plans again for the gap that is left. */
export const experts = defineLoop({
  name: 'experts',
  version: 1,
  summary: 'Divide the task among experts and tools, merge their results, and plan again for what is missing.',
  paper: 'https://arxiv.org/abs/2406.04692',
  config,
  prompts,
  uses: [react],
  traits: {
    minCalls: '3',
    multiArgTools: true,
    selfCorrects: true,
    auditablePlan: true,
    worksWithoutTools: true,
    bestFor: 'several kinds of expertise for one answer',
    signals: ['experts', 'perspectives', 'compare', 'both', 'as well as', 'pros and cons'],
  },
  example: { goal: 'What is 17 * 6 + 14?', args: ['-l', 'experts', 'What is 17 * 6 + 14?'] },

  load: () => import('./loop.ts'),
})
