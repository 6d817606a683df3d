import type { Question } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import type { Ending, Moment } from '../narration/moment.ts'
import { UiEncoder } from './ui-encoder.ts'
import type { UiTurn } from './ui-turn.ts'

const turn: UiTurn = { session: 'ses_1', messageId: 'msg_1', calls: [], approvals: [] }

const end: Ending = {
  outcome: 'answered',
  answer: '42',
  text: '42',
  gap: null,
  details: null,
  status: 'completed',
  usage: { modelCalls: 1, toolCalls: 0, inputTokens: 10, outputTokens: 5, costUsd: null, activeMs: 3 },
  cachedTokens: 0,
  reasoningTokens: 0,
  error: null,
}

const approval: Question = {
  path: 'act#1[0]/approve#1',
  kind: 'approval',
  question: 'Run `send`?',
  data: { tool: 'send', input: { to: 'Ann' } },
}

const question: Question = { path: 'ask#1', kind: 'question', question: 'Which city?', choices: ['Oslo', 'Rome'] }

const sendCall = 'call_ses_1_caecdd4f9b81'
const approvalId = 'ses_1:act#1[0]/approve#1'
const ours = { providerExecuted: true, dynamic: true }

function told(...moments: readonly Moment[]) {
  const encoder = new UiEncoder(turn)
  return moments.flatMap((moment) => encoder.encode(moment))
}

const step = (path: string, kind: string): Moment => ({ type: 'step-begun', path, name: 'x', kind })
const over = (path: string): Moment => ({ type: 'step-ended', path, hasFailed: false, said: 'ok' })
const boundaries = (chunks: readonly { readonly type: string; readonly id?: unknown }[]) =>
  chunks.map(({ type, id }) => (type === 'data-step' ? `${id}` : type))

describe('a message', () => {
  it('begins with its id and its session', () => {
    expect(new UiEncoder(turn).start()).toEqual([
      { type: 'start', messageId: 'msg_1', messageMetadata: { sessionId: 'ses_1' } },
    ])
  })

  it('has thoughts and an answer', () => {
    expect(
      told(
        { type: 'thought-begun', path: 'think#1' },
        { type: 'thought', path: 'think#1', text: 'Hm.' },
        { type: 'thought-ended', path: 'think#1' },
        { type: 'answer', text: '4' },
        { type: 'answer', text: '2' },
        { type: 'ended', end },
      ),
    ).toEqual([
      { type: 'reasoning-start', id: 'thought-1', providerMetadata: { gyre: { kind: 'think' } } },
      { type: 'reasoning-delta', id: 'thought-1', delta: 'Hm.' },
      { type: 'reasoning-end', id: 'thought-1' },
      { type: 'text-start', id: 'answer' },
      { type: 'text-delta', id: 'answer', delta: '4' },
      { type: 'text-delta', id: 'answer', delta: '2' },
      { type: 'text-end', id: 'answer' },
      {
        type: 'finish',
        finishReason: 'stop',
        messageMetadata: { sessionId: 'ses_1', outcome: 'answered', gap: null, usage: end.usage },
      },
    ])
  })

  it('takes back what the answer is not', () => {
    expect(told({ type: 'answer', text: 'Perh' }, { type: 'answer-changed', text: '42' }).slice(2)).toEqual([
      { type: 'reset-step' },
      { type: 'text-start', id: 'answer' },
      { type: 'text-delta', id: 'answer', delta: '42' },
    ])
  })

  it.each([
    ['limit:modelCalls', 'completed', { type: 'finish', finishReason: 'length' }],
    ['gap_open', 'completed', { type: 'finish', finishReason: 'stop' }],
    ['blocked', 'failed', { type: 'finish', finishReason: 'content-filter' }],
    ['aborted', 'aborted', { type: 'abort', reason: 'Somebody aborted the session.' }],
    [
      'failed:model-failed',
      'failed',
      { type: 'error', errorText: 'The session ended as `failed:model-failed` with no answer.' },
    ],
  ] as const)('that ended as %s says so', (outcome, status, last) => {
    expect(told({ type: 'ended', end: { ...end, outcome, status } }).at(-1)).toMatchObject(last)
  })
})

