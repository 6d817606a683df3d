/** What a model said in its own turn: thinking, and what a server let through behind the end of the turn, are no part of it. */
import { quotationsIn } from './quoted-text.ts'
import { stripThinking } from './reply-text.ts'

const token = String.raw`(?:<\|(?:im_end|eot_id|endoftext|end_of_turn|end|return)\|>|</s>)`

/** In backticks, or with more than another turn behind it, such a token is a mention. */
const endOfTurn = new RegExp(
  String.raw`(?<!\`)${token}(?:\s{0,9}${token}){0,9}\s{0,99}(?=<\|(?:im_start|start|start_header_id)\|>|$)`,
  'g',
)

export function spokenTurn(reply: string): string {
  const text = stripThinking(reply).trim()
  const quotations = quotationsIn(text)
  for (const { index } of text.matchAll(endOfTurn)) if (!quotations.at(index)) return text.slice(0, index).trim()
  return text
}
