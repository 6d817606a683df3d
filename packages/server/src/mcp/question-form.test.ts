import type { Question } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { answerIn, declined, formOf, isForPeople } from './question-form.ts'

const approval: Question = { path: 'act#1/approve#1', kind: 'approval', question: 'Run `pay`?' }
const colour: Question = { path: 'ask#1', kind: 'question', question: 'Which?', choices: ['red', 'blue'] }
const open: Question = { path: 'ask#2', kind: 'question', question: 'Why?' }

describe('a form', () => {
  it('asks for a decision, and why', () => {
    expect(formOf(approval)).toEqual({
      message: 'Run `pay`?',
      requestedSchema: {
        type: 'object',
        properties: {
          decision: { type: 'string', title: 'Decision', enum: ['approve', 'reject'] },
          reason: { type: 'string', title: 'Reason', description: 'Why not; the model is told.' },
        },
        required: ['decision'],
      },
    })
  })

  it.each([
    [colour, { type: 'string', title: 'Answer', enum: ['red', 'blue'] }],
    [open, { type: 'string', title: 'Answer' }],
  ])('asks for a choice or a text: %j', (question, answer) => {
    expect(formOf(question).requestedSchema).toEqual({ type: 'object', properties: { answer }, required: ['answer'] })
  })
})

describe('what was filled in', () => {
  it.each([
    [approval, { decision: 'approve' }, { action: 'approve', body: { question: 'act#1/approve#1' } }],
    [
      approval,
      { decision: 'reject', reason: 'Too dear.' },
      { action: 'reject', body: { question: 'act#1/approve#1', reason: 'Too dear.' } },
    ],
    [colour, { answer: 'red' }, { action: 'answer', body: { question: 'ask#1', text: 'red' } }],
    [open, { answer: '' }, { action: 'answer', body: { question: 'ask#2', text: '' } }],
  ])('is an intervention: %j %j', (question, content, answer) => {
    expect(answerIn(question, content)).toEqual(answer)
  })

  it.each([
    [approval, { decision: 'perhaps' }],
    [approval, undefined],
    [colour, { answer: 'green' }],
    [open, { answer: 7 }],
  ])('is nothing when it does not fit: %j %j', (question, content) => {
    expect(answerIn(question, content)).toBeUndefined()
  })
})

it('a form that is declined is a no to an approval, and no answer to a question', () => {
  expect(declined(approval)).toEqual({
    action: 'reject',
    body: { question: 'act#1/approve#1', reason: 'The person declined.' },
  })
  expect(declined(open)).toBeUndefined()
})

it('people are not asked to run the calls of a client', () => {
  expect([approval, { ...open, kind: 'tool' as const }].map(isForPeople)).toEqual([true, false])
})
