import type { Question } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import type { Ending, Moment } from '../../narration/moment.ts'
import { callId } from '../../session/call-ids.ts'
import { ChatVoice, type VoiceOptions } from './chat-voice.ts'

const plain: VoiceOptions = { session: 'ses_1', status: 'event', reasoning: 'reasoning_content' }

const end: Ending = {
  outcome: 'answered',
  answer: 'Hi.',
  text: 'Hi.',
  gap: null,
  details: null,
  status: 'completed',
  usage: { modelCalls: 1, toolCalls: 0, inputTokens: 1, outputTokens: 1, costUsd: null, activeMs: 1 },
  cachedTokens: 0,
  reasoningTokens: 0,
  error: null,
}

const approval: Question = { path: 'act#1', kind: 'approval', question: 'Send it?', data: { tool: 'send' } }

function clientCall(path: string): Question {
  return { path, kind: 'tool', question: 'weather', data: { tool: 'weather', input: { city: 'Rome' } } }
}

function told(moments: readonly Moment[], options: Partial<VoiceOptions> = {}) {
  const voice = new ChatVoice({ ...plain, ...options })
  return moments.flatMap((moment) => voice.encode(moment))
}

const status = (description: string, done: boolean) => ({
  type: 'event',
  event: { type: 'status', data: { description, done } },
})

describe('the voice of a chat', () => {
  it('tells statuses, thoughts and the answer', () => {
    expect(
      told([
        { type: 'status', text: 'think' },
        { type: 'thought-begun', path: 'think#1' },
        { type: 'thought', path: 'think#1', text: 'Hm.' },
        { type: 'thought-ended', path: 'think#1' },
        { type: 'answer', text: 'Hi.' },
        { type: 'ended', end },
      ]),
    ).toEqual([
      status('think', false),
      { type: 'reasoning', text: 'Hm.' },
      { type: 'reasoning', text: '\n\n' },
      { type: 'content', text: 'Hi.' },
      status('Done', true),
      { type: 'finish', reason: 'stop', standing: { session: 'ses_1', status: 'completed', outcome: 'answered' } },
    ])
  })

  it.each([
    ['reasoning', { type: 'reasoning', text: 'search\n' }],
    ['content', { type: 'content', text: '> search\n\n' }],
  ] as const)('tells a status as %s when asked to', (mode, piece) => {
    expect(told([{ type: 'status', text: 'search' }], { status: mode })).toEqual([piece])
  })

  it('closes the tag of a thought that the end cuts off', () => {
    const moments: readonly Moment[] = [
      { type: 'thought', path: 'think#1', text: 'Hm' },
      { type: 'ended', end: { ...end, outcome: 'aborted', status: 'aborted' } },
    ]
    expect(told(moments, { reasoning: 'think' }).slice(0, 3)).toEqual([
      { type: 'content', text: '<think>Hm' },
      { type: 'content', text: '</think>\n\n' },
      status('Aborted', true),
    ])
  })

  it('shows the plan as a check-list when it has changed, and sources', () => {
    const steps = [
      { id: 's1', goal: 'Look', state: 'done' },
      { id: 's2', goal: 'Fail', state: 'failed' },
      { id: 's3', goal: 'Work', state: 'running' },
      { id: 's1', goal: 'Wait', state: 'pending' },
    ] as const
    const source = { number: 1, title: 'Tides', url: 'https://example.org/tides', quotes: ['The moon pulls.'] }
    expect(
      told([
        { type: 'plan', revision: 1, steps },
        { type: 'plan', revision: 2, steps },
        { type: 'source', source },
      ]),
    ).toEqual([
      {
        type: 'event',
        event: {
          type: 'chat:message:tasks',
          data: {
            tasks: [
              { id: 's1', content: 'Look', status: 'completed' },
              { id: 's2', content: 'Fail', status: 'cancelled' },
              { id: 's3', content: 'Work', status: 'in_progress' },
              { id: 's1 (2)', content: 'Wait', status: 'pending' },
            ],
          },
        },
      },
      {
        type: 'event',
        event: {
          type: 'source',
          data: {
            source: { name: 'Tides', url: 'https://example.org/tides' },
            document: ['The moon pulls.'],
            metadata: [{ source: 'https://example.org/tides', name: 'Tides' }],
          },
        },
      },
    ])
  })

  it('says nothing of tools that the loop runs', () => {
    expect(
      told([
        { type: 'tool-begun', id: 'act#1', path: 'act#1', tool: 'search', input: {} },
        { type: 'tool-ended', id: 'act#1', path: 'act#1', tool: 'search', text: 'found', hasFailed: false },
      ]),
    ).toEqual([])
  })

  it('hands calls to the client, and ends where it waits for them', () => {
    const voice = new ChatVoice(plain)
    const call = (path: string): Moment => ({
      type: 'client-call',
      id: path,
      path,
      tool: 'weather',
      input: { city: 'Rome' },
    })
    expect(voice.encode(call('act#1[0]'))).toEqual([
      { type: 'call', index: 0, id: callId('ses_1', 'act#1[0]'), tool: 'weather', input: '{"city":"Rome"}' },
    ])
    expect(voice.encode(call('act#1[1]'))).toMatchObject([{ index: 1 }])
    expect(voice.encode({ type: 'standing', status: 'waiting' })).toEqual([])
    expect(voice.waits([approval, clientCall('act#1[0]'), clientCall('act#1[1]')])).toEqual([
      status('Waiting for your tools', true),
      { type: 'finish', reason: 'tool_calls', standing: { session: 'ses_1', status: 'waiting' } },
    ])
  })

  it('fails when it is told nothing more and there is no reason', () => {
    expect(new ChatVoice(plain).stopped().at(-1)).toMatchObject({ type: 'failure', error: { code: 'server-stopping' } })
  })

  it('asks when the session waits, not before', () => {
    const voice = new ChatVoice(plain)
    expect(voice.encode({ type: 'answer', text: 'Well.' })).toHaveLength(1)
    expect(voice.encode({ type: 'question', question: approval })).toEqual([])
    expect(voice.encode({ type: 'standing', status: 'waiting' })).toEqual([])
    expect(voice.waits([approval])).toEqual([
      {
        type: 'content',
        text: '\n\n**Waiting for you:** Send it?\n\nAnswer `approve` or `reject`; a reason may follow.',
      },
      status('Waiting for you', true),
      {
        type: 'finish',
        reason: 'stop',
        standing: {
          session: 'ses_1',
          status: 'waiting',
          question: { path: 'act#1', kind: 'approval', question: 'Send it?' },
        },
      },
    ])
  })

  it('does not end with what somebody was refused', () => {
    const refused: Moment = { type: 'intervention', id: 'itv_1', action: 'answer', state: 'rejected', data: {} }
    expect(told([{ type: 'question', question: approval }, refused])).toEqual([])
  })

  it('hands over calls again that it waits with still', () => {
    expect(new ChatVoice(plain).waits([clientCall('act#1[0]')])).toMatchObject([
      { type: 'call', index: 0, id: callId('ses_1', 'act#1[0]'), tool: 'weather', input: '{"city":"Rome"}' },
      status('Waiting for your tools', true),
      { type: 'finish', reason: 'tool_calls' },
    ])
  })

  it('tells a pause, and stays', () => {
    expect(told([{ type: 'standing', status: 'paused' }])).toEqual([status('Paused', false)])
  })
})
