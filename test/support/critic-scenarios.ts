/** What critic meets in the crash tests. */
import { critic, react } from '@gyre/core'
import { calls, fails, says } from '@gyre/core/testing'
import { lastText } from './effects.ts'
import { action } from './loop-scenarios.ts'
import type { Scenario } from './scenario.ts'

const claim = (words: string, tool: string, name: string) =>
  `CLAIM: ${words}\nTOOL: ${tool}\nTOOL INPUT: {"name":"${name}"}\n`
const edits = (...all: readonly (readonly [string, string])[]) =>
  says(JSON.stringify({ edits: all.map(([words, replacement]) => ({ claim: words, replacement })) }))

const draft = 'The sky is green. The sea is blue. The sun is cold.'
const mended = 'The sky is blue. The sea is blue. The sun is cold.'

export const criticScenarios: readonly Scenario[] = [
  {
    name: 'critic that verifies at once',
    loop: critic,
    task: { goal: 'What colours are there?', messages: [{ role: 'user', parts: [{ type: 'text', text: 'before' }] }] },
    options: { instructions: 'Be short.' },
    tools: ['look'],
    replies: { 'draft#1/direct/answer#1': says(draft), 'check#1': says('VERIFIED') },
    end: { answer: draft, outcome: 'answered' },
  },
  {
    name: 'critic with checks side by side',
    loop: critic,
    task: 'What colours are there?',
    tools: ['look'],
    replies: {
      'draft#1/direct/answer#1': says(draft),
      'check#1': says(
        claim('sky is green', 'look', 'sky') +
          claim('sea is blue', 'look', 'sea') +
          claim('sun is cold', 'look', 'sun') +
          claim('The sky', 'look', 'sky'),
      ),
      'revise#1': edits(['green', 'blue']),
      'check#2': says(claim('sky is blue', 'look', 'sky')),
      'revise#2': edits(),
    },
    end: { answer: mended, outcome: 'answered' },
  },
  {
    name: 'critic whose judge names tools that are not for checks',
    loop: critic,
    task: 'What colours are there?',
    tools: ['look', 'put', 'send'],
    replies: {
      'draft#1/direct/answer#1': says(draft),
      'check#1': says(
        claim('sky is green', 'look', 'sky') +
          claim('sea is blue', 'put', 'sea') +
          claim('sun is cold', 'send', 'probe'),
      ),
      'revise#1': edits(['green', 'blue']),
      'check#2': says('VERIFIED'),
    },
    end: { answer: mended, outcome: 'gap_open' },
  },
  {
    name: 'critic that is shown the draft again, and cannot apply every edit',
    loop: critic,
    task: 'What colours are there?',
    tools: ['look'],
    replies: {
      'draft#1/direct/answer#1': says(draft),
      'check#1': says(claim('the heavens are green', 'look', 'sky')),
      'check#1/repair#1': says(claim('sky is green', 'look', 'sky')),
      'revise#1': edits(['green', 'blue'], ['The', 'A']),
      'revise#1/repair#1': edits(['green', 'blue'], ['The', 'A']),
      'revise#1/repair#2': edits(['green', 'blue'], ['The', 'A']),
      'check#2': says('VERIFIED'),
    },
    end: { answer: mended, outcome: 'gap_open' },
  },
  {
    name: 'critic with malformed replies',
    loop: critic,
    task: 'What colours are there?',
    tools: ['look'],
    replies: {
      'draft#1/direct/answer#1': says(draft),
      'check#1': says('It looks fine.'),
      'check#1/repair#1': says(claim('sky is green', 'look', 'sky')),
      'revise#1': says('{"edits": [{"claim":'),
      'revise#1/repair#1': edits(['sky is red', 'sky is blue']),
      'revise#1/repair#2': edits(['green', 'blue']),
      'check#2': says('VERIFIED'),
    },
    end: { answer: mended, outcome: 'answered' },
  },
  {
    name: 'critic that cannot read its judge',
    loop: critic,
    task: 'What colours are there?',
    tools: ['look'],
    replies: {
      'draft#1/direct/answer#1': says(draft),
      'check#1': says('UNVERIFIED'),
      'check#1/repair#1': says('not verified'),
    },
    end: { answer: draft, outcome: 'gap_open' },
  },
  {
    name: 'critic whose checks fail',
    loop: critic,
    task: 'What colours are there?',
    tools: ['look', 'break'],
    replies: {
      'draft#1/direct/answer#1': says(draft),
      'check#1': says(claim('sky is green', 'break', 'sky') + claim('sea is blue', 'fly', 'sea')),
      'revise#1': edits(),
    },
    end: { answer: draft, outcome: 'gap_open' },
  },
  {
    name: 'critic that rewrites until its rounds are used up',
    loop: critic,
    task: 'What colours are there?',
    options: { config: { spanEdits: false } },
    tools: ['look'],
    replies: {
      'draft#1/direct/answer#1': says(draft),
      'check#1': says(claim('sky is green', 'look', 'sky')),
      'revise#1': says('The sky is red.'),
      'check#2': says(claim('sky is red', 'look', 'evening')),
      'revise#2': (request) => says(lastText(request).includes('saw evening') ? 'The sky is blue.' : 'Nothing.'),
    },
    end: { answer: 'The sky is blue.', outcome: 'limit:turns' },
  },
  {
    name: 'critic without tools',
    loop: critic,
    task: 'What colours are there?',
    replies: { 'draft#1/direct/answer#1': says(draft) },
    end: { answer: draft, outcome: 'answered' },
  },
  {
    name: 'critic with a draft that uses native tools',
    loop: { ...critic, uses: [react] },
    task: 'What colours are there?',
    options: { config: { draft: { loop: 'react' } } },
    tools: ['look', 'send'],
    replies: {
      'draft#1/react/think#1': calls('send', { name: 'note' }),
      'draft#1/react/think#2': says(draft),
      'check#1': says(claim('sea is blue', 'look', 'sea')),
      'revise#1': edits(),
    },
    end: { answer: draft, outcome: 'answered' },
  },
  {
    name: 'critic with a draft in the text protocol',
    loop: { ...critic, uses: [react] },
    task: 'What colours are there?',
    options: { config: { draft: { loop: 'react', config: { protocol: 'text' } } } },
    tools: ['look'],
    replies: {
      'draft#1/react/think#1': says(`Thought: I look.\n${action('look', 'sky')}`),
      'draft#1/react/think#2': says(`FINAL_ANSWER: ${draft}`),
      'check#1': says('VERIFIED'),
    },
    end: { answer: draft, outcome: 'answered' },
  },
  {
    name: 'critic whose budget ends',
    loop: critic,
    task: 'What colours are there?',
    options: { budget: { modelCalls: 4, onExhausted: 'wrap-up' } },
    tools: ['look'],
    replies: {
      'draft#1/direct/answer#1': says(draft),
      'check#1': says(claim('sky is green', 'look', 'sky')),
      'revise#1': edits(['green', 'blue']),
      'wrap-up#1': says(''),
    },
    end: { answer: mended, outcome: 'limit:calls' },
  },
  {
    name: 'critic whose judge fails after a revision',
    loop: critic,
    task: 'What colours are there?',
    tools: ['look'],
    replies: {
      'draft#1/direct/answer#1': says(draft),
      'check#1': says(claim('sky is green', 'look', 'sky')),
      'revise#1': edits(['green', 'blue']),
      'check#2': fails(new Error('out of order'), 'VERI'),
    },
    end: { answer: mended, outcome: 'gap_open' },
  },
  {
    name: 'critic with edits that were cut off',
    loop: critic,
    task: 'What colours are there?',
    tools: ['look'],
    replies: {
      'draft#1/direct/answer#1': says(draft),
      'check#1': says(claim('sky is green', 'look', 'sky')),
      'revise#1': { text: '{"edits":[{"claim":"green","replacement":"bl', finish: 'length' },
      'revise#1/repair#1': edits(['green', 'blue']),
      'check#2': says('VERIFIED'),
    },
    end: { answer: mended, outcome: 'answered' },
  },
]
