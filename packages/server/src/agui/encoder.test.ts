import type { Question, SessionDefinition } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import type { Ending, Moment } from '../narration/moment.ts'
import type { AguiRun } from './agui-run.ts'
import { AguiEncoder } from './encoder.ts'

const run: AguiRun = { threadId: 't', runId: 'r', session: 'ses_1', messages: [] }

const begun: Moment = {
  type: 'begun',
  session: 'ses_1',
  definition: {
    task: { goal: 'Find out.', messages: [], files: [] },
    budget: { modelCalls: 3 },
    models: { author: 'a/b', planner: 'a/b', judge: 'a/b', utility: 'a/b' },
  } as unknown as SessionDefinition,
}

const end: Ending = {
  outcome: 'answered',
  answer: '42',
  text: '42',
  gap: null,
  details: null,
  status: 'completed',
  usage: { modelCalls: 1, toolCalls: 0, inputTokens: 10, outputTokens: 5, costUsd: null, activeMs: 3 },
  cachedTokens: 4,
  reasoningTokens: 2,
  error: null,
}

const approval: Question = {
  path: 'act#1[0]/approve#1',
  kind: 'approval',
  question: 'Run `send`?',
  choices: ['approve', 'reject'],
  data: { tool: 'send', input: { to: 'Ann' } },
}

const sendCall = 'call_ses_1_caecdd4f9b81'

/** What comes of moments, after a session has begun. */
function told(...moments: readonly Moment[]) {
  const encoder = new AguiEncoder(run)
  encoder.encode(begun)
  return moments.flatMap((moment) => encoder.encode(moment))
}

const types = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type)

