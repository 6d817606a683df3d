import { describe, expect, it } from 'vitest'
import { about, decided, introduction } from '../../../test/decided.ts'
import { authorReflection } from './author-reflection.ts'
import { authorSynthesis } from './author-synthesis.ts'

const output = (id: number, text: string) => `Step ${id}: Do it.\n<untrusted from="step ${id}">\n${text}\n</untrusted>`

describe('the answer from results', () => {
  it.each([
    ['Add 17 and 25, then multiply by 3.', ['17 + 25 = 42', '42 * 3 = 126'], '(17 + 25) * 3 = 126'],
    ['Add 17 and 25, then multiply by 3.', ['17 + 25 = 42', '42 * 3 = 127'], '42 * 3 = 127'],
    ['What is 2 + 2 and 3 * 3?', ['2 + 2 = 4', '3 * 3 = 9'], '2 + 2 = 4; 3 * 3 = 9'],
    ['Which is larger, 7 * 8 or 60?', ['7 * 8 = 57'], '7 * 8 = 57 and 60, so 60 is larger.'],
    ['Is 7 * 8 equal to 56?', ['7 * 8 = 56'], 'Yes: 7 * 8 = 56'],
    [
      'What is (1 + 2) / 0?',
      ['1 + 2 = 3', introduction],
      'Cannot evaluate `(1 + 2) / 0`: it divides by zero or is too large.',
    ],
    ['What is 2 + 2 and 3 * 3?', ['2 + 2 = 4', `Well. ${introduction}`], introduction],
    ['Who founded the yard?', ['It was there.', 'Ada Lind: “So it is.” (A Title)'], 'Ada Lind: “So it is.” (A Title)'],
  ])('to `%s` is what the steps gave', (task, outputs, text) => {
    const results = outputs.map((each, index) => output(index + 1, each)).join('\n\n')
    expect(decided(authorSynthesis, about({ task, results }))).toMatchObject({ kind: 'answer', text })
  })

  it.each([
    [
      'Add 17 and 25, multiply the result by 3, then subtract 26.',
      ['17 + 25 = 42', '42 * 3 = 126'],
      '- Subtract 26 from the result of step 2.',
      '17 + 25 = 42; 42 * 3 = 126. Left out: Subtract 26 from the result of step 2.',
    ],
    [
      'Who founded the yard that built the Gannet?',
      ['Tarn Yard: “It was the Tarn Yard.” (A Title)'],
      '- Who founded the answer of step 1?',
      'Tarn Yard: “It was the Tarn Yard.” (A Title). Left out: Who founded the answer of step 1?',
    ],
    ['What is 2 + 2 + 0?', ['2 + 2 = 4'], '- Add 0.\n- Say it.', '2 + 2 = 4. Left out: Add 0. Say it.'],
  ])('to `%s` says what it lacks when steps were left out', (task, outputs, leftOut, text) => {
    const results = outputs.map((each, index) => output(index + 1, each)).join('\n\n')
    const parts = { task, results, 'left-out': leftOut }
    expect(decided(authorSynthesis, about(parts))).toMatchObject({ kind: 'answer', text })
  })

  it('is left to others for a step, and without results', () => {
    const results = output(1, '4')
    expect(decided(authorSynthesis, about({ task: 'What is 2 + 2?', results, step: 'Add 2 and 2.' }))).toBeUndefined()
    expect(decided(authorSynthesis, about({ task: 'What is 2 + 2?', results: 'Step 1: Add.' }))).toBeUndefined()
  })
})

describe('a reflection', () => {
  const verdict = 'UNSATISFACTORY\nSCORE: 0\nREASON: It is too long.'

  it('names the step that is wrong', () => {
    const parts = { task: 'Sums.', trace: '17 + 25 = 42, 42 * 3 = 136', answer: '136', verdict }
    expect(decided(authorReflection, about(parts))).toMatchObject({
      text: 'The step `42 * 3 = 136` is wrong: 42 * 3 is 126. Next time I check every step before I answer.',
    })
  })

  it('says what the judge said where no step is wrong', () => {
    const parts = { task: 'Sing.', trace: '', answer: 'La.', verdict }
    expect(decided(authorReflection, about(parts))).toMatchObject({ text: expect.stringMatching(/^It is too long\./) })
  })
})
