/** What waves meets in the crash tests. */
import { type Loop, waves } from '@gyre/core'
import { fails, says } from '@gyre/core/testing'
import { lastText } from './effects.ts'
import { midnight, withMethods } from './kernel.ts'
import type { Scenario } from './scenario.ts'
import { type Drafted, done, goesOn } from './waves-runs.ts'

const call =
  (tool: string) =>
  (name: string, ...needs: readonly string[]): Drafted => {
    return { id: `${tool}-${name}`, tool, args: { name }, needs }
  }
const look = call('look')
const put = call('put')
const send = call('send')

/**
 * The loop with a clock that stands still. Each process of a crash test begins an hour after the one before: a session
 * that died before anything was written would tell its planner another time than the one it is compared with.
 */
const still: Loop = {
  ...(waves as unknown as Loop),
  run: (ctx, task, config) =>
    waves.run(withMethods(ctx, { now: async () => midnight }), task, waves.config.parse(config)),
}

/** What begins before its time leaves no record: it cannot be held against another run. */
const inTime = { eager: false, speculate: false }

/** Nothing that begins before its time is among these tools. */
const effectful = ['put', 'send', 'break', 'pay']

export const wavesScenarios: readonly Scenario[] = [
  {
    name: 'waves, two of them',
    loop: still,
    task: { goal: 'Tidy up.', messages: [{ role: 'user', parts: [{ type: 'text', text: 'before' }] }] },
    options: { config: inTime, instructions: 'Be short.' },
    tools: ['look', 'put', 'send'],
    replies: {
      'plan-cache#1/plan#1': goesOn(look('hall'), look('attic'), put('cup')),
      'plan#1': (request) => (lastText(request).includes('saw attic') ? goesOn(send('note'), look('hall')) : says('')),
      'plan#2': done(),
      'answer#1': (request) => says(`All is tidy: ${lastText(request).split('Call ').length - 1} calls.`),
    },
    end: { answer: 'All is tidy: 5 calls.', outcome: 'answered' },
  },
  {
    name: 'waves with calls that wait for each other, and are made once',
    loop: still,
    task: 'Tidy up.',
    tools: effectful,
    replies: {
      'plan-cache#1/plan#1': goesOn(
        put('cup'),
        send('note'),
        { id: 'label', tool: 'send', args: { name: { $ref: 'put-cup.put' } } },
        { id: 'bill', tool: 'put', args: { name: '$label' }, needs: ['send-note'] },
        { id: 'lost', tool: 'put', args: { name: '$put-cup.nowhere' } },
        { id: 'again', tool: 'send', args: { name: 'note' } },
      ),
      'plan#1': done(
        { id: 'label', tool: 'send', args: { name: '$bill.put' } },
        { id: 'last', tool: 'put', args: { name: '$label' } },
      ),
      'answer#1': says('All is tidy.'),
    },
    end: { answer: 'All is tidy.', outcome: 'answered' },
  },
  {
    name: 'waves that ask, are agreed to, fail and plan again',
    loop: still,
    task: 'Tidy up.',
    options: { config: { approve: true, maxTools: 2 } },
    answers: {
      'missing#1': 'The attic.',
      'approve#1': 'yes',
      'approve#2': 'yes',
      'wave#1[1]/call#1[0]/approve#1': 'approve',
    },
    tools: effectful,
    replies: {
      'plan-cache#1/plan#1': says('{"status":"continue","action":"Ask.","tools":[],"missing":{"room":"Which room?"}}'),
      'plan#1': done(call('break')('cup'), send('note'), put('cup', 'break-cup')),
      'plan#2': done(put('cup')),
      'answer#1': says('The attic is tidy, the cup is broken.'),
    },
    end: { answer: 'The attic is tidy, the cup is broken.', outcome: 'answered' },
  },
  {
    name: 'waves with malformed plans, candidates and a cache',
    loop: still,
    task: 'Tidy up.',
    options: { config: { ...inTime, candidates: 2 } },
    tools: ['look', 'send'],
    replies: {
      'plan-cache#1/candidates#1[0]/plan#1': goesOn(look('hall')),
      'plan-cache#1/candidates#1[1]/plan#1': goesOn(look('hall'), look('attic')),
      'plan-cache#1/judge#1': says('{"scores":[{"plan":1,"score":3},{"plan":2,"score":9}]}'),
      'candidates#1[0]/plan#1': says('Let me think.'),
      'candidates#1[1]/plan#1': done({ id: 'a', tool: 'fly' }),
      'plan#1': says('```json\n[{"name":"send","input":"{\\"nam'),
      'plan#1/repair#1': done({ id: 'a', tool: 'send', needs: ['b'] }),
      'plan#1/repair#2': says(
        '{"status":"finished","tools":[{"id":1,"name":"send","arguments":"{\\"name\\":\\"note\\"}"}]}',
      ),
      'answer#1': says('All is tidy.'),
    },
    end: { answer: 'All is tidy.', outcome: 'answered' },
  },
  {
    name: 'waves that are guessed in vain while others run',
    loop: still,
    task: 'Tidy up.',
    // No call begins by it: only what has no effects would.
    options: { config: { eager: false } },
    tools: ['look', 'put'],
    replies: (path) => {
      if (path === 'plan-cache#1/plan#1') return goesOn(look('hall'), put('cup'))
      if (path === 'plan#1') return goesOn(look('hall'), look('attic'))
      if (path === 'plan#2') return done()
      return path.startsWith('ahead#') ? goesOn(put('plate')) : says('All is tidy.')
    },
    end: { answer: 'All is tidy.', outcome: 'answered' },
  },
  {
    name: 'waves whose calls begin while the plan is written',
    loop: still,
    task: 'Tidy up.',
    options: { config: { speculate: false, maxTools: 3 } },
    tools: ['look', 'put', 'send'],
    replies: {
      'plan-cache#1/plan#1': goesOn(
        look('hall'),
        { id: 'more', tool: 'look', args: { name: '$look-hall' } },
        put('cup'),
        look('attic'),
        send('note', 'look-attic'),
      ),
      'plan#1': done(look('hall'), look('cellar')),
      'answer#1': (request) => says(`All is tidy: ${lastText(request).split('Call ').length - 1} calls.`),
    },
    end: { answer: 'All is tidy: 7 calls.', outcome: 'answered' },
  },
  {
    name: 'waves that are guessed while others run',
    loop: still,
    task: 'Tidy up.',
    options: { config: { maxTools: 2 } },
    tools: ['look', 'put'],
    replies: (path) => {
      if (path === 'plan-cache#1/plan#1') return goesOn(look('hall'), put('cup'))
      if (path === 'plan#1') return goesOn(look('attic'), look('hall'), look('cellar'))
      if (path === 'plan#2') return done()
      return path.startsWith('ahead#') ? goesOn(look('attic'), look('nowhere')) : says('All is tidy.')
    },
    end: { answer: 'All is tidy.', outcome: 'answered' },
  },
  {
    name: 'waves that get no other plan',
    loop: still,
    task: 'Tidy up.',
    options: { config: { ...inTime, planCache: false } },
    tools: ['look'],
    replies: (path) => {
      if (path === 'plan#1') return goesOn(look('hall'))
      return path.startsWith('plan#2') ? says('Hm.') : says('The hall was seen.')
    },
    end: { answer: 'The hall was seen.', outcome: 'gap_open' },
  },
  {
    name: 'waves that get no plan at all',
    loop: still,
    task: 'Tidy up.',
    tools: ['put'],
    replies: () => says('Hm.'),
    end: { answer: null, outcome: 'stuck:unreadable' },
  },
  {
    name: 'waves that are refused',
    loop: still,
    task: 'Tidy up.',
    options: { config: { approve: true, maxWaves: 1 } },
    answers: { 'approve#1': 'no' },
    tools: ['send'],
    replies: { 'plan-cache#1/plan#1': done(send('note')) },
    end: { answer: null, outcome: 'blocked' },
  },
  {
    name: 'waves that run out of tool calls',
    loop: still,
    task: 'Tidy up.',
    options: { config: inTime, budget: { toolCalls: 2 } },
    tools: ['look', 'send'],
    replies: {
      'plan-cache#1/plan#1': goesOn(look('hall'), send('note', 'look-hall'), look('attic', 'send-note')),
      'wrap-up#1': says('The hall is tidy.'),
    },
    end: { answer: 'The hall is tidy.', outcome: 'limit:tools' },
  },
  {
    name: 'waves whose planner fails',
    loop: still,
    task: 'Tidy up.',
    options: { config: inTime },
    tools: ['look'],
    replies: (path) => (path.endsWith('plan-cache#1/plan#1') ? goesOn(look('hall')) : fails(new Error('out of order'))),
    end: { answer: 'saw hall', outcome: 'failed:model-failed' },
  },
]
