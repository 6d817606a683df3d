/** What a search of the tree came to, and what is missing when it accepted no answer. */
import type { Json } from '../../json.ts'
import type { LoopResult } from '../../kernel/loop.ts'
import { cutOff, type Piece } from '../cut-off.ts'
import { drawnTree } from './drawing.ts'
import type { Found, Stop, Work } from './search.ts'
import type { Node } from './tree.ts'

const missing: Readonly<Record<Exclude<Stop, 'answered'>, string>> = {
  depth: 'No line came to an accepted answer within the greatest depth.',
  expansions: 'No answer was accepted before the expansions were used up.',
  exhausted: 'No answer was accepted, and no thought was left to go on from.',
}

/** A judge that gives less is of another mind. */
const half = 5

export function resultOf(work: Work, { stop }: Found, answer: Node | undefined): LoopResult {
  const { search } = work.config
  const tree = drawnTree(work.nodes)
  if (!answer) return withoutAnswer(work.pieces, { search, tree })
  const details = { stop, search, answer: answer.id, score: answer.score, tree }
  const gap = [...lacksOf(stop, answer), answer.lack].filter((part) => part !== '').join(' ')
  return { answer: answer.thought, ...(stop !== 'answered' && limit), ...(gap !== '' && { gap }), details }
}

const limit = { outcome: 'limit:turns' } as const

function withoutAnswer(pieces: readonly Piece[], details: Readonly<Record<string, Json>>): LoopResult {
  const piece = pieces.find(({ text }) => text !== '') ?? pieces[0]
  if (piece) return cutOff(piece, details)
  return { answer: null, outcome: 'stuck:unreadable', details: { stop: 'unreadable', ...details } }
}

function lacksOf(stop: Stop, { score }: Node): readonly string[] {
  if (stop !== 'answered') return [missing[stop], score === null ? '' : `The best answer scored ${shown(score)} of 10.`]
  return score !== null && score < half ? [`The judge gave the answer ${shown(score)} of 10.`] : []
}

/** The mean of several votes may have many digits. */
function shown(score: number): string {
  return String(Number(score.toFixed(1)))
}
