/** What plan-execute meets in the crash tests. */
import { planExecute } from '@gyre/core'
import { calls, callsAll, fails, says } from '@gyre/core/testing'
import { lastText } from './effects.ts'
import { action, look, put, send } from './loop-scenarios.ts'
import type { Drafted } from './plan-execute-runs.ts'
import type { Scenario } from './scenario.ts'

const plan = (...steps: readonly Drafted[]) => says(JSON.stringify({ steps }))
const step = (id: string, ...needs: readonly string[]): Drafted => ({ id, goal: `Tidy ${id}.`, needs })

/** Two steps side by side with tools, and one that needs both. */
const rooms = plan(step('hall'), step('attic'), step('house', 'hall', 'attic'))

export const planExecuteScenarios: readonly Scenario[] = [
  {
    name: 'plan-execute in order',
    loop: planExecute,
    task: { goal: 'Tidy up.', messages: [{ role: 'user', parts: [{ type: 'text', text: 'before' }] }] },
    options: { config: { parallel: false, replan: false, showOutputs: false }, instructions: 'Be short.' },
    tools: ['look', 'send'],
    replies: {
      'plan#1': says('1. Tidy the hall.\n2. Tidy the attic.'),
      'step#1/react/think#1': calls('look', { name: 'hall' }),
      'step#1/react/think#2': (request) => says(`The hall: ${lastText(request)}`),
      'step#2/react/think#1': calls('send', { name: 'note' }),
      'step#2/react/think#2': says('The attic is tidy.'),
      'synthesise#1': says('All is tidy.'),
    },
    end: { answer: 'All is tidy.', outcome: 'answered' },
  },
  {
    name: 'plan-execute with steps side by side',
    loop: planExecute,
    task: 'Tidy up.',
    tools: ['look', 'put', 'send'],
    replies: {
      'plan#1': rooms,
      'level#1[0]/step#1/react/think#1': callsAll(look('hall'), put('cup')),
      'level#1[0]/step#1/react/think#2': says('The hall is tidy.'),
      'level#1[1]/step#1/react/think#1': callsAll(send('note'), look('attic')),
      'level#1[1]/step#1/react/think#2': says('The attic is tidy.'),
      'step#1/react/think#1': calls('look', { name: 'house' }),
      'step#1/react/think#2': says('The house is tidy.'),
      'synthesise#1': (request) => says(`All is tidy: ${lastText(request).split('Tidy').length} mentions.`),
    },
    end: { answer: 'All is tidy: 5 mentions.', outcome: 'answered' },
  },
  {
    name: 'plan-execute in the text protocol, with malformed replies',
    loop: planExecute,
    task: 'Tidy up.',
    options: { config: { step: { loop: 'react', config: { protocol: 'text' } } } },
    tools: ['look', 'put', 'send'],
    replies: {
      'plan#1': says('Let me think.'),
      'plan#1/repair#1': plan(step('hall', 'cellar'), step('attic')),
      'plan#1/repair#2': rooms,
      'level#1[0]/step#1/react/think#1': says('Action:\nAction Input: {"name"'),
      'level#1[0]/step#1/react/think#1/repair#1': says(`Thought: again\n${action('put', 'cup')}`),
      'level#1[0]/step#1/react/think#2': says('Thought: enough\nFINAL_ANSWER: The hall is tidy.'),
      'level#1[1]/step#1/react/think#1': says(`${action('send', 'note')}\nObservation: invented`),
      'level#1[1]/step#1/react/think#2': says('FINAL_ANSWER: The attic is tidy.'),
      'step#1/react/think#1': says('FINAL_ANSWER: The house is tidy.'),
      'synthesise#1': says('All is tidy.'),
    },
    end: { answer: 'All is tidy.', outcome: 'answered' },
  },
  {
    name: 'plan-execute that never gets a plan, and steps that run out of turns',
    loop: planExecute,
    task: 'Look around.',
    options: { config: { maxStepIterations: 2 } },
    tools: ['look'],
    replies: {
      'plan#1': says('No.'),
      'plan#1/repair#1': says('Never.'),
      'plan#1/repair#2': says(''),
      'step#1/react/think#1': calls('look', { name: 'left' }),
      'step#1/react/think#2': calls('look', { name: 'right' }),
      'step#1/react/answer#1': says('Nothing there.'),
      'synthesise#1': says('There is nothing.'),
    },
    end: { answer: 'There is nothing.', outcome: 'answered' },
  },
  {
    name: 'plan-execute that plans anew with approval',
    loop: planExecute,
    task: 'Tidy up.',
    options: { config: { approve: true } },
    answers: { 'approve#1': 'yes', 'approve#2': 'yes' },
    tools: ['send'],
    replies: {
      'plan#1': plan(step('hall'), step('attic'), step('house', 'hall', 'attic')),
      'level#1[0]/step#1/react/think#1': calls('send', { name: 'note' }),
      'level#1[0]/step#1/react/think#2': says('The hall is tidy.\n- `REPLAN:` the house is sold'),
      'level#1[1]/step#1/react/think#1': says('The attic is tidy.'),
      'plan#2': plan(step('flat', 'hall')),
      'step#1/react/think#1': says('The flat is tidy.'),
      'synthesise#1': says('The flat is tidy, the house is sold.'),
    },
    end: { answer: 'The flat is tidy, the house is sold.', outcome: 'answered' },
  },
  {
    name: 'plan-execute that is refused',
    loop: planExecute,
    task: 'Tidy up.',
    options: { config: { approve: true } },
    answers: { 'approve#1': 'no' },
    replies: { 'plan#1': rooms },
    end: { answer: null, outcome: 'blocked' },
  },
  {
    name: 'plan-execute with a step whose model fails and one that repeats itself',
    loop: planExecute,
    task: 'Tidy up.',
    tools: ['look'],
    replies: (path) => {
      if (path === 'plan#1') return rooms
      if (path.startsWith('level#1[0]')) return fails(new Error('out of order'), 'The ha')
      if (path.startsWith('level#1[1]')) return calls('look', { name: 'left' })
      return says('Some of it is tidy.')
    },
    end: { answer: 'Some of it is tidy.', outcome: 'answered' },
  },
  {
    name: 'plan-execute that runs out of calls',
    loop: planExecute,
    task: 'Tidy up.',
    options: { budget: { modelCalls: 4 } },
    tools: ['send'],
    replies: {
      'plan#1': plan(step('hall'), step('attic', 'hall')),
      'step#1/react/think#1': calls('send', { name: 'note' }),
      'step#1/react/think#2': says('The hall is tidy.'),
      'wrap-up#1': says('The hall is tidy, the attic is not.'),
    },
    end: { answer: 'The hall is tidy, the attic is not.', outcome: 'limit:calls' },
  },
  {
    name: 'plan-execute whose plan is too long and out of order, and whose steps find it pointless',
    loop: planExecute,
    task: 'Tidy up.',
    options: { config: { maxSteps: 2, maxReplans: 0 } },
    replies: (path) => {
      if (path.startsWith('plan#1')) return plan(step('house', 'hall', 'attic'), step('hall'), step('attic'))
      if (path.startsWith('level#1[0]')) return says('REPLAN: the hall is locked')
      if (path.startsWith('level#1[1]')) return says('The attic is tidy.')
      return says('Only the attic is tidy.')
    },
    end: { answer: 'Only the attic is tidy.', outcome: 'limit:turns' },
  },
  {
    name: 'plan-execute whose steps all say that it is pointless',
    loop: planExecute,
    task: 'Tidy up.',
    replies: (path) => (/(?:^|\/)plan#\d$/.test(path) ? plan(step(`room ${path}`)) : says('REPLAN: it is locked')),
    end: { answer: null, outcome: 'stuck:pointless' },
  },
]
