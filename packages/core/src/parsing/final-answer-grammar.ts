/** The protocol of prose that ends in its answer: reasoning, then a marker. It has no tools. */
import { answerAfter } from './final-answer.ts'
import type { Grammar } from './grammar.ts'
import { beforeTags } from './tagged-calls.ts'

const form = 'Write your reasoning first. Then write the answer alone after `FINAL ANSWER:`, on a line of its own.'

export const finalAnswerGrammar: Grammar = {
  name: 'final-answer',
  version: 1,
  stop: [],
  preamble: () => form,
  render: (message) => message,
  // Without a marker all of it is the answer, so there is nothing to repair but a call, which nobody asked for.
  parse: (text) => {
    const { answer } = answerAfter(text)
    const said = beforeTags(answer)
    return said === '' && answer !== ''
      ? { kind: 'fault', fault: 'no tool can be used here', salvage: '' }
      : { kind: 'answer', text: said }
  },
  repair: () => form,
}
