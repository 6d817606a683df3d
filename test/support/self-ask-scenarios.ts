/** What self-ask meets in the crash tests. */
import { selfAsk } from '@gyre/core'
import { callsAll, fails, says } from '@gyre/core/testing'
import { lastText } from './effects.ts'
import { put, send } from './loop-scenarios.ts'
import type { Scenario } from './scenario.ts'

const followUp = (question: string) => ({ tool: 'follow_up', input: { question } })
const asks = (...questions: readonly string[]) => callsAll(...questions.map(followUp))
const final = (answer: string) => says(`So the final answer is: ${answer}`)

export const selfAskScenarios: readonly Scenario[] = [
  {
    name: 'self-ask with a tool that looks up',
    loop: selfAsk,
    task: { goal: 'What is where?', messages: [{ role: 'user', parts: [{ type: 'text', text: 'before' }] }] },
    options: { instructions: 'Be short.' },
    tools: ['look'],
    replies: {
      'ask#1': asks('the sky', 'the sea', 'The sky?'),
      'ask#2': asks('the sea'),
      'ask#3': (request) => final(`All is there: ${lastText(request)}`),
    },
    end: { answer: 'All is there: saw the sea', outcome: 'answered' },
  },
  {
    name: 'self-ask with tools of every effect',
    loop: selfAsk,
    task: 'Tidy up.',
    tools: ['break', 'look', 'put', 'send'],
    replies: {
      'ask#1': callsAll(followUp('the vase'), put('cup'), send('note'), { tool: 'fly', input: {} }),
      'ask#2': callsAll(send('letter'), { tool: 'follow_up', input: {} }),
      'ask#3': final('All is tidy.'),
    },
    end: { answer: 'All is tidy.', outcome: 'answered' },
  },
  {
    name: 'self-ask in the text protocol',
    loop: selfAsk,
    task: 'What is where?',
    options: { config: { protocol: 'text', parallel: false, reuse: false } },
    tools: ['look', 'send'],
    replies: {
      'ask#1': says('I ask.\nFollow up: the sky\nFollow up: the sea'),
      'ask#2': says('Tool: send\nTool Input: {"name":"note"}'),
      'ask#3': says('Follow up:'),
      'ask#3/repair#1': says('Follow up: the sky?\nIntermediate answer: fell down\nSo the final answer is: down'),
      'ask#4': says('Intermediate answer: down'),
      'ask#4/repair#1': says('Tool: send\nTool Input: {"na'),
      'ask#5': final('Up there.'),
    },
    end: { answer: 'Up there.', outcome: 'answered' },
  },
  {
    name: 'self-ask by heart',
    loop: selfAsk,
    task: 'What is where?',
    replies: {
      'ask#1': asks('Where is the sky?', 'Where is the sea?'),
      'follow-up#1[0]/answer#1': says('Above.'),
      'follow-up#1[1]/answer#1': says(''),
      'ask#2': asks('Where is the sea?', 'Where is the sea?'),
      'follow-up#2[0]/answer#1': says('Below.'),
      'ask#3': callsAll({ tool: 'follow_up', input: {} }),
      'ask#4': says('So the final answer is above and below.'),
    },
    end: { answer: 'above and below.', outcome: 'answered' },
  },
  {
    name: 'self-ask that runs out of follow-ups',
    loop: selfAsk,
    task: 'What is where?',
    options: { config: { maxFollowUps: 3 } },
    tools: ['look'],
    replies: {
      'ask#1': asks('left', 'right'),
      'ask#2': asks('above', 'below'),
      'conclude#1': final('Nothing there.'),
    },
    end: { answer: 'Nothing there.', outcome: 'limit:turns' },
  },
  {
    name: 'self-ask that goes round',
    loop: selfAsk,
    task: 'What is where?',
    tools: ['look'],
    replies: (path) => (path === 'conclude#1' ? final('Seen once.') : asks('the note')),
    end: { answer: 'Seen once.', outcome: 'limit:turns' },
  },
  {
    name: 'self-ask with a tool that no question may use',
    loop: selfAsk,
    task: 'What is where?',
    tools: ['send'],
    replies: {
      'ask#1': asks('the note'),
      'follow-up#1[0]/answer#1': says('On the table.'),
      'ask#2': final('Nothing was sent.'),
    },
    end: { answer: 'Nothing was sent.', outcome: 'answered' },
  },
  {
    name: 'self-ask whose budget ends',
    loop: selfAsk,
    task: 'What is where?',
    options: { budget: { modelCalls: 3, onExhausted: 'wrap-up' } },
    tools: ['look'],
    replies: (path) => (path === 'wrap-up#1' ? final('So far.') : asks(`what is at ${path}`)),
    end: { answer: 'So far.', outcome: 'limit:calls' },
  },
  {
    name: 'self-ask by heart with a model that fails',
    loop: selfAsk,
    task: 'What is where?',
    replies: {
      'ask#1': asks('Where is the sky?', 'Where is the sea?'),
      'follow-up#1[0]/answer#1': fails(new Error('out of order'), 'Abo'),
      'follow-up#1[1]/answer#1': says('Below.'),
      'ask#2': asks('Where is the sky?'),
      'follow-up#2[0]/answer#1': says('Above.'),
      'ask#3': final('Above and below.'),
    },
    end: { answer: 'Above and below.', outcome: 'answered' },
  },
  {
    name: 'self-ask that names the tool of its follow-ups',
    loop: selfAsk,
    task: 'What is where?',
    tools: ['look'],
    replies: {
      'ask#1': asks('left'),
      'ask#2': callsAll({ tool: 'look', input: { name: 'Left?' } }, { tool: 'look', input: { name: 'right' } }),
      'ask#3': final('Both.'),
    },
    end: { answer: 'Both.', outcome: 'answered' },
  },
]
