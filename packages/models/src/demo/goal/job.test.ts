import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jobsIn } from './job.ts'
import { lackIn } from './lack.ts'

const kinds = (goal: string) => jobsIn(goal)?.map(({ kind, text }) => [kind, text])

describe('the parts of a goal', () => {
  it.each([
    ['What is 17 * 6 + 14?', [['sum', 'What is 17 * 6 + 14?']]],
    ['Convert 5 km to miles', [['measure', 'Convert 5 km to miles.']]],
    ['Use 4, 9, 10 and 13 to make 24.', [['puzzle', 'Use 4, 9, 10 and 13 to make 24.']]],
    ['Please find out who founded the Tarn Yard.', [['fact', 'Who founded the Tarn Yard?']]],
  ])('are one where one thing is wanted: %s', (goal, parts) => {
    expect(kinds(goal)).toEqual(parts)
  })

  it.each([
    'When is Easter 2027, and who founded the Tarn Yard? What is 3 + 4?',
    'When is Easter 2027? Who founded the Tarn Yard; and what is 3 + 4?',
    'When is Easter 2027 and who founded the Tarn Yard. Then what is 3 + 4',
  ])('are several where several are wanted: %s', (goal) => {
    expect(kinds(goal)?.slice(0, 2)).toEqual([
      ['measure', 'When is Easter 2027?'],
      ['fact', 'Who founded the Tarn Yard?'],
    ])
    expect(jobsIn(goal)).toHaveLength(3)
  })

  it('are not cut out of a question for a tool that holds another one', () => {
    expect(kinds('How many days are there between 1 May 2026 and 2026-06-01, and what is 3 + 4?')).toEqual([
      ['measure', 'How many days are there between 1 May 2026 and 2026-06-01?'],
      ['sum', 'What is 3 + 4?'],
    ])
  })

  it.each([
    'Sing a song.',
    'Who founded the Tarn Yard, and why?',
    'What is 3 + 4? Sing a song.',
    'Convert 5 km to miles, then multiply the result by 2.',
    'Who designed the Narrows Bridge and when was it opened?',
  ])('are not known where one of them is not understood: %s', (goal) => {
    expect(jobsIn(goal)).toBeUndefined()
  })

  it('are facts to look up where there is no tool for a date', () => {
    expect(jobsIn('When is Midsummer Eve?', { canMeasure: () => false })).toMatchObject([{ kind: 'fact' }])
  })

  it('are read out of any text', () => {
    fc.assert(
      fc.property(fc.string(), (goal) => {
        for (const { text } of jobsIn(goal) ?? []) expect(text).not.toBe('')
      }),
    )
  })
})

describe('what a goal leaves open', () => {
  it('is a unit', () => {
    const lack = lackIn('Convert 5 km.')
    expect(lack?.question).toBe('Into which unit shall I convert 5 km?')
    for (const said of ['miles', 'to miles', 'into miles ']) {
      expect(lack?.jobs(said)).toMatchObject([
        { kind: 'measure', asked: { input: { value: 5, from: 'km', to: 'miles' } } },
      ])
    }
  })

  it('is a number', () => {
    const lack = lackIn('Multiply the result by 2.')
    expect(lack?.question).toBe('Which number do you mean in “Multiply the result by 2.”?')
    expect(lack?.jobs('It is 21.')).toMatchObject([{ problem: { operands: [{ expression: '21 * 2' }] } }])
    expect(lack?.jobs('I do not know.')).toBeUndefined()
  })

  it('is nothing where all is said, was said before, or is not understood', () => {
    expect([lackIn('What is 3 + 4?'), lackIn('Sing a song.')]).toEqual([undefined, undefined])
    expect(lackIn('Multiply the result by 2.', { that: 4 })).toBeUndefined()
  })
})
