/** Going back, as react meets it in the crash tests. */
import { react } from '@gyre/core'
import { calls, callsAll, fails, says } from '@gyre/core/testing'
import { lastText } from './effects.ts'
import { action, look } from './loop-scenarios.ts'
import type { Scenario } from './scenario.ts'

const smash = (name: string) => ({ tool: 'break', input: { name } })

export const reactScenarios: readonly Scenario[] = [
  {
    name: 'react that goes back',
    loop: react,
    task: 'Tidy up.',
    tools: ['look', 'break'],
    replies: {
      'think#1': calls('look', { name: 'sky' }, 'I look.'),
      'think#2': callsAll(smash('vase'), smash('cup')),
      'think#3': calls('fly', {}),
      'summarise#1': (request) => says(`Nothing helped: ${lastText(request).length}`),
      'think#4': callsAll(smash('jug'), look('sea')),
      'think#5': (request) => says(`Done: ${lastText(request)}`),
    },
    end: { answer: 'Done: saw sea', outcome: 'answered' },
  },
  {
    name: 'react that goes back in the text protocol, twice, once without a summary',
    loop: react,
    task: 'Tidy up.',
    options: { config: { protocol: 'text', maxFailures: 1, maxIterations: 3 } },
    tools: ['break'],
    replies: {
      'think#1': says(`Thought: first\n${action('break', 'vase')}`),
      'summarise#1': fails(new Error('out of order')),
      'think#2': says(`Thought: second\n${action('break', 'cup')}`),
      'summarise#2': says('The cup is not to be broken.'),
      'think#3': says(`Thought: third\n${action('break', 'jug')}`),
      'answer#1': says('FINAL_ANSWER: Nothing broke.'),
    },
    end: { answer: 'Nothing broke.', outcome: 'limit:turns' },
  },
]
