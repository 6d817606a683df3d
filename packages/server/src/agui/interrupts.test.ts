import type { Question } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { interruptOf, repliesIn } from './interrupts.ts'
import type { AguiMessage, ResumeEntry } from './run-input.ts'

const approval: Question = { path: 'act#1[1]/approve#1', kind: 'approval', question: 'Run it?' }
const question: Question = { path: 'ask#1', kind: 'question', question: 'Which city?', choices: ['Oslo', 'Rome'] }
const budget: Question = { path: 'think#1/budget#1', kind: 'budget', question: 'How many more?' }
const call: Question = { path: 'act#1[0]', kind: 'tool', question: 'The client runs it.' }

type Given = { readonly resume?: readonly ResumeEntry[]; readonly messages?: readonly AguiMessage[] }

function replies(questions: readonly Question[], { resume = [], messages = [] }: Given) {
  return repliesIn({ id: 'ses_1', isWaiting: true, seq: 9, questions }, { resume, messages })
}

const entry = (question: Question, rest: Pick<ResumeEntry, 'status' | 'payload'>): ResumeEntry => ({
  interruptId: `ses_1:${question.path}`,
  ...rest,
})

describe('an interrupt', () => {
  it.each([
    [approval, 'tool_call'],
    [question, 'input_required'],
    [budget, 'input_required'],
    [{ ...question, kind: 'uncertain' as const }, 'confirmation'],
    [{ ...question, kind: 'fork' as const }, 'confirmation'],
  ])('has a reason', (asked, reason) => {
    expect(interruptOf('ses_1', asked, undefined)).toMatchObject({ id: `ses_1:${asked.path}`, reason })
  })

  it('says what answers it', () => {
    expect(interruptOf('ses_1', question, undefined)['responseSchema']).toEqual({
      type: 'object',
      properties: { answer: { type: 'string', enum: ['Oslo', 'Rome'] } },
      required: ['answer'],
    })
  })
})

describe('what a client resumes with', () => {
  it.each([
    [{ approved: true }, { action: 'approve' }],
    [
      { approved: true, input: { to: 'Bob' } },
      { action: 'approve', input: { to: 'Bob' } },
    ],
    [
      { approved: false, reason: 'No.' },
      { action: 'reject', reason: 'No.' },
    ],
    [true, { action: 'approve' }],
    ['approve', { action: 'approve' }],
    ['yes please', { action: 'reject' }],
    [{}, { action: 'reject' }],
    [undefined, { action: 'reject' }],
  ])('%j decides on a call', (payload, reply) => {
    expect(replies([approval], { resume: [entry(approval, { status: 'resolved', payload })] })).toEqual([
      { question: approval.path, ...reply },
    ])
  })

  it('never approves what was cancelled', () => {
    const resume = [entry(approval, { status: 'cancelled', payload: { approved: true } })]
    expect(replies([approval], { resume })).toEqual([{ question: approval.path, action: 'reject' }])
  })

  it.each([
    [question, { status: 'resolved', payload: { answer: 'Oslo' } }, 'Oslo'],
    [question, { status: 'resolved', payload: { text: 'Oslo' } }, 'Oslo'],
    [question, { status: 'resolved', payload: 'Oslo' }, 'Oslo'],
    [budget, { status: 'resolved', payload: { answer: 10 } }, '10'],
    [budget, { status: 'cancelled' }, 'finish'],
    [question, { status: 'cancelled' }, ''],
    [call, { status: 'resolved', payload: { color: 'red' } }, '{"color":"red"}'],
  ] as const)('answers a question', (asked, rest, text) => {
    expect(replies([asked], { resume: [entry(asked, rest)] })).toEqual([
      { question: asked.path, action: 'answer', text },
    ])
  })

  it('is refused when it answers nothing', () => {
    const resume = [entry(question, { status: 'resolved', payload: {} })]
    expect(() => replies([question], { resume })).toThrow('The payload for `ask#1` has no `answer`.')
  })

  it('is refused when it names what is not open', () => {
    const resume = [entry(question, { status: 'resolved', payload: 'Oslo' })]
    expect(() => replies([approval], { resume })).toThrow('`resume` names interrupts that are not open: `ses_1:ask#1`.')
  })

  it('may be results of its own tools', () => {
    const tool = (rest: Partial<AguiMessage>): AguiMessage => ({
      id: 'x',
      role: 'tool',
      toolCallId: 'call_ses_1_caecdd4f9b81',
      ...rest,
    })
    const text = (message: AguiMessage) => replies([call], { messages: [message] })[0]
    expect(text(tool({ content: 'red' }))).toMatchObject({ action: 'answer', text: 'red' })
    expect(text(tool({ content: [{ type: 'text', text: 'red' }] }))).toMatchObject({ text: 'red' })
    expect(text(tool({ content: '', error: 'no idea' }))).toMatchObject({ text: 'Error: no idea' })
    expect(text(tool({ content: 'red', toolCallId: 'other' }))).toBeUndefined()
  })
})
