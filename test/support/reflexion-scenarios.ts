/** What reflexion meets in the crash tests. */
import { cot, direct, react, reflexion } from '@gyre/core'
import { calls, callsAll, fails, says } from '@gyre/core/testing'
import { z } from 'zod'
import { lastText } from './effects.ts'
import { action, look, put } from './loop-scenarios.ts'
import type { Scenario } from './scenario.ts'

const good = says('SATISFACTORY\nSCORE: 9\nREASON: It is tidy.')
const bad = (score: number) => says(`UNSATISFACTORY\nSCORE: ${score}\nREASON: The cup is missing.`)
/** With all loops that an episode may be of. */
const anyInner = { ...reflexion, uses: [react, cot, direct] }

const at = (episode: number, step: string) => `episode#${episode}/react/${step}`

export const reflexionScenarios: readonly Scenario[] = [
  {
    name: 'reflexion that is satisfied with its second episode',
    loop: reflexion,
    task: 'Tidy up.',
    tools: ['look', 'put', 'send'],
    replies: {
      [at(1, 'think#1')]: calls('look', { name: 'table' }, 'I look.'),
      [at(1, 'think#2')]: says('All is tidy.'),
      'evaluate#1': bad(3),
      'reflect#1': (request) => says(`Look for the cup. ${lastText(request).length}`),
      [at(2, 'think#1')]: callsAll(put('cup'), look('table'), { tool: 'send', input: { name: 'note' } }),
      [at(2, 'think#2')]: (request) => says(`Done: ${lastText(request)}`),
      'evaluate#2': good,
    },
    end: { answer: 'Done: sent note', outcome: 'answered' },
  },
  {
    name: 'reflexion in the text protocol with a verdict to be repaired',
    loop: reflexion,
    task: 'Tidy up.',
    options: { config: { maxReflections: 1, inner: { loop: 'react', config: { protocol: 'text' } } } },
    tools: ['look', 'put'],
    replies: {
      [at(1, 'think#1')]: says(`Thought: two things\n${action('put', 'cup')}\n${action('look', 'sky')}`),
      [at(1, 'think#2')]: says('Action:\nAction Input: {"name"'),
      [at(1, 'think#2/repair#1')]: says('FINAL_ANSWER: Put.'),
      'evaluate#1': says('Rather good.'),
      'evaluate#1/repair#1': bad(5),
      'reflect#1': says('Look again.'),
      [at(2, 'think#1')]: says('FINAL_ANSWER: All is tidy.'),
      'evaluate#2': says('Rather good.'),
      'evaluate#2/repair#1': says('Rather good.'),
    },
    end: { answer: 'Put.', outcome: 'limit:turns' },
  },
  {
    name: 'reflexion over parallel chains',
    loop: anyInner,
    task: '6 * 7?',
    options: { config: { maxReflections: 1, inner: { loop: 'cot', config: { samples: 3 } } } },
    replies: (path) => {
      if (path.startsWith('evaluate')) return path === 'evaluate#1' ? bad(2) : good
      if (path.startsWith('reflect')) return says('Six sevens.')
      return says(`FINAL ANSWER: ${path.startsWith('episode#1') ? 41 : 42}`)
    },
    end: { answer: '42', outcome: 'answered' },
  },
  {
    name: 'reflexion with an episode that fails',
    loop: reflexion,
    task: 'Tidy up.',
    tools: ['look'],
    replies: {
      [at(1, 'think#1')]: calls('look', { name: 'table' }),
      [at(1, 'think#2')]: fails(new Error('out of order'), 'All is'),
      'reflect#1': says('Be brief.'),
      [at(2, 'think#1')]: says('Tidy.'),
      'evaluate#1': good,
    },
    end: { answer: 'Tidy.', outcome: 'answered' },
  },
  {
    name: 'reflexion judged by a tool that refuses',
    loop: reflexion,
    task: 'Tidy up.',
    options: { config: { maxReflections: 2, evaluatorTool: 'put' } },
    tools: ['look', 'put'],
    replies: {
      [at(1, 'think#1')]: calls('look', { name: 'table' }),
      [at(1, 'think#2')]: says('Tidy.'),
      'reflect#1': says('Again.'),
      [at(2, 'think#1')]: says('Tidy.'),
      'reflect#2': says('And again.'),
      [at(3, 'think#1')]: says('Very tidy.'),
    },
    end: { answer: 'Very tidy.', outcome: 'limit:turns' },
  },
  {
    name: 'reflexion whose budget ends while it reflects',
    loop: reflexion,
    task: 'Tidy up.',
    options: { budget: { modelCalls: 5 } },
    tools: ['look'],
    replies: {
      [at(1, 'think#1')]: calls('look', { name: 'table' }),
      [at(1, 'think#2')]: says('Tidy.'),
      'evaluate#1': bad(4),
      'reflect#1': says('Again.'),
      'wrap-up#1': says('Tidy, I think.'),
    },
    end: { answer: 'Tidy, I think.', outcome: 'limit:calls' },
  },
  {
    name: 'reflexion with an answer to be converted',
    loop: anyInner,
    task: { goal: 'How many?', output: z.object({ count: z.number() }) },
    options: { config: { inner: { loop: 'direct', config: {} } } },
    replies: {
      'episode#1/direct/answer#1': says('There are seven.'),
      'episode#1/direct/output#1': says('{"count":7}'),
      'evaluate#1': good,
    },
    end: { answer: { count: 7 }, outcome: 'answered' },
  },
  {
    name: 'reflexion whose reflection fails, and then its judge',
    loop: reflexion,
    task: 'Tidy up.',
    tools: ['look', 'put'],
    replies: {
      [at(1, 'think#1')]: says('All is tidy.'),
      'evaluate#1': bad(3),
      'reflect#1': fails(new Error('out of order'), 'Look for'),
      [at(2, 'think#1')]: callsAll(put('cup'), look('table')),
      [at(2, 'think#2')]: says('Done.'),
      'evaluate#2': fails(new Error('out of order'), 'SATIS'),
    },
    end: { answer: 'All is tidy.', outcome: 'gap_open' },
  },
]
