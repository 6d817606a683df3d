import { describe, expect, it } from 'vitest'
import { speaksOf } from './spoken-of.ts'

const sentence = (text: string, headings: readonly string[] = [], before = '') => ({ text, headings, before })

describe('a sentence speaks of a question', () => {
  it.each([
    ['names all it names', 'Who founded the Tarn Yard?', sentence('Ada Lind founded the Tarn Yard.')],
    ['stands below the name', 'Who founded the Tarn Yard?', sentence('Ada Lind founded it.', ['The Tarn Yard'])],
    ['follows the name', 'Who founded the Tarn Yard?', sentence('Ada Lind founded it.', [], 'The Tarn Yard is old.')],
    ['names it in short', 'How many plants did Ida Holm find?', sentence('Holm found 40 plants.')],
    ['names it at length', 'Who designed the Gannet?', sentence('Ada Lind designed the Steamer Gannet.')],
    ['has its year', 'How many people lived on Tarn in 1950?', sentence('In 1950 there were 40 on Tarn.')],
    [
      'asks what somebody became',
      'Who became chief of the Tarn Yard?',
      sentence('Otto Berg was chief of the Tarn Yard.'),
    ],
    ['has a witness', 'How many died, according to the inquiry?', sentence('The inquiry says that nine died.')],
    ['asks of something it does', 'What did Ada Lind say?', sentence('Ada Lind spoke of rain.')],
  ])('that it %s', (_, question, said) => {
    expect(speaksOf(said, question)).toBe(true)
  })

  it.each([
    ['names another', 'When was the lighthouse of Aldery built?', sentence('The Skerry Light was built in 1866.')],
    ['names a namesake', 'When did Ida Holm die?', sentence('Otto Holm died in 1907.')],
    ['names only a part', 'Who founded the Tarn Bank?', sentence('Ada Lind founded the yard on Tarn.')],
    ['has another year', 'How many people lived on Tarn in 1960?', sentence('In 1950 there were 40 on Tarn.')],
    ['has another code', 'Which lens has the number CG-91?', sentence('The lens has the number CG-92.')],
    ['says what somebody else is', 'Who was the aunt of Otto Berg?', sentence('Ida Holm was the mother of Otto Berg.')],
    ['says something else of it', 'Where was Otto Berg born?', sentence('Otto Berg worked in Tarn.')],
    ['says that it was so and not why', 'What raised the yield?', sentence('The yield was 6 tonnes.')],
    ['has another witness', 'How many died, according to the inquiry?', sentence('The paper says that ten died.')],
  ])('but not when it %s', (_, question, said) => {
    expect(speaksOf(said, question)).toBe(false)
  })
})
