import { describe, expect, it } from 'vitest'
import { answerWord, asksForFact } from './fact-question.ts'

describe('asksForFact', () => {
  it.each([
    ['Who founded the Tarn Yard?', true],
    ['In which year did it close?', true],
    ['How many guests were there?', true],
    ['By how many metres was it longer?', false],
    ['Who are you?', false],
    ['What can you do?', false],
    ['What is 17 * 6?', false],
    ['Sing a song.', false],
    ['', false],
  ])('%s %s', (text, isFact) => {
    expect(asksForFact(text)).toBe(isFact)
  })
})

describe('answerWord', () => {
  it('is the fact before what it is quoted from', () => {
    expect(answerWord('Ada Lind: “Ada Lind founded the yard.” (The Tarn Yard)')).toBe('Ada Lind')
    expect(answerWord('I found nothing that answers “Who?”')).toBeUndefined()
  })
})
