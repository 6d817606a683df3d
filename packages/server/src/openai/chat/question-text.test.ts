import type { Question } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { questionText, replyTo } from './question-text.ts'

const approval: Question = { path: 'act#1[0]', kind: 'approval', question: 'Run `send`?' }
const open: Question = { path: 'ask#1', kind: 'question', question: 'Which city?' }
const choice: Question = { ...open, choices: ['Paris', 'London'] }
const budget: Question = { path: 'think#3', kind: 'budget', question: 'More calls?', data: { resource: 'modelCalls' } }

describe('a question as text', () => {
  it.each([
    [approval, '**Waiting for you:** Run `send`?\n\nAnswer `approve` or `reject`; a reason may follow.'],
    [open, '**Waiting for you:** Which city?\n\nAnswer with your next message.'],
    [choice, '**Waiting for you:** Which city?\n\nAnswer with one of: `Paris`, `London`.'],
    [budget, '**Waiting for you:** More calls?\n\nAnswer with a number that is added, or `finish`.'],
  ])('says how to answer', (question, text) => expect(questionText([question])).toBe(text))

  it('asks the first of several', () => {
    expect(questionText([open, approval, budget])).toContain('\n\n2 more questions come after this.')
    expect(questionText([open, approval])).toContain('\n\nOne more question comes after this.')
  })
})

describe('a message as an answer', () => {
  it.each(['approve', 'Approved.', 'yes', 'Y', 'OK!', '`approve`'])('approves by `%s`', (said) =>
    expect(replyTo(approval, said)).toEqual({ action: 'approve' }),
  )

  it.each([
    ['reject', ''],
    ['No, use the other account', 'use the other account'],
    ['reject: too dear', 'too dear'],
    ['no', ''],
  ])('rejects by `%s`', (said, reason) => expect(replyTo(approval, said)).toEqual({ action: 'reject', reason }))

  it.each(['maybe', 'yes but only twice', 'now', 'nothing', ''])('takes `%s` for no decision', (said) =>
    expect(replyTo(approval, said)).toBeUndefined(),
  )

  it('takes any text for an open question, but no empty one', () => {
    expect(replyTo(open, ' Rome ')).toEqual({ action: 'answer', text: 'Rome' })
    expect(replyTo(open, '  ')).toBeUndefined()
  })

  it('takes one of the choices, however it is written', () => {
    expect(replyTo(choice, '`paris`')).toEqual({ action: 'answer', text: 'Paris' })
    expect(replyTo(choice, 'Rome')).toBeUndefined()
  })

  it('takes an amount, or the end', () => {
    expect(replyTo(budget, '10')).toEqual({ action: 'answer', text: '10' })
    expect(replyTo(budget, 'Finish')).toEqual({ action: 'answer', text: 'finish' })
    expect(replyTo(budget, '-1')).toBeUndefined()
    expect(replyTo(budget, 'a lot')).toBeUndefined()
  })
})
