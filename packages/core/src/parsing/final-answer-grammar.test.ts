import { describe, expect, it } from 'vitest'
import { assistant, observation, user } from '../messages.ts'
import { finalAnswerGrammar } from './final-answer-grammar.ts'

describe('finalAnswerGrammar', () => {
  it.each([
    ['the answer after the marker', 'Six seventeens.\nFINAL ANSWER: 102', '102'],
    ['all of a reply without one', 'It is 102.', 'It is 102.'],
    ['nothing in a reply that only thinks', '<think>FINAL ANSWER: 102</think>', ''],
  ])('reads %s', (_, text, answer) => {
    expect(finalAnswerGrammar.parse(text, [])).toEqual({ kind: 'answer', text: answer })
  })

  it('teaches the marker it reads', () => {
    expect(finalAnswerGrammar.preamble([])).toContain('`FINAL ANSWER:`')
    expect(finalAnswerGrammar.repair('', [])).toContain('`FINAL ANSWER:`')
  })

  it('shows every message as it is, and lets the model write to its end', () => {
    const seen = observation({ type: 'tool-result', id: '1', tool: 'search', text: 'Found.' })
    for (const message of [user('102?'), assistant('FINAL ANSWER: 102'), seen])
      expect(finalAnswerGrammar.render(message)).toBe(message)
    expect(finalAnswerGrammar.stop).toEqual([])
  })
})
