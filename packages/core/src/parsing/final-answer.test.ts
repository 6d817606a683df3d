import { describe, expect, it } from 'vitest'
import { answerAfter } from './final-answer.ts'

describe('answerAfter', () => {
  it.each([
    ['First, then.\nFINAL ANSWER: 42', '42'],
    ['First, then.\nfinal_answer: 42', '42'],
    ['First, then.\n\n**Final Answer:** 42', '42'],
    ['FINAL ANSWER: 41\nNo, wait.\nFINAL ANSWER: 42', '42'],
    ['FINAL ANSWER: 42\nFINAL ANSWER:', '42'],
    ['So FINAL ANSWER: 42', '42'],
    ['<think>FINAL ANSWER: 41</think>FINAL ANSWER: 42', '42'],
    ['```\nFINAL ANSWER: 42\n```', '42'],
    ['FINAL ANSWER:\n\n42\n43', '42\n43'],
  ])('reads the answer in %j', (text, answer) => {
    expect(answerAfter(text, 'FINAL ANSWER')).toEqual({ answer, marked: true })
  })

  it.each([
    ['It is 42.', 'It is 42.'],
    ['<think>hm</think>It is 42.', 'It is 42.'],
    ['It is 42.\nFINAL ANSWER:', 'It is 42.'],
    ['My final answer: 42', 'My final answer: 42'],
    ['SEMIFINAL ANSWER: 42', 'SEMIFINAL ANSWER: 42'],
    ['', ''],
  ])('takes the whole of %j when there is no answer after a marker', (text, answer) => {
    expect(answerAfter(text, 'FINAL ANSWER')).toEqual({ answer, marked: false })
  })

  it('takes any marker', () => {
    expect(answerAfter('So the final answer is: 42', 'So the final answer is:')).toEqual({ answer: '42', marked: true })
    expect(answerAfter('A thought.\nAnswer: 42', 'ANSWER')).toEqual({ answer: '42', marked: true })
  })
})
