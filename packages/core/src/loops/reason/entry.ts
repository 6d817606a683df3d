/** What is known of reason without running it. Its algorithm, loop.ts, is loaded before a session that may run it. */
import { defineLoop } from '../../kernel/loop.ts'
import { config } from './config.ts'
import { prompts } from './prompts.ts'

const exampleGoal = 'Work out what 17 * 6 is and add 14 to it.'

/** Plans, executes, evaluates and decides, in phases that people can watch, stop and steer. */
export const reason = defineLoop({
  name: 'reason',
  version: 1,
  summary: 'Plan, execute, evaluate and decide, round by round, until the goal is reached.',
  paper: null,
  config,
  prompts,
  traits: {
    minCalls: '4',
    multiArgTools: true,
    selfCorrects: true,
    auditablePlan: true,
    worksWithoutTools: false,
    bestFor: 'a goal to be worked on under supervision',
    signals: ['work on', 'goal', 'investigate', 'monitor', 'under supervision', 'keep me posted'],
  },
  example: { goal: exampleGoal, args: ['-l', 'reason', exampleGoal] },
  limits: ({ maxModelCalls }) => ({ modelCalls: maxModelCalls }),

  load: () => import('./loop.ts'),
})
