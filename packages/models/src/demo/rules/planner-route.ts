/** The loop for a task: by what the task is, and what the loops say they are best for. */

import { readChain } from '../arithmetic/chain.ts'
import { operationsOf } from '../arithmetic/operations.ts'
import { readProblem } from '../arithmetic/problem.ts'
import { asksForFact } from '../lookup/fact-question.ts'
import { nextHop } from '../lookup/hops.ts'
import type { Rule } from '../rule.ts'
import { readPuzzle } from '../twenty-four/puzzle.ts'

export const plannerRoute: Rule = {
  name: 'planner-route',
  purposes: ['route'],
  decide({ text: task }, { material }) {
    const loops = loopsIn(material['loops'])
    const hasTools = /^- /m.test(material['tools'] ?? '')
    for (const { fits, best, reason } of sorts) {
      const loop = fits(task, hasTools) ? loops.find(({ bestFor }) => best.test(bestFor)) : undefined
      if (loop) return { kind: 'route', loop: loop.name, reason }
    }
    const [cheapest] = loops
    return cheapest && { kind: 'route', loop: cheapest.name, reason: 'Nothing in the task asks for more.' }
  },
}

type Listed = { readonly name: string; readonly bestFor: string }

function loopsIn(lines = ''): readonly Listed[] {
  return [...lines.matchAll(/^- ([\w-]+): (.*)$/gm)].map(([, name = '', bestFor = '']) => ({ name, bestFor }))
}

type Sort = {
  readonly fits: (task: string, hasTools: boolean) => boolean
  readonly best: RegExp
  readonly reason: string
}

/** The first that fits and has a loop. */
const sorts: readonly Sort[] = [
  {
    fits: (task, hasTools) => hasTools && /\b(?:report|overview|survey)\b/i.test(task),
    best: /report/i,
    reason: 'It asks for a report.',
  },
  {
    fits: (task) => readPuzzle(task) !== undefined,
    best: /several (?:strategies|ways)/i,
    reason: 'There are several ways to try, and not all lead to the end.',
  },
  {
    fits: (task) => (operationsOf(readChain(task) ?? '')?.length ?? 0) > 1,
    best: /sub-?goals|sequence/i,
    reason: 'It has steps that follow from each other.',
  },
  {
    fits: (task, hasTools) => hasTools && isSum(task),
    best: /tool use/i,
    reason: 'It is arithmetic, and there are tools.',
  },
  { fits: isSum, best: /arithmetic/i, reason: 'It is arithmetic, and there are no tools.' },
  {
    fits: (task) => asksForFact(task) && nextHop(task) !== undefined,
    best: /chain of facts/i,
    reason: 'It asks for a fact that is found by way of others.',
  },
  { fits: (task, hasTools) => hasTools && asksForFact(task), best: /tool use/i, reason: 'It asks for one fact.' },
]

function isSum(task: string): boolean {
  return readProblem(task, undefined) !== undefined
}
