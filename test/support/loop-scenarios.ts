/** The loops Gyre comes with, and what they meet in the crash tests. */
import { cot, direct, react } from '@gyre/core'
import { calls, callsAll, fails, says } from '@gyre/core/testing'
import { z } from 'zod'
import { lastText, type Replies } from './effects.ts'
import type { Scenario } from './scenario.ts'

export const look = (name: string) => ({ tool: 'look', input: { name } })
export const put = (name: string) => ({ tool: 'put', input: { name } })
export const send = (name: string) => ({ tool: 'send', input: { name } })

/** Every effect a tool may have, one call and several at once, a tool that fails and one that is not there. */
const acting: Replies = {
  'think#1': calls('look', { name: 'sky' }, 'I look.'),
  'think#2': callsAll(put('cup'), send('note'), look('sea'), { tool: 'break', input: { name: 'vase' } }),
  'think#3': callsAll({ tool: 'fly', input: {} }, look('sky'), send('letter')),
  'think#4': (request) => says(`Done: ${lastText(request)}`),
}

/** A call in the text protocol. */
export const action = (tool: string, name: string) => `Action: ${tool}\nAction Input: {"name":"${name}"}`

export const loopScenarios: readonly Scenario[] = [
  {
    name: 'direct',
    loop: direct,
    task: { goal: 'Hello', messages: [{ role: 'user', parts: [{ type: 'text', text: 'before' }] }] },
    options: { instructions: 'Be short.' },
    replies: { 'answer#1': says('Hi.') },
    end: { answer: 'Hi.', outcome: 'answered' },
  },
  {
    name: 'direct with memories',
    loop: direct,
    task: 'Hello',
    options: { config: { memories: 2 } },
    replies: { 'answer#1': says('Hi again.') },
    end: { answer: 'Hi again.', outcome: 'answered' },
  },
  {
    name: 'direct with a model that fails',
    loop: direct,
    task: 'Hello',
    replies: { 'answer#1': fails(new Error('out of order'), 'Hi th') },
    end: { answer: null, outcome: 'failed:model-failed' },
  },
  {
    name: 'direct with an answer to be converted',
    loop: direct,
    task: { goal: 'How many?', output: z.object({ count: z.number() }) },
    replies: {
      'answer#1': says('There are seven.'),
      'output#1': says('{"count":"many"}'),
      'output#1/repair#1': says('{"count":7}'),
    },
    end: { answer: { count: 7 }, outcome: 'answered' },
  },
  {
    name: 'cot with one sample',
    loop: cot,
    task: '6 * 7?',
    replies: { 'think#1': says('Six sevens.\nFINAL ANSWER: 42') },
    end: { answer: '42', outcome: 'answered' },
  },
  {
    name: 'cot with three samples',
    loop: cot,
    task: '6 * 7?',
    options: { config: { samples: 3 } },
    replies: {
      'sample#1[0]/think#1': says('FINAL ANSWER: 42'),
      'sample#1[1]/think#1': says('FINAL ANSWER: 41'),
      'sample#1[2]/think#1': says('FINAL ANSWER: 42.'),
    },
    end: { answer: '42', outcome: 'answered' },
  },
  {
    name: 'cot with a sample that fails',
    loop: cot,
    task: '6 * 7?',
    options: { config: { samples: 3 } },
    replies: {
      'sample#1[0]/think#1': fails(new Error('out of order'), 'Six sev'),
      'sample#1[1]/think#1': says('FINAL ANSWER: 42'),
      'sample#1[2]/think#1': says('FINAL ANSWER: 42'),
    },
    end: { answer: '42', outcome: 'answered' },
  },
  {
    name: 'react with native tools',
    loop: react,
    task: 'Tidy up.',
    tools: ['look', 'put', 'send', 'break'],
    replies: acting,
    end: { answer: 'Done: sent letter', outcome: 'answered' },
  },
  {
    name: 'react with the text protocol',
    loop: react,
    task: 'Tidy up.',
    options: { config: { protocol: 'text' } },
    tools: ['look', 'put', 'send'],
    replies: {
      'think#1': says(`Thought: I look.\n${action('look', 'sky')}`),
      'think#2': says(`Thought: two things\n${action('put', 'cup')}\n${action('send', 'note')}`),
      'think#3': says('Action:\nAction Input: {"name"'),
      'think#3/repair#1': says(`Thought: again\n${action('look', 'sea')}`),
      'think#4': says('Thought: enough\nFINAL_ANSWER: All is tidy.'),
    },
    end: { answer: 'All is tidy.', outcome: 'answered' },
  },
  {
    name: 'react that runs out of turns',
    loop: react,
    task: 'Look around.',
    options: { config: { maxIterations: 2 } },
    tools: ['look'],
    replies: {
      'think#1': calls('look', { name: 'left' }),
      'think#2': calls('look', { name: 'right' }),
      'answer#1': says('Nothing there.'),
    },
    end: { answer: 'Nothing there.', outcome: 'limit:turns' },
  },
  {
    name: 'react that repeats itself',
    loop: react,
    task: 'Look around.',
    tools: ['look'],
    replies: () => calls('look', { name: 'left' }),
    end: { answer: null, outcome: 'stuck:duplicate' },
  },
  {
    name: 'react with a tool that asks a model',
    loop: react,
    task: 'Ask around.',
    tools: ['consult'],
    replies: {
      'think#1': callsAll({ tool: 'consult', input: { name: 'ann' } }, { tool: 'consult', input: { name: 'bob' } }),
      'act#1[0]/generate#1': says('maybe'),
      'act#1[0]/generate#2': says('yes'),
      'act#1[1]/generate#1': says('perhaps'),
      'act#1[1]/generate#2': says('no'),
      'think#2': (request) => says(`Bob says ${lastText(request)}`),
    },
    end: { answer: 'Bob says no', outcome: 'answered' },
  },
  {
    name: 'react in a small window',
    loop: react,
    task: 'Listen.',
    tools: ['tell'],
    model: { contextWindow: 700 },
    replies: {
      'think#1': calls('tell', { name: 'tale' }),
      'think#2': calls('tell', { name: 'saga' }),
      'think#3': calls('tell', { name: 'myth' }),
      'think#4': says('Heard all.'),
    },
    end: { answer: 'Heard all.', outcome: 'answered' },
  },
]
