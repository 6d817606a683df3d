import type { JsonSchema } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { readRequest } from '../reading/reading.ts'
import { givenAnswer } from './given-answer.ts'

const schema: JsonSchema = { type: 'string' }
const decide = (given: string | undefined) => {
  const reading = readRequest({ messages: [], output: { name: 'answer', schema } })
  const question = { text: 'Well?', batchesBefore: 0, ...(given !== undefined && { given }) }
  return givenAnswer.decide(question, reading, { introduction: '' })
}

describe('givenAnswer', () => {
  it('changes nothing of what was answered, right or wrong', () => {
    expect(decide('2 + 2 = 5')).toMatchObject({
      text: '2 + 2 = 5',
      findings: { isKnown: true, question: 'Well?', results: [{ value: 5 }] },
    })
  })

  it.each([
    ['Yes: 2 + 2 = 4', { truth: true }],
    ['No: 2 + 2 = 4', { truth: false }],
    ['2^3 = 8 and 3^2 = 9, so 3^2 is larger.', { choice: '3^2' }],
  ])('reads `%s`', (given, findings) => {
    expect(decide(given)).toMatchObject({ findings })
  })

  it('leaves a question without an answer to others', () => {
    expect(decide(undefined)).toBeUndefined()
  })
})
