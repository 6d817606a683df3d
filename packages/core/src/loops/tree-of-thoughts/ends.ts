/** What a search of the tree came to, and what is missing when it accepted no answer. */
import type { LoopResult } from '../../kernel/loop.ts'
import { drawnTree } from './drawing.ts'
import type { Found, Stop, Work } from './search.ts'
import type { Node } from './tree.ts'

const missing: Readonly<Record<Exclude<Stop, 'answered'>, string>> = {
  depth: 'No line came to an accepted answer within the greatest depth.',
  expansions: 'No answer was accepted before the expansions were used up.',
  exhausted: 'No answer was accepted, and no thought was left to go on from.',
}

export function resultOf({ nodes, config: { search } }: Work, { stop }: Found, answer: Node | undefined): LoopResult {
  const tree = drawnTree(nodes)
  if (!answer) return { answer: null, outcome: 'stuck:unreadable', details: { stop: 'unreadable', search, tree } }
  const details = { stop, search, answer: answer.id, score: answer.score, tree }
  if (stop === 'answered') return { answer: answer.thought, details }
  const worth = answer.score === null ? '' : ` The best answer scored ${answer.score} of 10.`
  return { answer: answer.thought, outcome: 'limit:turns', gap: missing[stop] + worth, details }
}