describe('steps', () => {
  it('are a request and what it led to', () => {
    const moments = [step('think#1', 'generate'), over('think#1'), step('act#1[0]', 'tool'), over('act#1[0]')]
    const chunks = told(...moments, step('think#2', 'generate'), over('think#2'), { type: 'ended', end })
    expect(boundaries(chunks)).toEqual([
      'start-step',
      'think#1',
      'think#1',
      'act#1[0]',
      'act#1[0]',
      'finish-step',
      'start-step',
      'think#2',
      'think#2',
      'finish-step',
      'finish',
    ])
  })

  it('are one while several of ours run', () => {
    const chunks = told(step('map#1[0]/a#1', 'generate'), step('map#1[1]/a#1', 'generate'), over('map#1[0]/a#1'))
    expect(boundaries(chunks).filter((each) => each === 'start-step')).toHaveLength(1)
  })

  it('do not go on while a call in them waits for the client', () => {
    const chunks = told(
      step('think#1', 'generate'),
      over('think#1'),
      { type: 'question', question: approval },
      step('other#1', 'generate'),
      over('other#1'),
      { type: 'question-answered', path: approval.path },
      step('think#2', 'generate'),
    )
    expect(boundaries(chunks)).toEqual([
      'start-step',
      'think#1',
      'think#1',
      'tool-input-start',
      'tool-input-available',
      'tool-approval-request',
      'other#1',
      'other#1',
      'finish-step',
      'start-step',
      'think#2',
    ])
  })

  it('of the kind `loop` are experts', () => {
    expect(
      told(
        { type: 'step-begun', path: 'expert#1', name: 'expert', kind: 'loop' },
        { type: 'step-ended', path: 'expert#1', hasFailed: true, said: 'out of order' },
      ),
    ).toEqual([
      { type: 'data-expert', id: 'expert-expert#1', data: { name: 'expert', path: 'expert#1', state: 'running' } },
      {
        type: 'data-expert',
        id: 'expert-expert#1',
        data: { name: 'expert', path: 'expert#1', state: 'failed', said: 'out of order' },
      },
    ])
  })
})

describe('calls', () => {
  const begun: Moment = { type: 'tool-begun', id: 'x', path: 'act#1[0]', tool: 'send', input: { to: 'Ann' } }
  const ended: Moment = { type: 'tool-ended', id: 'x', path: 'act#1[0]', tool: 'send', text: 'gone', hasFailed: false }

  it('of the loop are run here', () => {
    expect(told(begun, ended)).toEqual([
      { type: 'tool-input-start', toolCallId: sendCall, toolName: 'send', ...ours },
      { type: 'tool-input-available', toolCallId: sendCall, toolName: 'send', ...ours, input: { to: 'Ann' } },
      { type: 'tool-output-available', toolCallId: sendCall, ...ours, output: 'gone' },
    ])
    expect(told(begun, { ...ended, hasFailed: true } as Moment).at(-1)).toEqual({
      type: 'tool-output-error',
      toolCallId: sendCall,
      ...ours,
      errorText: 'gone',
    })
  })

  it('of the client are not', () => {
    const encoder = new UiEncoder(turn)
    expect(encoder.encode({ type: 'client-call', id: 'x', path: 'act#1[0]', tool: 'pick', input: {} })).toEqual([
      { type: 'tool-input-start', toolCallId: sendCall, toolName: 'pick' },
      { type: 'tool-input-available', toolCallId: sendCall, toolName: 'pick', input: {} },
    ])
    expect(encoder.waits([{ path: 'act#1[0]', kind: 'tool', question: '' }])).toEqual([
      { type: 'finish', finishReason: 'tool-calls' },
    ])
  })

  it('of the client have their results for who reads from the beginning', () => {
    const answer = { id: 'itv_1', action: 'answer' } as const
    const moments: readonly Moment[] = [
      { type: 'intervention', ...answer, state: 'queued', data: { body: { text: 'red', question: 'act#1[0]' } } },
      { type: 'intervention', ...answer, state: 'applied', data: { at: 'act#1[0]' } },
    ]
    const call: Moment = { type: 'client-call', id: 'x', path: 'act#1[0]', tool: 'pick', input: {} }
    expect(told(call, ...moments).at(-1)).toEqual({
      type: 'tool-output-available',
      toolCallId: sendCall,
      output: 'red',
    })
    const later = new UiEncoder({ ...turn, calls: [sendCall] })
    later.recall(call)
    expect(moments.flatMap((moment) => later.encode(moment)).map(({ type }) => type)).toEqual([
      'data-control',
      'data-control',
    ])
  })

  it('are asked about, and told of what was said', () => {
    const reject = { id: 'itv_1', action: 'reject' } as const
    const chunks = told(
      begun,
      { type: 'question', question: approval },
      { type: 'intervention', ...reject, state: 'queued', data: { body: { reason: 'No.' } } },
      { type: 'intervention', ...reject, state: 'applied', data: { at: approval.path } },
      { ...ended, hasFailed: true } as Moment,
    ).filter(({ type }) => type !== 'data-control')
    expect(chunks.slice(2)).toEqual([
      { type: 'tool-approval-request', approvalId, toolCallId: sendCall },
      { type: 'tool-approval-response', approvalId, approved: false, reason: 'No.' },
      { type: 'tool-output-denied', toolCallId: sendCall },
    ])
  })

  it('are told of before their result in a message that has not got them', () => {
    const encoder = new UiEncoder(turn)
    encoder.recall({ type: 'question', question: approval })
    const chunks = [
      ...encoder.encode({
        type: 'intervention',
        id: 'i',
        action: 'approve',
        state: 'applied',
        data: { at: approval.path },
      }),
      ...encoder.encode(ended),
    ]
    expect(chunks.map(({ type }) => type)).toEqual([
      'data-control',
      'tool-input-start',
      'tool-input-available',
      'tool-output-available',
    ])
  })
})

