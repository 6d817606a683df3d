import { describe, expect, it } from 'vitest'
import { askedAgain, RefusedAnswers } from './refused-answers.ts'

const why = 'not-a-choice: Oslo | Rome'

function refused(body: { readonly question?: string; readonly text: string }, action = 'answer'): RefusedAnswers {
  const answers = new RefusedAnswers()
  answers.asked('ask#1')
  answers.note({ id: 'itv_1', action, state: 'queued', data: { id: 'itv_1', body } })
  answers.note({ id: 'itv_1', action, state: 'rejected', data: { id: 'itv_1', why } })
  return answers
}

describe('an answer that was not accepted', () => {
  it('is told with the question it was sent to', () => {
    const answers = refused({ question: 'ask#1', text: 'Berlin' })
    expect([answers.why('ask#1'), answers.why('ask#2')]).toEqual([why, undefined])
  })

  it('was meant for the one that is open when it names none', () => {
    expect(refused({ text: 'Berlin' }).why('ask#1')).toBe(why)
  })

  it.each(['ask#1', undefined])('says nothing of what is asked later, sent to %s', (question) => {
    const answers = refused({ ...(question !== undefined && { question }), text: 'Berlin' })
    answers.asked('ask#1')
    expect(answers.why('ask#1')).toBeUndefined()
  })

  it('is none when it was no answer at all', () => {
    expect(refused({ text: 'Shorter!' }, 'steer').why('ask#1')).toBeUndefined()
  })

  it('is put before the question', () => {
    expect(askedAgain('Which city?', why)).toBe(
      'The last answer was not accepted (not-a-choice: Oslo | Rome). Which city?',
    )
    expect(askedAgain('Which city?', undefined)).toBe('Which city?')
  })
})
