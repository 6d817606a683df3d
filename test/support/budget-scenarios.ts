/** Sessions that meet their limits. */
import { cot, type ModelRequest, react } from '@gyre/core'
import { calls, callsAll, says } from '@gyre/core/testing'
import { lastText, saidIn } from './effects.ts'
import { action, look, put } from './loop-scenarios.ts'
import { closer, spender } from './loops.ts'
import type { Scenario } from './scenario.ts'
import { breaking, weary } from './unruly-loops.ts'

export const budgetScenarios: readonly Scenario[] = [
  {
    name: 'react that spends its calls',
    loop: react,
    task: 'Look around.',
    options: { budget: { modelCalls: 4 }, instructions: 'Be thorough.' },
    tools: ['look', 'put'],
    replies: {
      'think#1': calls('look', { name: 'one' }),
      'think#2': calls('put', { name: 'two' }),
      'think#3': calls('look', { name: 'three' }),
      'wrap-up#1': (request) => says(`${request.messages.length} messages seen.`),
    },
    end: { answer: '10 messages seen.', outcome: 'limit:calls' },
  },
  {
    name: 'react that spends its tokens',
    loop: react,
    task: 'Look around.',
    options: { budget: { tokens: 800 } },
    tools: ['look'],
    replies: (path) =>
      path === 'wrap-up#1'
        ? says('That is all.')
        : { ...calls('look', { name: path }), usage: { inputTokens: 60, outputTokens: 20 } },
    end: { answer: 'That is all.', outcome: 'limit:tokens' },
  },
  {
    name: 'cot that spends its calls between its samples',
    loop: cot,
    task: '6 * 7?',
    options: { config: { samples: 5 }, budget: { modelCalls: 4 } },
    replies: (path, request) => {
      if (path === 'wrap-up#1') return says(`It stays.\nFINAL ANSWER: ${lastText(request).split('\n').at(-1)}`)
      return says(`FINAL ANSWER: ${path.startsWith('sample#1[1]') ? 41 : 42}`)
    },
    end: { answer: '42', outcome: 'limit:calls' },
  },
  {
    name: 'a child that spends its share, in a parent that spends its own',
    loop: spender,
    task: 'walk',
    options: { budget: { modelCalls: 7 } },
    tools: ['look'],
    replies: (path) => (path.includes('wrap-up') ? says(`ended ${path}`) : calls('look', { name: path })),
    end: { answer: 'ended wrap-up#1', outcome: 'limit:calls' },
  },
  {
    name: 'a loop that closes by itself when its budget is spent',
    loop: closer,
    task: 'one two three four',
    options: { budget: { modelCalls: 6 } },
    replies: (path, request) => says(path === 'report#1' ? `Report: ${lastText(request)}` : path),
    end: {
      answer: 'Report: report on map#1[0]/write#1 map#1[1]/write#1 map#2[0]/write#1 map#2[1]/write#1',
      outcome: 'limit:calls',
    },
  },
]

/** Loops that do not answer when they are told to: the kernel sees to it. */
export const unansweredScenarios: readonly Scenario[] = [
  {
    name: 'children that break when they are told to wrap up',
    loop: breaking,
    task: 'bend',
    options: { budget: { modelCalls: 8 } },
    replies: (path) => says(path),
    end: { answer: 'wrap-up#1', outcome: 'limit:calls' },
  },
  {
    name: 'a loop that gives up when it is told to wrap up',
    loop: weary,
    task: 'go',
    options: { budget: { modelCalls: 3 } },
    tools: ['look'],
    replies: (path) => says(path),
    end: { answer: 'wrap-up#1', outcome: 'limit:calls' },
  },
]

export const limitScenarios: readonly Scenario[] = [
  {
    name: 'react that asks for more calls',
    loop: react,
    task: 'Look around.',
    options: { budget: { modelCalls: 3, onExhausted: 'ask' } },
    tools: ['look', 'put'],
    replies: {
      'think#1': calls('look', { name: 'one' }),
      'think#2': calls('put', { name: 'two' }),
      'think#3': calls('look', { name: 'three' }),
      'think#4': says('Seen enough.'),
    },
    answers: { 'think#3/budget#1': '1', 'think#4/budget#2': '2' },
    end: { answer: 'Seen enough.', outcome: 'answered' },
  },
  {
    name: 'react that is given no more calls',
    loop: react,
    task: 'Look around.',
    options: { budget: { modelCalls: 2, onExhausted: 'ask' } },
    tools: ['look'],
    replies: { 'think#1': calls('look', { name: 'one' }), 'wrap-up#1': says('That must do.') },
    answers: { 'think#2/budget#1': 'finish' },
    end: { answer: 'That must do.', outcome: 'limit:calls' },
  },
  {
    name: 'react that fails when its calls are spent',
    loop: react,
    task: 'Look around.',
    options: { budget: { modelCalls: 2, onExhausted: 'fail' } },
    tools: ['look'],
    replies: { 'think#1': calls('look', { name: 'one' }), 'think#2': calls('look', { name: 'two' }) },
    end: { answer: null, outcome: 'failed:budget-exhausted' },
  },
  {
    name: 'react whose tool has a limit',
    loop: react,
    task: 'Look around.',
    options: { budget: { perTool: { look: 2 } } },
    tools: ['look', 'put'],
    replies: {
      'think#1': callsAll(look('one'), put('two')),
      'think#2': callsAll(look('three'), look('four'), put('five')),
      'wrap-up#1': (request) => says(`Told after ${request.messages.length}.`),
    },
    end: { answer: 'Told after 6.', outcome: 'limit:tools' },
  },
  {
    name: 'react in text that spends its calls',
    loop: react,
    task: 'Look around.',
    model: { nativeTools: false },
    options: { budget: { modelCalls: 3 } },
    tools: ['look'],
    replies: {
      'think#1': says(`Thought: I look.\n${action('look', 'one')}`),
      'think#2': says(`Thought: I look again.\n${action('look', 'two')}`),
      'wrap-up#1': (request) => says(`FINAL_ANSWER: ${lastText(request).split(',')[0]} after ${saidBefore(request)}`),
    },
    end: { answer: 'Answer now after Observation: [look] saw two', outcome: 'limit:calls' },
  },
]

/** What the message before the last one of a request says. */
function saidBefore(request: ModelRequest): string {
  const message = request.messages.at(-2)
  return message ? saidIn(message) : ''
}
