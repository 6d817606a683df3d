import { stripThinking } from './reply-text.ts'

const endOfTurn = /<\|(?:im_end|eot_id|endoftext|end_of_turn|end|return)\|>[ \t]*(?=[\r\n]|$)|<\/s>\s{0,8}$/

/** A reply without its thinking, and without what follows a token that ends a turn: some servers let it through. */
export function spokenTurn(reply: string): string {
  const [turn = ''] = stripThinking(reply).split(endOfTurn, 1)
  return turn.trim()
}
