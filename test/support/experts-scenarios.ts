/** What experts meets in the crash tests. */
import { experts } from '@gyre/core'
import { calls, callsAll, fails, says } from '@gyre/core/testing'
import { lastText } from './effects.ts'
import { complete, confirmed, expert, gap, plans, task } from './experts-replies.ts'
import { look, put } from './loop-scenarios.ts'
import type { Scenario } from './scenario.ts'

const rooms = plans(
  task('hall', 'Look at the hall.'),
  task('attic', 'Look at the attic.', { category: 'data' }),
  task('house', 'Sum up {result_of:hall} and {result_of:attic}.'),
)
const long = 'There is dust in each and every room of the house.'

export const expertsScenarios: readonly Scenario[] = [
  {
    name: 'experts in a single pass',
    loop: experts,
    task: { goal: 'Look around.', messages: [{ role: 'user', parts: [{ type: 'text', text: 'before' }] }] },
    options: { instructions: 'Be short.' },
    tools: ['look', 'put', 'send'],
    replies: {
      'plan-cache#1/plan#1': rooms,
      'task#1[0]/expert#1/react/think#1': callsAll(look('hall'), put('cup')),
      'task#1[0]/expert#1/react/think#2': expert('Dust in the hall.'),
      'task#1[1]/expert#1/react/think#1': calls('send', { name: 'note' }),
      'task#1[1]/expert#1/react/think#2': expert('Dust in the attic.', 'medium', 'the corner', 'general'),
      'task#1[2]/expert#1/react/think#1': (request) =>
        expert(`Dust: ${lastText(request).split('Dust').length}.`, 'low'),
      'merge#1': (request) => says(`Dust, ${lastText(request).split('Step').length} times.`),
      'critic#1': says('There is dust all over the house.'),
    },
    end: { answer: 'There is dust all over the house.', outcome: 'answered' },
  },
  {
    name: 'experts that plan for a gap, with dependencies and a call that must not be repeated',
    loop: experts,
    task: 'Look around and tell them.',
    options: { config: { maxAgenticRounds: 2 } },
    tools: ['look', 'break', 'send'],
    replies: {
      'plan-cache#1/plan#1': plans(
        task('hall', 'Look at the hall.', { tool: 'look', args: { name: 'hall' } }),
        task('vase', 'Move the vase.', { tool: 'break', args: { name: 'vase' } }),
        task('word', 'What to say of {result_of:hall}?'),
      ),
      'task#1[2]/expert#1/react/think#1': expert('Say that there is dust.', 'medium'),
      'merge#1': says(long),
      'judge#1': gap('they have not been told', 'tell them'),
      'plan#1': plans(
        task('tell', 'Tell them.', { tool: 'send', args: { name: '{result_of:word}' } }),
        task('again', 'What to say of {result_of:hall}, after {result_of:tell}?', { supersedes: 'word' }),
      ),
      'task#2[1]/expert#1/react/think#1': expert('Say that there is much dust.'),
      'merge#2': (request) => says(`They were told, by ${lastText(request).split('PRIMARY').length - 1} results.`),
      'judge#2': complete,
      'critic#1': confirmed,
    },
    end: { answer: 'They were told, by 2 results.', outcome: 'answered' },
  },
  {
    name: 'experts with a token guard, an expert that was cut off and one that fails',
    loop: experts,
    task: 'Look around.',
    options: { config: { maxAgenticRounds: 3, tokenGuard: 1, parallel: false, planCache: false } },
    tools: ['look'],
    replies: (path) => {
      if (path === 'plan#1') return rooms
      if (path.startsWith('task#1[0]')) return { text: 'Dust in the hall.\nCONFIDENCE: high', finish: 'length' }
      if (path.startsWith('task#1[1]')) return fails(new Error('out of order'), 'Dust in')
      if (path.startsWith('task#1[2]')) return expert('I cannot see the attic.')
      return says(path === 'merge#1' ? long : 'I looked at it again.\nCONFIRMED')
    },
    end: { answer: long, outcome: 'gap_open' },
  },
  {
    name: 'experts with malformed replies and approval',
    loop: experts,
    task: 'Look around.',
    options: { config: { maxAgenticRounds: 1, approve: true } },
    answers: { 'approve#1': 'yes', 'approve#2': 'yes' },
    tools: ['look'],
    replies: {
      'plan-cache#1/plan#1': says('{}'),
      'plan-cache#1/repair-plan#1': plans(
        task('a', 'A?', { depends_on: ['b'] }),
        task('b', 'B?', { depends_on: ['a'] }),
      ),
      'plan-cache#1/repair-plan#2': says('[{"task_description":"Look.","type":"magic"}]'),
      'task#1[0]/expert#1/react/think#1': says(`${long}\n- **CONFIDENCE**: high`),
      'judge#1': says('It is fine.'),
      'judge#1/repair#1': gap('the cellar'),
      'plan#1': says('No.'),
      'repair-plan#1': plans(task('2', 'Look at the cellar.', { query: 'cellar' })),
      'merge#1': says('There is dust in the cellar, too, and much of it.'),
      'judge#2': complete,
      'critic#1': says(''),
      'critic#1/repair#1': says(''),
    },
    end: { answer: 'There is dust in the cellar, too, and much of it.', outcome: 'answered' },
  },
  {
    name: 'experts whose plan stays a circle',
    loop: experts,
    task: 'Look around.',
    replies: () => plans(task('a', 'A?', { depends_on: ['b'] }), task('b', 'B?', { depends_on: ['a'] })),
    end: { answer: null, outcome: 'stuck:plan' },
  },
  {
    name: 'experts without a plan, whose judge cannot be read',
    loop: experts,
    task: 'Look around.',
    options: { config: { maxAgenticRounds: 1 } },
    replies: (path) =>
      path.startsWith('task#1[0]') ? expert(long) : says(path === 'critic#1' ? 'CONFIRMED' : 'Well.'),
    end: { answer: long, outcome: 'gap_open' },
  },
  {
    name: 'experts that run out of calls in a later round',
    loop: experts,
    task: 'Look around.',
    options: { config: { maxAgenticRounds: 4 }, budget: { modelCalls: 7 } },
    tools: ['send'],
    replies: {
      'plan-cache#1/plan#1': plans(task('1', 'Look.')),
      'task#1[0]/expert#1/react/think#1': expert(long),
      'judge#1': gap('the cellar'),
      'plan#1': plans(task('2', 'Cellar?'), task('3', 'Roof?', { depends_on: ['2'] })),
      'task#2[0]/expert#1/react/think#1': calls('send', { name: 'note' }),
      'task#2[0]/expert#1/react/think#2': expert('Dust in the cellar.'),
      'merge#1': says('Dust, also in the cellar; nobody saw the roof.'),
    },
    end: { answer: 'Dust, also in the cellar; nobody saw the roof.', outcome: 'limit:calls' },
  },
  {
    name: 'experts of whom one fails behind a call that must not be repeated',
    loop: experts,
    task: 'Tell them, and look around.',
    options: { config: { maxAgenticRounds: 2 } },
    tools: ['look', 'send'],
    replies: {
      'plan-cache#1/plan#1': plans(task('1', 'Tell them.'), task('2', 'Look at the hall.')),
      'task#1[0]/expert#1/react/think#1': calls('send', { name: 'note' }),
      'task#1[0]/expert#1/react/think#2': fails(new Error('out of order')),
      'task#1[1]/expert#1/react/think#1': calls('look', { name: 'hall' }),
      'task#1[1]/expert#1/react/think#2': expert(long),
      'merge#1': says(long),
      'critic#1': confirmed,
    },
    end: { answer: long, outcome: 'gap_open' },
  },
  {
    name: 'experts that are refused',
    loop: experts,
    task: 'Look around.',
    options: { config: { approve: true } },
    answers: { 'approve#1': 'no' },
    replies: { 'plan-cache#1/plan#1': rooms },
    end: { answer: null, outcome: 'blocked' },
  },
]