describe('the beginning of a run', () => {
  it('is who runs, then all that is known', () => {
    const encoder = new AguiEncoder({ ...run, parentRunId: 'p' })
    expect([...encoder.start(), ...encoder.encode(begun)]).toEqual([
      { type: 'RUN_STARTED', threadId: 't', runId: 'r', protocolVersion: '1.0', parentRunId: 'p' },
      {
        type: 'STATE_SNAPSHOT',
        snapshot: { session: 'ses_1', goal: 'Find out.', plan: null, status: 'running', budget: { modelCalls: 3 } },
      },
    ])
  })

  it('opens again what an earlier run left open', () => {
    const encoder = new AguiEncoder(run)
    encoder.recall(begun)
    encoder.recall({ type: 'step-begun', path: 'expert#1', name: 'expert', kind: 'loop' })
    encoder.recall({ type: 'standing', status: 'waiting' })
    expect(encoder.encode({ type: 'standing', status: 'executing' })).toEqual([
      { type: 'STATE_SNAPSHOT', snapshot: expect.objectContaining({ goal: 'Find out.', status: 'waiting' }) },
      { type: 'SUBAGENT_STARTED', subagentRunId: 'ses_1:expert#1', name: 'expert' },
      { type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/status', value: 'executing' }] },
    ])
  })
})

describe('what is said', () => {
  it('is thoughts with an end, each a message', () => {
    expect(
      told(
        { type: 'thought-begun', path: 'think#1' },
        { type: 'thought', path: 'think#1', text: 'Hm.' },
        { type: 'thought-ended', path: 'think#1' },
        { type: 'thought-begun', path: 'expert#1/reflexion/reflect#2' },
      ).map(({ role: _, ...event }) => event),
    ).toEqual([
      { type: 'REASONING_START', messageId: 'ses_1:thought:1', metadata: { kind: 'think' } },
      {
        type: 'REASONING_MESSAGE_START',
        messageId: 'ses_1:thought:1',
        metadata: { kind: 'think' },
      },
      { type: 'REASONING_MESSAGE_CONTENT', messageId: 'ses_1:thought:1', delta: 'Hm.' },
      { type: 'REASONING_MESSAGE_END', messageId: 'ses_1:thought:1' },
      { type: 'REASONING_END', messageId: 'ses_1:thought:1' },
      { type: 'REASONING_START', messageId: 'ses_1:thought:2', metadata: { kind: 'reflect' } },
      { type: 'REASONING_MESSAGE_START', messageId: 'ses_1:thought:2', metadata: { kind: 'reflect' } },
    ])
  })

  it('is one answer in pieces', () => {
    expect(told({ type: 'answer', text: '4' }, { type: 'answer', text: '2' })).toEqual([
      { type: 'TEXT_MESSAGE_START', messageId: 'ses_1:answer', role: 'assistant' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'ses_1:answer', delta: '4' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'ses_1:answer', delta: '2' },
    ])
  })

  it('is put right when the answer ended otherwise', () => {
    const events = told({ type: 'answer', text: 'Perh' }, { type: 'answer-changed', text: '42' })
    expect(types(events).slice(2)).toEqual(['TEXT_MESSAGE_CONTENT', 'TEXT_MESSAGE_END', 'MESSAGES_SNAPSHOT'])
    expect(events.at(-1)?.['messages']).toEqual([{ id: 'ses_1:answer', role: 'assistant', content: '42' }])
  })
})

describe('work', () => {
  it('is steps by their paths', () => {
    expect(
      told(
        { type: 'step-begun', path: 'think#1', name: 'think', kind: 'generate' },
        { type: 'step-begun', path: 'think#1', name: 'think', kind: 'generate' },
        { type: 'step-ended', path: 'think#1', hasFailed: false, said: 'x' },
        { type: 'step-ended', path: 'other#1', hasFailed: false, said: 'x' },
      ),
    ).toEqual([
      { type: 'STEP_STARTED', stepName: 'think#1', metadata: { name: 'think' } },
      { type: 'STEP_FINISHED', stepName: 'think#1' },
    ])
  })

  it('of a loop inside is its own, and what is open in it ends with it', () => {
    expect(
      told(
        { type: 'step-begun', path: 'expert#1', name: 'expert', kind: 'loop' },
        { type: 'step-begun', path: 'expert#1/react/inner#1', name: 'inner', kind: 'loop' },
        { type: 'step-begun', path: 'expert#1/react/think#1', name: 'think', kind: 'generate' },
        { type: 'note', path: 'expert#1/react/inner#1/cot/note#1', name: 'score', value: 1 },
        { type: 'step-ended', path: 'expert#1', hasFailed: true, said: 'out of order' },
      ),
    ).toEqual([
      { type: 'SUBAGENT_STARTED', subagentRunId: 'ses_1:expert#1', name: 'expert' },
      {
        type: 'SUBAGENT_STARTED',
        subagentRunId: 'ses_1:expert#1/react/inner#1',
        name: 'inner',
        parentSubagentRunId: 'ses_1:expert#1',
      },
      {
        type: 'STEP_STARTED',
        stepName: 'expert#1/react/think#1',
        metadata: { name: 'think' },
        subagentRunId: 'ses_1:expert#1',
      },
      {
        type: 'CUSTOM',
        name: 'gyre.note',
        value: { path: 'expert#1/react/inner#1/cot/note#1', name: 'score', value: 1 },
        subagentRunId: 'ses_1:expert#1/react/inner#1',
      },
      { type: 'STEP_FINISHED', stepName: 'expert#1/react/think#1', subagentRunId: 'ses_1:expert#1' },
      { type: 'SUBAGENT_FINISHED', subagentRunId: 'ses_1:expert#1/react/inner#1', outcome: { type: 'success' } },
      { type: 'SUBAGENT_ERROR', subagentRunId: 'ses_1:expert#1', message: 'out of order' },
    ])
  })

  it('is calls with their results', () => {
    expect(
      told(
        { type: 'tool-begun', id: 'act#1[0]', path: 'act#1[0]', tool: 'send', input: { to: 'Ann' } },
        { type: 'tool-ended', id: 'act#1[0]', path: 'act#1[0]', tool: 'send', text: 'gone', hasFailed: true },
      ),
    ).toEqual([
      { type: 'TOOL_CALL_START', toolCallId: sendCall, toolCallName: 'send' },
      { type: 'TOOL_CALL_ARGS', toolCallId: sendCall, delta: '{"to":"Ann"}' },
      { type: 'TOOL_CALL_END', toolCallId: sendCall },
      {
        type: 'TOOL_CALL_RESULT',
        messageId: `${sendCall}:result`,
        toolCallId: sendCall,
        content: 'gone',
        role: 'tool',
        metadata: { gyre: { failed: true } },
      },
    ])
  })

  it('is a plan, told whole with each revision and else by what changed', () => {
    const steps = [
      { id: '1', goal: 'Look', state: 'running' },
      { id: '2', goal: 'Tell', state: 'pending' },
    ] as const
    const done = [
      { ...steps[0], state: 'done' },
      { ...steps[1], goal: 'Say' },
    ] as const
    const events = told(
      { type: 'plan', revision: 1, steps },
      { type: 'plan', revision: 1, steps: done },
      { type: 'plan', revision: 1, steps: done },
      { type: 'plan', revision: 2, steps: done },
    )
    const known = { messageId: 'plan:ses_1', activityType: 'PLAN' }
    expect(events.filter(({ type }) => type !== 'STATE_DELTA')).toEqual([
      { type: 'ACTIVITY_SNAPSHOT', ...known, content: { revision: 1, steps }, replace: true },
      {
        type: 'ACTIVITY_DELTA',
        ...known,
        patch: [
          { op: 'replace', path: '/steps/0/state', value: 'done' },
          { op: 'replace', path: '/steps/1', value: done[1] },
        ],
      },
      { type: 'ACTIVITY_SNAPSHOT', ...known, content: { revision: 2, steps: done }, replace: true },
    ])
    expect(events.find(({ type }) => type === 'STATE_DELTA')).toEqual({
      type: 'STATE_DELTA',
      delta: [{ op: 'replace', path: '/plan', value: { revision: 1, steps } }],
    })
  })

  it('is no answer before its time', () => {
    expect(told({ type: 'note', path: 'n#1', name: 'proposal', value: { answer: 'Tea.' } })).toEqual([])
  })

  it('is a tree that grows, and whose nodes change', () => {
    const grown = (nodes: readonly { id: number; score: number }[]): Moment => ({
      type: 'note',
      path: 'note#1',
      name: 'tree',
      value: { nodes, left: 0 },
    })
    const known = { messageId: 'tree:ses_1', activityType: 'TREE' }
    expect(told(grown([{ id: 1, score: 0 }]), grown([{ id: 2, score: 5 }]), grown([{ id: 1, score: 9 }]))).toEqual([
      { type: 'ACTIVITY_SNAPSHOT', ...known, content: { nodes: [{ id: 1, score: 0 }] }, replace: true },
      { type: 'ACTIVITY_DELTA', ...known, patch: [{ op: 'add', path: '/nodes/-', value: { id: 2, score: 5 } }] },
      { type: 'ACTIVITY_DELTA', ...known, patch: [{ op: 'replace', path: '/nodes/0', value: { id: 1, score: 9 } }] },
    ])
  })

  it('is sources, what people did, and that it is paused', () => {
    expect(
      told(
        { type: 'source', source: { number: 1, title: 'Tea', url: 'https://tea.test', quotes: [] } },
        { type: 'intervention', id: 'itv_1', action: 'steer', state: 'applied', data: { at: 'think#2' } },
        { type: 'standing', status: 'paused' },
        { type: 'standing', status: 'paused' },
      ),
    ).toEqual([
      { type: 'CUSTOM', name: 'gyre.source', value: { number: 1, title: 'Tea', url: 'https://tea.test', quotes: [] } },
      {
        type: 'CUSTOM',
        name: 'gyre.intervention',
        value: { id: 'itv_1', action: 'steer', state: 'applied', data: { at: 'think#2' } },
      },
      { type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/status', value: 'paused' }] },
      { type: 'CUSTOM', name: 'gyre.paused', value: { session: 'ses_1' } },
    ])
  })
})

describe('a run that waits', () => {
  it('ends with the calls of the client, and closes all else', () => {
    const encoder = new AguiEncoder(run)
    encoder.encode(begun)
    encoder.encode({ type: 'step-begun', path: 'act#1', name: 'act', kind: 'tool' })
    encoder.encode({ type: 'client-call', id: 'q', path: 'act#1[0]', tool: 'pick', input: {} })
    const question: Question = { path: 'act#1[0]', kind: 'tool', question: 'The client runs it.' }
    expect(encoder.waits([question])).toEqual([
      { type: 'STEP_FINISHED', stepName: 'act#1' },
      {
        type: 'RUN_FINISHED',
        threadId: 't',
        runId: 'r',
        outcome: { type: 'success', pendingToolCallIds: [sendCall] },
      },
    ])
  })

  it('ends with interrupts, after a snapshot of state and messages', () => {
    const brought = [
      { id: 'u', role: 'user', content: 'Write.' },
      { id: 'x', role: 'reasoning', content: 'Hm.' },
    ] as const
    const encoder = new AguiEncoder({ ...run, messages: brought })
    encoder.encode(begun)
    encoder.encode({ type: 'step-begun', path: 'act#1[0]', name: 'expert', kind: 'loop' })
    encoder.encode({ type: 'question', question: approval })
    const events = encoder.waits([approval])
    expect(types(events)).toEqual(['SUBAGENT_FINISHED', 'STATE_SNAPSHOT', 'MESSAGES_SNAPSHOT', 'RUN_FINISHED'])
    expect(events[0]?.['outcome']).toEqual({ type: 'suspended', interruptIds: ['ses_1:act#1[0]/approve#1'] })
    expect(events[2]?.['messages']).toEqual([
      { id: 'u', role: 'user', content: 'Write.' },
      {
        id: sendCall,
        role: 'assistant',
        subagentRunId: 'ses_1:act#1[0]',
        toolCalls: [{ id: sendCall, type: 'function', function: { name: 'send', arguments: '{"to":"Ann"}' } }],
      },
    ])
    expect(events[3]?.['outcome']).toMatchObject({
      type: 'interrupt',
      interrupts: [
        {
          id: 'ses_1:act#1[0]/approve#1',
          reason: 'tool_call',
          message: 'Run `send`?',
          toolCallId: sendCall,
          responseSchema: { required: ['approved'], properties: { input: { type: 'object' } } },
          metadata: { gyre: { kind: 'approval', data: { tool: 'send' } } },
        },
      ],
    })
  })

  it('does not tell the client of a call twice', () => {
    const call = { id: sendCall, type: 'function' as const, function: { name: 'send', arguments: '{}' } }
    const encoder = new AguiEncoder({ ...run, messages: [{ id: sendCall, role: 'assistant', toolCalls: [call] }] })
    encoder.recall(begun)
    encoder.recall({ type: 'question', question: approval })
    const again = encoder.encode({ type: 'tool-begun', id: 'x', path: 'act#1[0]', tool: 'send', input: {} })
    expect(types(again)).toEqual(['STATE_SNAPSHOT'])
  })
})

describe('the end of a run', () => {
  it('is success, with the result and the usage; what is open is closed before it', () => {
    expect(
      told(
        { type: 'step-begun', path: 'think#1', name: 'think', kind: 'generate' },
        { type: 'tool-begun', id: 'x', path: 'act#1[0]', tool: 'send', input: {} },
        { type: 'answer', text: '42' },
        { type: 'ended', end },
      ).slice(6),
    ).toEqual([
      { type: 'TEXT_MESSAGE_END', messageId: 'ses_1:answer' },
      expect.objectContaining({ type: 'TOOL_CALL_RESULT', content: 'The run ended before this call did.' }),
      { type: 'STEP_FINISHED', stepName: 'think#1' },
      { type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/status', value: 'completed' }] },
      {
        type: 'RUN_FINISHED',
        threadId: 't',
        runId: 'r',
        result: { session: 'ses_1', outcome: 'answered', answer: '42', gap: null, details: null },
        outcome: { type: 'success' },
        usage: [
          {
            model: 'a/b',
            inputTokens: 10,
            outputTokens: 5,
            totalTokens: 15,
            reasoningTokens: 2,
            cachedInputTokens: 4,
          },
        ],
      },
    ])
  })

  it('is cancelled when somebody aborted it', () => {
    const events = told({ type: 'ended', end: { ...end, outcome: 'aborted', status: 'aborted' } })
    expect(events.at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'cancelled' } })
  })

  it('is an error when it failed', () => {
    const error = { code: 'model-failed', message: 'out of order' }
    const events = told({ type: 'ended', end: { ...end, outcome: 'failed:model-failed', status: 'failed', error } })
    expect(events.at(-1)).toMatchObject({ type: 'RUN_ERROR', message: 'out of order', code: 'model-failed' })
  })
})
