/** Every loop with what it meets in the crash tests. */
import { cot, direct, react } from '@gyre/core'
import { calls, callsAll, fails, says } from '@gyre/core/testing'
import { z } from 'zod'
import { lastText, type Replies } from './effects.ts'
import { asker, closer, eager, keeper, nested, parallel, planner, shapes, spender, stumbler, woven } from './loops.ts'
import type { Scenario } from './scenario.ts'

const look = (name: string) => ({ tool: 'look', input: { name } })
const put = (name: string) => ({ tool: 'put', input: { name } })
const send = (name: string) => ({ tool: 'send', input: { name } })

/** Every effect a tool may have, one call and several at once, a tool that fails and one that is not there. */
const acting: Replies = {
  'think#1': calls('look', { name: 'sky' }, 'I look.'),
  'think#2': callsAll(put('cup'), send('note'), look('sea'), { tool: 'break', input: { name: 'vase' } }),
  'think#3': callsAll({ tool: 'fly', input: {} }, look('sky'), send('letter')),
  'think#4': (request) => says(`Done: ${lastText(request)}`),
}

const action = (tool: string, name: string) => `Action: ${tool}\nAction Input: {"name":"${name}"}`

const loopScenarios: readonly Scenario[] = [
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

const large = 'x'.repeat(9000)

const budgetScenarios: readonly Scenario[] = [
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

const wordOf = (path: string) => path.replaceAll('/', ' ')

const testScenarios: readonly Scenario[] = [
  {
    name: 'loops in a loop',
    loop: nested,
    task: 'the walk',
    tools: ['look', 'put', 'send'],
    replies: {
      'episode#1/react/think#1': callsAll(look('a'), send('b')),
      'episode#1/react/think#2': says('north'),
      'episode#2/react/think#1': calls('put', { name: 'c' }),
      'episode#2/react/think#2': says('south'),
      'runLoop#1/cot/sample#1[0]/think#1': says('FINAL ANSWER: north'),
      'runLoop#1/cot/sample#1[1]/think#1': says('FINAL ANSWER: south'),
      'runLoop#1/cot/sample#1[2]/think#1': says('FINAL ANSWER: South'),
    },
    end: { answer: 'south', outcome: 'answered' },
  },
  {
    name: 'parallel branches with equal names',
    loop: parallel,
    task: 'a b c d',
    tools: ['look', 'put', 'send'],
    replies: (path) => says(`<${path}>`.replace('<', '(').replace('>', ')')),
    end: {
      answer:
        '(part#1[0]/think#1) (part#1[0]/think#2); (part#1[1]/think#1) (part#1[1]/think#2); ' +
        '(part#1[2]/think#1) (part#1[2]/think#2); (part#1[3]/think#1) (part#1[3]/think#2)',
      outcome: 'answered',
    },
  },
  {
    name: 'a map in a child loop in a map',
    loop: woven,
    task: 'a b | c',
    tools: ['look', 'put', 'send'],
    replies: (path, request) =>
      path.endsWith(']/think#2') && !path.includes('part') ? says(lastText(request)) : says(wordOf(path)),
    end: {
      answer:
        'close map#1[0] runLoop#1 parallel part#1[0] think#1 map#1[0] runLoop#1 parallel part#1[0] think#2; ' +
        'map#1[0] runLoop#1 parallel part#1[1] think#1 map#1[0] runLoop#1 parallel part#1[1] think#2 & ' +
        'close map#1[1] runLoop#1 parallel part#1[0] think#1 map#1[1] runLoop#1 parallel part#1[0] think#2',
      outcome: 'answered',
    },
  },
  {
    name: 'values of a shape',
    loop: shapes,
    task: 'cities',
    replies: {
      'city#1': says('{"name":"Paris","people":2}'),
      'city#2': says('{"name":"Rome"}'),
      'city#2/repair#1': says('```json\n{"name":"Rome","people":3}\n```'),
      'city#3': says('There is none.'),
      'city#3/repair#1': says('Still none.'),
    },
    end: { answer: 'Paris 2, Rome 3, nowhere 0', outcome: 'answered' },
  },
  {
    name: 'cache, embedder and memory',
    loop: keeper,
    task: 'keep',
    tools: ['put'],
    replies: { 'cache#1/generate#1': says('alpha'), 'cache#3/generate#1': says('beta') },
    end: { answer: 'alpha alpha beta', outcome: 'answered' },
  },
  {
    name: 'plan, notes, phases and proposals',
    loop: planner,
    task: 'dig fill',
    tools: ['look'],
    replies: { 'work#1': says('dug'), 'work#2': says('filled'), 'work#3': says('rested') },
    end: { answer: 'dug filled rested', outcome: 'gap_open' },
  },
  {
    name: 'questions and an approval',
    loop: asker,
    task: 'travel',
    tools: ['pay'],
    replies: { 'generate#1': says('off we go') },
    answers: {
      'ask#1': 'north',
      'callTools#1[0]/approve#1': 'approve',
      'detail#1[0]/ask#1': 'ann',
      'detail#1[1]/ask#1': 'noon',
    },
    end: { answer: 'off we go, paid north, ann, noon', outcome: 'answered' },
  },
  {
    name: 'failures that are caught',
    loop: stumbler,
    task: 'stumble',
    replies: {
      'try#1': fails(new Error('no line'), 'half'),
      'try#2': says('fine'),
      'try#3': fails(new Error('no line again')),
      'runLoop#1/fragile/generate#1': says('care'),
    },
    end: { answer: 'one: no line, fine, three: no line again, caught broke after care', outcome: 'answered' },
  },
  {
    name: 'tools that begin while the reply streams',
    loop: eager,
    task: 'go',
    tools: ['look', 'put', 'send'],
    replies: {
      'generate#1': callsAll(look('a'), put('b'), send('c')),
      'generate#2': (request) => says(lastText(request)),
    },
    end: { answer: 'begun 3', outcome: 'answered' },
  },
  {
    name: 'large requests and results',
    loop: react,
    task: `Read ${large}`,
    tools: ['look'],
    replies: {
      'think#1': callsAll(look(large), look(`${large}y`)),
      'think#2': says(large),
    },
    end: { answer: large, outcome: 'answered' },
  },
]

export const scenarios: readonly Scenario[] = [...loopScenarios, ...budgetScenarios, ...testScenarios]

export function scenarioNamed(name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name)
  if (!found) throw new Error(`There is no scenario \`${name}\`.`)
  return found
}
