/** The protocol of prose that ends in its answer: reasoning, then a marker. It has no tools. */

import { wholeAnswer } from './call-remains.ts'
import { answerAfter } from './final-answer.ts'
import type { Grammar } from './grammar.ts'

const form = 'Write your reasoning first. Then write the answer alone after `FINAL ANSWER:`, on a line of its own.'

/** The protocol of reasoning that ends in a marked answer. */
export const finalAnswerGrammar: Grammar = {
  name: 'final-answer',
  version: 1,
  stop: [],
  preamble: () => form,
  render: (message) => message,
  // Without a marker all of it is the answer, so there is nothing to repair but a call, which nobody asked for.
  parse: (text) => wholeAnswer(answerAfter(text).answer),
  repair: () => form,
}