describe('news', () => {
  it('are parts of their own', () => {
    const steps = [{ id: '1', goal: 'Look', state: 'running' }] as const
    expect(
      told(
        { type: 'plan', revision: 1, steps },
        { type: 'note', path: 'n#1', name: 'tree', value: { nodes: [{ id: 1, score: 0 }] } },
        { type: 'note', path: 'n#2', name: 'tree', value: { nodes: [{ id: 2 }, { id: 1, score: 9 }] } },
        { type: 'note', path: 'n#3', name: 'gap', value: 'x' },
        { type: 'note', path: 'n#4', name: 'proposal', value: { answer: 'Tea.' } },
        { type: 'source', source: { number: 1, title: 'Tea', url: 'https://tea.test', quotes: [] } },
        { type: 'source', source: { number: 2, title: 'Notes', url: 'notes.md', quotes: [] } },
        { type: 'standing', status: 'paused' },
        { type: 'status', text: 'thinks' },
      ),
    ).toEqual([
      { type: 'data-plan', id: 'plan', data: { revision: 1, steps } },
      { type: 'data-tree', id: 'tree', data: { nodes: [{ id: 1, score: 0 }] } },
      { type: 'data-tree', id: 'tree', data: { nodes: [{ id: 1, score: 9 }, { id: 2 }] } },
      { type: 'data-note', data: { path: 'n#3', name: 'gap', value: 'x' }, transient: true },
      { type: 'source-url', sourceId: '1', url: 'https://tea.test', title: 'Tea' },
      { type: 'source-document', sourceId: '2', mediaType: 'text/plain', title: 'Notes', filename: 'notes.md' },
      { type: 'data-control', data: { status: 'paused' }, transient: true },
      { type: 'data-status', data: { text: 'thinks' }, transient: true },
    ])
  })

  it('of guidance are a message in the message, once, as it was last changed', () => {
    const steer = { id: 'itv_1', action: 'steer' } as const
    const applied: Moment = { type: 'intervention', ...steer, state: 'applied', data: { at: 'think#2' } }
    const chunks = told(
      { type: 'intervention', ...steer, state: 'queued', data: { body: { text: 'Longer!' } } },
      { type: 'intervention', ...steer, state: 'queued', data: { body: { text: 'Shorter!' }, edited: true } },
      applied,
      applied,
    )
    expect(chunks.filter(({ type }) => type === 'steering-message')).toEqual([
      { type: 'steering-message', id: 'itv_1', parts: [{ type: 'text', text: 'Shorter!' }] },
    ])
  })

  it('of a question tell whether it is open', () => {
    const encoder = new UiEncoder(turn)
    const asked = { path: 'ask#1', kind: 'question', question: 'Which city?', choices: ['Oslo', 'Rome'] }
    expect(encoder.encode({ type: 'question', question })).toEqual([
      { type: 'data-question', id: 'ask#1', data: { ...asked, state: 'open' } },
    ])
    expect(encoder.waits([question])).toEqual([{ type: 'finish', finishReason: 'other' }])
    expect(encoder.encode({ type: 'question-answered', path: 'ask#1' })).toEqual([
      { type: 'data-question', id: 'ask#1', data: { ...asked, state: 'answered' } },
    ])
  })
})
