/** Loops made for the crash tests: every verb, nested, in parallel, and with careless hands. */
import { type ClientTool, GyreError, type ModelRequest, react } from '@gyre/core'
import { calls, callsAll, fails, says } from '@gyre/core/testing'
import { lastText } from './effects.ts'
import { never } from './life.ts'
import { look, put, send } from './loop-scenarios.ts'
import { asker, eager, keeper, lender, nested, parallel, planner, shapes, stumbler, woven } from './loops.ts'
import type { Scenario } from './scenario.ts'
import { blaming, careless, curious, hasty } from './unruly-loops.ts'

const large = 'x'.repeat(9000)

const clientTool = (name: string): ClientTool => ({
  name,
  description: 'Something that the client does.',
  input: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
})

/** What the tools said, in order. */
const observedTexts = ({ messages }: ModelRequest) =>
  messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-result' ? part.text : []))).join('|')

const wordOf = (path: string) => path.replaceAll('/', ' ')

export const verbScenarios: readonly Scenario[] = [
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
    name: 'a first use in several calls at once',
    loop: lender,
    task: 'lend',
    tools: ['lend'],
    replies: {},
    answers: { 'callTools#1[0]/approve#1': 'reject', 'callTools#1[1]/approve#1': 'approve' },
    end: {
      answer: 'Not run: a person refused this call of `lend`.; lent saw; lent hoe; lent rake',
      outcome: 'answered',
    },
  },
  {
    name: 'calls at once that the client runs',
    loop: react,
    task: 'paint',
    options: { clientTools: [clientTool('client.mix'), clientTool('client.paint')], by: 'key:laptop' },
    tools: ['look'],
    replies: {
      'think#1': callsAll(
        { tool: 'client.mix', input: { name: 'red' } },
        { tool: 'client.paint', input: { name: 'wall' } },
        { tool: 'client.paint', input: {} },
        look('wall'),
      ),
      'think#2': (request) => says(observedTexts(request)),
    },
    answers: { 'act#1[0]/ask#1': 'mixed red', 'act#1[1]/ask#1': 'painted wall' },
    end: {
      answer:
        'mixed red|painted wall|' +
        'Not run: bad arguments for `client.paint`. name: expected string, got nothing|saw wall',
      outcome: 'answered',
    },
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

export const unrulyScenarios: readonly Scenario[] = [
  {
    name: 'a loop that changes values after the fact',
    loop: careless,
    task: 'go',
    replies: {
      'work#1': says('did a'),
      'work#2': says('did b'),
      'runLoop#1/basket/generate#1': says('full'),
      'count#1': (request) => says(lastText(request)),
      'work#3': says('done'),
    },
    end: { answer: 'done', outcome: 'answered' },
  },
  {
    name: 'a loop that looks at values closely',
    loop: curious,
    task: 'look',
    tools: ['look'],
    replies: { 'runLoop#1/strange/generate#1': says('odd'), 'generate#1': says('strange') },
    end: { answer: 'strange', outcome: 'answered' },
  },
  {
    name: 'a loop that does not wait for all it began',
    loop: hasty,
    task: 'hurry',
    replies: { 'slow#1': never, 'quick#1': says('quick'), 'generate#1': says('quick it is') },
    end: { answer: 'quick it is', outcome: 'answered' },
  },
  {
    name: 'a loop that tells faults apart',
    loop: blaming,
    task: 'blame',
    replies: {
      'runLoop#1/faulty/generate#1': says('.'),
      'runLoop#2/faulty/generate#1': says('.'),
      'broken#1': fails(new GyreError('model-unavailable', 'out of order', { retryAfterMs: 5 }), 'ha'),
      'generate#1': says('nobody'),
    },
    end: { answer: 'nobody', outcome: 'answered' },
  },
]
