/** What `auto` meets in the crash tests: routing, escalation, unreadable judges, loops that fail, limits. */
import { auto } from '@gyre/core'
import { calls, callsAll, fails, says } from '@gyre/core/testing'
import { action, look, put } from './loop-scenarios.ts'
import type { Scenario } from './scenario.ts'

const sure = (confidence: number) => says(JSON.stringify({ confidence, reason: 'It could be better.' }))
const route = (loop: string) => says(JSON.stringify({ loop, reason: 'It is a riddle.' }))

const cheap = [{ loop: 'direct' }, { loop: 'cot', config: { samples: 2 } }, { loop: 'react' }]
const inText = [{ loop: 'react', config: { protocol: 'text' } }]

export const autoScenarios: readonly Scenario[] = [
  {
    name: 'auto with a clear choice',
    loop: auto,
    task: 'Hello!',
    replies: { 'attempt#1/direct/answer#1': says('Hi.'), 'judge#1': sure(1) },
    end: { answer: 'Hi.', outcome: 'answered' },
  },
  {
    name: 'auto that asks, repairs and escalates through branches and tools',
    loop: auto,
    task: 'Which way is north?',
    tools: ['look', 'put'],
    options: { config: { route: 'model', candidates: cheap } },
    replies: {
      'route#1': route('auto'),
      'route#1/repair#1': route('direct'),
      'attempt#1/direct/answer#1': says('There.'),
      'judge#1': says('Hm.'),
      'judge#1/repair#1': sure(0.2),
      'attempt#2/cot/sample#1[0]/think#1': says('FINAL ANSWER: Left.'),
      'attempt#2/cot/sample#1[1]/think#1': says('FINAL ANSWER: Left.'),
      'judge#2': sure(0.5),
      'attempt#3/react/think#1': callsAll(look('sun'), put('stick')),
      'attempt#3/react/think#2': says('Right.'),
      'judge#3': sure(0.9),
    },
    end: { answer: 'Right.', outcome: 'answered' },
  },
  {
    name: 'auto with the text protocol, a malformed reply and a judge nobody can read',
    loop: auto,
    task: 'Look around.',
    tools: ['look'],
    options: { config: { candidates: inText } },
    replies: {
      'attempt#1/react/think#1': says('Action:\nAction Input: {"name"'),
      'attempt#1/react/think#1/repair#1': says(`Thought: again\n${action('look', 'sea')}`),
      'attempt#1/react/think#2': says('FINAL_ANSWER: Blue.'),
      'judge#1': says('Good.'),
      'judge#1/repair#1': says('Very good.'),
      'judge#1/repair#2': says('Really.'),
    },
    end: { answer: 'Blue.', outcome: 'limit:turns' },
  },
  {
    name: 'auto whose best answer is not the last',
    loop: auto,
    task: 'Hello!',
    options: { config: { candidates: cheap, maxEscalations: 1 } },
    replies: {
      'attempt#1/direct/answer#1': says('Hi.'),
      'judge#1': sure(0.5),
      'attempt#2/cot/sample#1[0]/think#1': says('FINAL ANSWER: Ho.'),
      'attempt#2/cot/sample#1[1]/think#1': says('FINAL ANSWER: Ha.'),
      'judge#2': sure(0.1),
    },
    end: { answer: 'Hi.', outcome: 'limit:turns' },
  },
  {
    name: 'auto whose second loop finds the model out of order',
    loop: auto,
    task: 'Hello!',
    options: { config: { candidates: [{ loop: 'direct' }, { loop: 'react' }] } },
    tools: ['look'],
    replies: {
      'attempt#1/direct/answer#1': says('Hi.'),
      'judge#1': sure(0.5),
      'attempt#2/react/think#1': calls('look', { name: 'door' }),
      'attempt#2/react/think#2': fails(new Error('out of order'), 'There i'),
    },
    end: { answer: 'Hi.', outcome: 'failed:model-failed' },
  },
  {
    name: 'auto whose judge is out of order at first',
    loop: auto,
    task: 'Hello!',
    tools: ['look'],
    options: { config: { candidates: [{ loop: 'direct' }, { loop: 'react' }] } },
    replies: {
      'attempt#1/direct/answer#1': says('Hi.'),
      'judge#1': fails(new Error('out of order')),
      'attempt#2/react/think#1': calls('look', { name: 'door' }),
      'attempt#2/react/think#2': says('Come in.'),
      'judge#2': sure(0.9),
    },
    end: { answer: 'Come in.', outcome: 'answered' },
  },
  {
    name: 'auto that runs out of calls',
    loop: auto,
    task: 'Hello!',
    options: { config: { candidates: cheap }, budget: { modelCalls: 4 } },
    replies: {
      'attempt#1/direct/answer#1': says('Hi.'),
      'judge#1': sure(0.5),
      'attempt#2/cot/sample#1[0]/think#1': says('FINAL ANSWER: Ho.'),
      'attempt#2/cot/sample#1[1]/think#1': says('FINAL ANSWER: Ha.'),
      'wrap-up#1': says('Hi, in short.'),
    },
    end: { answer: 'Hi, in short.', outcome: 'limit:calls' },
  },
]
