import type { Question } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import type { UiMessage, UiPart } from './chat-input.ts'
import { uiReplies } from './ui-replies.ts'

const call: Question = { path: 'act#1[0]', kind: 'tool', question: 'The client runs it.' }
const approval: Question = { path: 'act#1[1]/approve#1', kind: 'approval', question: 'Run it?' }
const question: Question = { path: 'ask#1', kind: 'question', question: 'Which city?' }

const assistant = (...parts: readonly UiPart[]): UiMessage => ({ id: 'a', role: 'assistant', parts: [...parts] })
const user = (text: string): UiMessage => ({ id: 'u', role: 'user', parts: [{ type: 'text', text }] })
const callPart: UiPart = { type: 'tool-pick', toolCallId: 'call_ses_1_caecdd4f9b81' }

function replies(questions: readonly Question[], ...messages: readonly UiMessage[]) {
  return uiReplies({ id: 'ses_1', isWaiting: true, seq: 9, questions }, messages)
}

describe('replies of a chat', () => {
  it.each([
    [{ state: 'output-available', output: 'red' }, 'red'],
    [{ state: 'output-available', output: { color: 'red' } }, '{"color":"red"}'],
    [{ state: 'output-error', errorText: 'no idea' }, 'Error: no idea'],
  ])('are outputs of tools: %j', (part, text) => {
    expect(replies([call], assistant({ ...callPart, ...part }))).toEqual([
      { question: call.path, action: 'answer', text },
    ])
  })

  it('are not there while a tool has no output', () => {
    expect(replies([call], assistant({ ...callPart, state: 'input-available' }))).toEqual([])
    expect(replies([call], assistant(), user('red'))).toEqual([])
  })

  it('are approvals', () => {
    const id = 'ses_1:act#1[1]/approve#1'
    const part = (approval: UiPart['approval']): UiPart => ({ type: 'dynamic-tool', approval })
    expect(replies([approval], assistant(part({ id, approved: true })))).toEqual([
      { question: approval.path, action: 'approve' },
    ])
    expect(replies([approval], assistant(part({ id, approved: false, reason: 'No.' })))).toEqual([
      { question: approval.path, action: 'reject', reason: 'No.' },
    ])
    expect(replies([approval], assistant(part({ id })))).toEqual([])
    expect(replies([approval], assistant(part({ id: 'ses_0:act#1[1]/approve#1', approved: true })))).toEqual([])
  })

  it('are what the user says, when one question is left', () => {
    expect(replies([question], assistant(), user('Oslo'))).toEqual([
      { question: 'ask#1', action: 'answer', text: 'Oslo' },
    ])
    expect(replies([question, approval], assistant(), user('Oslo'))).toEqual([])
    expect(replies([approval], assistant(), user('yes'))).toEqual([{ question: approval.path, action: 'approve' }])
    expect(replies([approval], assistant(), user('perhaps'))).toEqual([])
  })
})
