/** What is known of waves without running it. Its algorithm, loop.ts, is loaded before a session that may run it. */
import { defineLoop } from '../../kernel/loop.ts'
import { config } from './config.ts'
import { prompts } from './prompts.ts'

const goal = 'What are 17 * 6 and 14 * 3, and what is the sum of both?'

/** Plans the next calls from the results so far, makes them side by side, repeats, then writes the answer. */
export const waves = defineLoop({
  name: 'waves',
  version: 1,
  summary: 'Plan the next wave of tool calls from the results so far, make them side by side, then answer.',
  paper: 'https://arxiv.org/abs/2312.04511',
  config,
  prompts,
  traits: {
    minCalls: '2',
    multiArgTools: true,
    selfCorrects: true,
    auditablePlan: true,
    worksWithoutTools: false,
    bestFor: 'lookups whose arguments depend on each other',
    signals: ['availability', 'available on', 'available for', 'and also', 'for each of', 'at the same time'],
  },
  example: { goal, args: ['-l', 'waves', goal] },

  load: () => import('./loop.ts'),
})
