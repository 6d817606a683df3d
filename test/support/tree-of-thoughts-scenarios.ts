/** Trees of thoughts in the crash tests. */
import { type ModelRequest, treeOfThoughts } from '@gyre/core'
import { fails, says } from '@gyre/core/testing'
import { lastText, type Replies } from './effects.ts'
import type { Scenario } from './scenario.ts'

const score = (value: number) => says(`It is so.\nSCORE: ${value}`)

/** Two branches: the left one is a dead end, the right one leads to an answer. */
const beam: Replies = {
  'branch#1[0]/think#1': says('THOUGHT: left'),
  'branch#1[1]/think#1': says('THOUGHT: right'),
  'value#1[0]/score#1': score(4),
  'value#1[1]/score#1': score(8),
  'branch#2[0]/think#1': says('ANSWER: found'),
  'branch#2[1]/think#1': says('THOUGHT: further'),
  'value#2[0]/score#1': score(9),
  'value#2[1]/score#1': score(5),
}

/** Thoughts are named by their paths, of which one branch is an answer; scores by what is judged. */
const growing = (scores: Readonly<Record<string, number>>) => (path: string, request: ModelRequest) => {
  if (path === 'answer#1') return says('Asked for.')
  if (path.includes('score#')) {
    const [, candidate = ''] = /<candidate>\n(.*)\n/.exec(lastText(request)) ?? []
    return score(scores[candidate] ?? 5)
  }
  const [, level, place] = /branch#(\d+)\[(\d+)\]/.exec(path) ?? []
  const name = `${level}-${place}`
  return says(`${name in scores ? 'ANSWER' : 'THOUGHT'}: ${name}`)
}

export const treeOfThoughtsScenarios: readonly Scenario[] = [
  {
    name: 'tree-of-thoughts that finds an answer',
    loop: treeOfThoughts,
    task: 'Where is it?',
    options: { config: { nBranches: 2, beamWidth: 1 } },
    replies: beam,
    end: { answer: 'found', outcome: 'answered' },
  },
  {
    name: 'tree-of-thoughts with the plain algorithm',
    loop: treeOfThoughts,
    task: 'Where is it?',
    options: {
      config: { nBranches: 2, beamWidth: 1, diverse: false, merge: false, scoreAnswers: false, parallel: false },
    },
    replies: beam,
    end: { answer: 'found', outcome: 'answered' },
  },
  {
    name: 'tree-of-thoughts that is asked to answer at its greatest depth',
    loop: treeOfThoughts,
    task: 'Where is it?',
    options: { config: { nBranches: 2, maxDepth: 2 } },
    replies: growing({ '1-0': 3 }),
    end: { answer: 'Asked for.', outcome: 'limit:turns' },
  },
  {
    name: 'tree-of-thoughts with replies that are malformed and mended, or not',
    loop: treeOfThoughts,
    task: 'Where is it?',
    options: { config: { maxDepth: 2, votes: 2 } },
    replies: {
      'branch#1[0]/think#1': says('THOUGHT:'),
      'branch#1[0]/think#1/repair#1': says('ANSWER: mended'),
      'branch#1[1]/think#1': says('ANSWER:'),
      'branch#1[1]/think#1/repair#1': says('ANSWER:'),
      'branch#1[2]/think#1': fails(new Error('out of order'), 'THOU'),
      'value#1[0]/score#1': says('Good.'),
      'value#1[0]/score#1/repair#1': score(8),
      'value#1[0]/score#2': says('Good.'),
      'value#1[0]/score#2/repair#1': says('Very good.'),
    },
    end: { answer: 'mended', outcome: 'answered' },
  },
  {
    name: 'tree-of-thoughts of which nothing can be read',
    loop: treeOfThoughts,
    task: 'Where is it?',
    options: { config: { nBranches: 2 } },
    replies: () => says('THOUGHT:'),
    end: { answer: null, outcome: 'stuck:unreadable' },
  },
  {
    name: 'tree-of-thoughts that goes deep first, and back',
    loop: treeOfThoughts,
    task: 'Where is it?',
    options: { config: { search: 'dfs', nBranches: 2, maxDepth: 2 } },
    replies: growing({ '2-0': 2, '3-1': 7 }),
    end: { answer: '3-1', outcome: 'answered' },
  },
  {
    name: 'tree-of-thoughts that uses up its expansions',
    loop: treeOfThoughts,
    task: 'Where is it?',
    options: { config: { search: 'mcts', nBranches: 2, maxExpansions: 2 } },
    replies: growing({ '2-1': 6 }),
    end: { answer: '2-1', outcome: 'limit:turns' },
  },
  {
    name: 'tree-of-thoughts whose answers are worth less than that of its best line',
    loop: treeOfThoughts,
    task: 'Where is it?',
    options: { config: { search: 'dfs', nBranches: 2, maxDepth: 2 } },
    replies: growing({ '1-0': 0, '2-1': 2 }),
    end: { answer: 'Asked for.', outcome: 'limit:turns' },
  },
  {
    name: 'tree-of-thoughts whose last answer is a call, then a thought',
    loop: treeOfThoughts,
    task: 'Where is it?',
    options: { config: { nBranches: 2, maxDepth: 1 } },
    replies: (path, request) => {
      if (path === 'answer#1') return says('hm\nAction: search')
      if (path === 'answer#1/repair#1') return says('Thought: there')
      return growing({})(path, request)
    },
    end: { answer: 'there', outcome: 'limit:turns' },
  },
  {
    name: 'tree-of-thoughts that spends its calls before an answer is judged, and is not answered',
    loop: treeOfThoughts,
    task: 'Where is it?',
    options: { config: { nBranches: 2 }, budget: { modelCalls: 3 } },
    replies: (path, request) => (path === 'wrap-up#1' ? says('THOUGHT: on') : growing({ '1-1': 4 })(path, request)),
    end: { answer: '1-1', outcome: 'limit:calls' },
  },
  {
    name: 'tree-of-thoughts that spends its calls in the middle of a level',
    loop: treeOfThoughts,
    task: 'Where is it?',
    options: { config: { nBranches: 2 }, budget: { modelCalls: 7 } },
    replies: (path, request) => {
      if (path === 'wrap-up#1') return says(`It stays ${lastText(request).split('\n').at(-1)}.`)
      return growing({ '1-0': 4 })(path, request)
    },
    end: { answer: 'It stays 1-0.', outcome: 'limit:calls' },
  },
  {
    name: 'tree-of-thoughts with replies that were cut off, and a judge that fails at last',
    loop: treeOfThoughts,
    task: 'Where is it?',
    options: { config: { nBranches: 2, maxDepth: 1 } },
    replies: {
      'branch#1[0]/think#1': { text: 'ANSWER: In the', finish: 'length' },
      'branch#1[1]/think#1': says('THOUGHT: look'),
      'value#1[0]/score#1': says('SCORE: 5'),
      'answer#1': { text: 'In the box und', finish: 'length' },
      'value#2[0]/score#1': fails(new Error('out of order'), 'SC'),
    },
    end: { answer: 'In the box und', outcome: 'limit:turns' },
  },
]
