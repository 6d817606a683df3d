import { describe, expect, it } from 'vitest'
import { rejectionLines, rejectionReason } from './rejection.ts'

describe('what people wanted and is rejected', () => {
  it.each([
    ['no-plan', 'this loop has no plan'],
    ['plan-invalid: a; b\nc', 'the plan cannot be carried out: a; b c'],
    ['not-a-choice: yes | no', 'it is none of the choices: yes | no'],
    ['brand-new', 'brand-new'],
    ['brand-new: because', 'brand-new: because'],
    ['constructor', 'constructor'],
  ])('is told in words: %s', (why, words) => {
    expect(rejectionReason(why)).toBe(words)
  })

  it('is one line, which the prompt takes the place of where an answer is none', () => {
    const why = 'no-question'
    expect(rejectionLines({ action: 'plan', why }, true)).toEqual(['✗ plan rejected: nothing is asked there'])
    expect(rejectionLines({ action: 'answer', why }, false)).toEqual(['✗ answer rejected: nothing is asked there'])
    expect(rejectionLines({ action: 'answer', why }, true)).toEqual([])
    expect(rejectionLines(undefined, false)).toEqual([])
  })
})
