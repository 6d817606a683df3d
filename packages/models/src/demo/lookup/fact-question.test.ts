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
    ['Who commanded the Kittiwake, and what is 3 + 4?', false],
    ['Who founded the Tarn Yard and when was it built?', false],
    ['Who founded the Tarn Yard? Who led it?', false],
    ['In which year did the Tarn Yard close, then add 10.', false],
    ['Who founded the Tarn Yard and the Ravel Yard?', true],
    ['Who kept the Tarn Light 1871-1880?', true],
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
