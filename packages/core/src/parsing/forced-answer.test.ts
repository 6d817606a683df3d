import { describe, expect, it } from 'vitest'
import { forcedAnswerGrammar } from './forced-answer.ts'

const parse = (text: string) => forcedAnswerGrammar.parse(text, [])
const quiz = '1. Capital of France?\nAnswer: Paris\n2. Capital of Spain?\nAnswer: Madrid'

describe('a forced answer', () => {
  it.each([
    ['as it is', 'So it is 24.', 'So it is 24.'],
    ['without a marker at its beginning', 'ANSWER: 24', '24'],
    ['without a decorated one', '**Final answer:** 24', '24'],
    ['without the thought before it', 'THOUGHT: 6 * 4\nANSWER: 24', '24'],
    ['without thinking', '<think>ANSWER: 1</think>24', '24'],
    ['as code', 'print("Hello")', 'print("Hello")'],
    ['with answers in it', quiz, quiz],
    ['with answers in it, after a marker', `ANSWER: A quiz.\n${quiz}`, `A quiz.\n${quiz}`],
    ['with markers within its lines', 'Write `ANSWER: x`. Then ANSWER: y.', 'Write `ANSWER: x`. Then ANSWER: y.'],
  ])('is read %s', (_, reply, text) => {
    expect(parse(reply)).toEqual({ kind: 'answer', text })
  })

  it.each([
    ['a thought', 'THOUGHT: we go on', 'we go on'],
    ['a call', 'hmm\nAction: search\nAction Input: {"query": "x"}', 'hmm'],
    ['a call without an input', 'hmm\nAction: search', 'hmm'],
    ['a marker', 'ANSWER:', ''],
    ['thinking', '<think>24</think>', ''],
    ['nothing', '', ''],
  ])('is not %s alone', (_, reply, salvage) => {
    expect(parse(reply)).toMatchObject({ kind: 'fault', salvage })
  })

  it('is asked for again without tools', () => {
    expect(forcedAnswerGrammar.repair('no tool can be used here', [])).toMatch(
      /no tool can be used here[\s\S]*FINAL_ANSWER:/,
    )
  })
})
