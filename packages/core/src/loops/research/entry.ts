/** What is known of research without running it. Its algorithm, loop.ts, is loaded before a session that may run it. */
import { defineLoop } from '../../kernel/loop.ts'
import { config } from './config.ts'
import { prompts } from './prompts.ts'

const exampleGoal = 'How did the people of the Sound of Aldery light, cross and power their waters?'

/** Writes a report in which every sentence is held against its sources, and stops for a reason in numbers. */
export const research = defineLoop({
  name: 'research',
  version: 1,
  summary: 'Search, read and measure, round by round, then write a report whose sources are checked.',
  paper: 'https://arxiv.org/abs/2212.10496',
  config,
  prompts,
  traits: {
    minCalls: '5',
    multiArgTools: true,
    selfCorrects: true,
    auditablePlan: true,
    worksWithoutTools: false,
    needsAnyOf: ['web.search', 'knowledge.search'],
    bestFor: 'a report with sources',
    signals: ['report', 'research', 'sources', 'overview of', 'survey', 'state of the art', 'literature'],
  },
  example: { goal: exampleGoal, args: ['-l', 'research', exampleGoal] },
  reserve: 0.15,

  load: () => import('./loop.ts'),
})
