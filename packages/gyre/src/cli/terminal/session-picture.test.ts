import type { DeltaEvent, FactEvent, SessionEvent } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { SessionPicture } from './session-picture.ts'

const at = '2026-01-01T00:00:10.000Z'
const atMs = Date.parse(at)
let seq = 0

function fact(type: FactEvent['type'], data: FactEvent['data'] = {}, path?: string): SessionEvent {
  seq += 1
  return { v: 1, seq, at, type, session: 'ses_1', data, ...(path && { path }) }
}

function delta(type: DeltaEvent['type'], path: string, data: FactEvent['data']): SessionEvent {
  return { v: 1, at, type, session: 'ses_1', path, data }
}

const created = fact('session.created', { loop: 'react', budget: { modelCalls: 40 } })

/** The picture after these events, and the steps worth a line. */
function after(...events: SessionEvent[]) {
  const picture = new SessionPicture()
  const steps = [created, ...events].flatMap((event) => picture.apply(event) ?? [])
  return { picture, steps }
}

describe('the picture of a session', () => {
  it('knows the step under way and the text so far', () => {
    const { picture } = after(
      delta('step.started', 'think#1', { kind: 'generate' }),
      delta('text.delta', 'think#1', { text: 'The ' }),
      delta('text.delta', 'think#1', { text: 'value' }),
    )
    expect([...picture.running]).toEqual([['think#1', { name: 'think', sinceMs: atMs, text: 'The value' }]])
    expect(picture.isWorking).toBe(true)
  })

  it('knows a step it did not see start, and none that is over', () => {
    const { picture } = after(
      delta('text.delta', 'think#1', { text: 'alue' }),
      fact('step.finished', { kind: 'generate', result: { parts: [{ type: 'text', text: 'Value' }] } }, 'think#1'),
      delta('text.delta', 'think#1', { text: 'late' }),
      delta('text.delta', 'think#2', { text: 'next' }),
    )
    expect([...picture.running.keys()]).toEqual(['think#2'])
  })

  it('knows how far a tool is, and only what it said last', () => {
    const { picture } = after(
      delta('step.started', 'act#1[0]', { kind: 'tool', tool: 'web.fetch' }),
      delta('tool.progress', 'act#1[0]', { done: 1, total: 3 }),
      delta('tool.progress', 'act#1[0]', { done: 2, total: 3, message: 'pages' }),
    )
    expect([...picture.running.values()]).toEqual([{ name: 'web.fetch', sinceMs: atMs, text: '2/3 pages' }])
  })

  it('writes out what nobody sees in the name of a tool and its arguments', () => {
    const request = { id: '1', tool: 'p\u200bay\u001b[2J', input: { to: 'a\u202eb' } }
    const { steps, picture } = after(
      fact('step.finished', { kind: 'tool', request, result: { text: 'ok\u2066' } }, 'act#1[0]'),
      delta('step.started', 'act#2[0]', { kind: 'tool', tool: request.tool }),
    )
    expect(steps).toMatchObject([{ name: String.raw`p\u200bay`, said: String.raw`to: "a\u202eb" → ok\u2066` }])
    expect(picture.running.get('act#2[0]')?.name).toBe(String.raw`p\u200bay`)
  })

  it('says which check denied a call, and which answers are suspicious', () => {
    const request = { id: '1', tool: 'pay', input: { amount: 5 } }
    const suspected = [{ rule: 'override', start: 0, end: 6 }]
    const { steps } = after(
      fact(
        'step.finished',
        { kind: 'tool', request, result: { text: 'Not run: no.', error: true }, made: false, denied: 'token' },
        'act#1[0]',
      ),
      fact(
        'step.finished',
        { kind: 'tool', request, result: { text: 'Ignore it.', untrusted: { from: 'pay', suspected } } },
        'act#2[0]',
      ),
    )
    expect(steps.map(({ said, hasFailed }) => [said, hasFailed])).toEqual([
      ['amount: 5 → denied by token: no.', true],
      ['amount: 5 → [suspicious: override] Ignore it.', false],
    ])
  })

  it('says of a plan without steps that nothing is left', () => {
    const { steps } = after(fact('plan.changed', { kind: 'plan', result: [] }, 'publish#4'))
    expect(steps).toMatchObject([{ name: 'publish', said: 'nothing is left' }])
  })

  it('says of a reply that cannot be read why, and what it was', () => {
    const result = { parts: [{ type: 'text', text: 'Well …' }], text: '', fault: 'there is no `CLAIM:`' }
    const { steps } = after(fact('step.finished', { kind: 'generate', result }, 'check#1'))
    expect(steps).toMatchObject([{ said: 'cannot be read: there is no `CLAIM:` “Well …”', hasFailed: false }])
  })

  it.each([
    ['{"tools":[{"id":"1"}],"status":"done","sure":true}', 'status: "done", sure: true, tools: [{"id":"1"}]'],
    ['{"status":"done"', '“{"status":"done"”'],
    ['{}', '“{}”'],
  ])('says of the reply %s its fields, the short ones first: %s', (text, said) => {
    const result = { parts: [{ type: 'text', text }], text }
    const { steps } = after(fact('step.finished', { kind: 'generate', result }, 'plan#1'))
    expect(steps).toMatchObject([{ said }])
  })

  it.each([[[]], [[{ type: 'text', text: '' }]], [[{ type: 'reasoning', text: 'Hm.' }]]])(
    'says of a reply of %j that it is no text',
    (parts) => {
      const { steps } = after(fact('step.finished', { kind: 'generate', result: { parts, text: '' } }, 'think#1'))
      expect(steps).toMatchObject([{ said: 'no text' }])
    },
  )

  it('knows why the loop does what comes next, as long as that is news', () => {
    const value = { loop: 'react', why: 'There are tools.' }
    const chosen = fact('note', { kind: 'note', name: 'choice', value }, 'note#1')
    expect(after(chosen).picture.reason).toEqual({ what: 'react', why: 'There are tools.', depth: 0 })
    expect(after(chosen, fact('session.status', { status: 'executing' })).picture.reason).toBeUndefined()
  })

  it('tells where the scores lead once a round, and not of every score', () => {
    const scored = (score: number) => fact('note', { name: 'score', value: { score, step: 'a' } }, 'note#1')
    const trend = fact('note', { name: 'trend', value: { trend: 'improving', slope: 1.5 } }, 'note#3')
    expect(after(scored(2), scored(3.5)).picture.reason).toBeUndefined()
    expect(after(scored(2), scored(3.5), trend).picture.reason).toEqual({
      what: 'scores',
      why: '2.0 → 3.5 improving',
      depth: 0,
    })
  })

  it('tells of a reply: what was said, the calls it asks for, what it cost', () => {
    const { steps, picture } = after(
      fact(
        'step.finished',
        {
          kind: 'generate',
          result: {
            parts: [
              { type: 'text', text: 'I need\nit.' },
              { type: 'tool-call', id: '1', tool: 'calculator', input: { expression: '17 * 6' } },
            ],
          },
          usage: { inputTokens: 1000, outputTokens: 200 },
          costUsd: 0.004,
          ms: 2100,
          active: 2100,
        },
        'episode#2/react/think#3',
      ),
    )
    expect(steps).toEqual([
      {
        number: 1,
        name: 'think',
        depth: 2,
        said: '“I need it.” calculator(expression: "17 * 6")',
        hasFailed: false,
        isWrapUp: false,
        ms: 2100,
        tokens: 1200,
        costUsd: 0.004,
      },
    ])
    expect(picture.view.usage).toMatchObject({ modelCalls: 1, inputTokens: 1000, outputTokens: 200, costUsd: 0.004 })
    expect(picture.activeMs(atMs + 500)).toBe(2600)
  })

  it('tells of tools and failures', () => {
    const request = { id: '1', tool: 'calculator', input: { expression: '1/0' } }
    const { steps } = after(
      fact('step.finished', { kind: 'tool', request, result: { text: '116' } }, 'act#1[0]'),
      fact('step.finished', { kind: 'tool', request, result: { text: 'No.', error: true } }, 'act#2[0]'),
      fact('step.failed', { kind: 'generate', error: { code: 'model-failed', message: 'It broke.' } }, 'think#2'),
    )
    expect(steps.map(({ number, name, said, hasFailed }) => [number, name, said, hasFailed])).toEqual([
      [1, 'calculator', 'expression: "1/0" → 116', false],
      [2, 'calculator', 'expression: "1/0" → No.', true],
      [3, 'think', 'It broke.', true],
    ])
  })

  it('says nothing of steps that keep the books', () => {
    const { steps, picture } = after(
      fact('step.finished', { kind: 'now', result: 1 }, 'now#1'),
      fact('step.finished', { kind: 'loop', result: {} }, 'react'),
      fact('note', { name: 'score' }, 'note#1'),
      fact(
        'plan.changed',
        {
          kind: 'plan',
          result: [
            { id: 'a', goal: 'Look' },
            { id: 'b', goal: 'Tell' },
          ],
        },
        'plan#1',
      ),
    )
    expect(steps.map(({ number, name, said }) => [number, name, said])).toEqual([[1, 'plan', 'a. Look b. Tell']])
    expect(picture.steps).toBe(1)
  })

  it('stops its clock while it is paused, and knows what was settled', () => {
    const { picture } = after(
      fact('intervention.applied', { id: 'itv_1', action: 'pause' }),
      fact('intervention.rejected', { id: 'itv_2', action: 'plan', why: 'no-plan' }),
      fact('session.status', { status: 'paused', active: 700 }),
    )
    expect([picture.isPaused, picture.isWorking, picture.activeMs(atMs + 9999)]).toEqual([true, false, 700])
    expect([...picture.settled]).toEqual([
      ['itv_1', null],
      ['itv_2', 'no-plan'],
    ])
  })

  it('knows what people want and is not done yet, and why it was paused', () => {
    const queued = (id: string, action: string, body: FactEvent['data']) =>
      fact('intervention.queued', { id, action, body, by: 'local' })
    const waiting = [
      queued('itv_1', 'steer', { text: 'be\nbrief' }),
      queued('itv_2', 'pause', { reason: 'before pay' }),
      fact('intervention.applied', { id: 'itv_2', action: 'pause' }),
    ]
    const { picture } = after(...waiting)
    expect(picture.wishes).toEqual(['pausing after this step', 'steer “be brief”'])
    const edited = after(...waiting, queued('itv_1', 'steer', { text: 'be kind' })).picture
    expect(edited.wishes).toEqual(['pausing after this step', 'steer “be kind”'])
    const paused = after(...waiting, fact('session.status', { status: 'paused' })).picture
    expect([paused.wishes, paused.pauseReason]).toEqual([['steer “be brief”'], 'before pay'])
    expect(after(...waiting, fact('intervention.withdrawn', { id: 'itv_1' })).picture.wishes).toEqual([
      'pausing after this step',
    ])
  })

  it('takes no step that was told to wrap up for a failure, and gives it no number', () => {
    const { steps, picture } = after(
      fact('step.failed', { kind: 'generate', error: { code: 'wrap-up', outcome: 'limit:calls' } }, 'think#1'),
      fact('step.failed', { kind: 'generate', error: { code: 'wrap-up', outcome: 'answered' } }, 'final#1'),
      fact('step.failed', { kind: 'generate', error: { code: 'cut', outcome: 'limit:time' } }, 'think#2'),
      fact('step.failed', { kind: 'tool', error: { code: 'stuck', why: 'duplicate' } }, 'act#1[0]'),
    )
    expect(steps.map(({ name, said, hasFailed, isWrapUp }) => [name, said, hasFailed, isWrapUp])).toEqual([
      ['think', 'wraps up: calls', false, true],
      ['final', 'wraps up: finish', false, true],
      ['think', 'is cut off: time', false, true],
      ['act', 'stuck: duplicate', true, false],
    ])
    expect(picture.steps).toBe(1)
  })

  it('shows the arguments a person approved in place of those the model gave', () => {
    const request = { id: '1', tool: 'pay', input: { amount: 5 } }
    const { steps } = after(
      fact('question.answered', { kind: 'approval', text: 'approve', input: { amount: 7 } }, 'act#1[0]/approve#1'),
      fact('step.finished', { kind: 'tool', request, result: { text: 'Paid 7.' } }, 'act#1[0]'),
      fact('step.finished', { kind: 'tool', request, result: { text: 'Paid 5.' } }, 'act#2[0]'),
    )
    expect(steps.map(({ said }) => said)).toEqual(['amount: 7 → Paid 7.', 'amount: 5 → Paid 5.'])
  })

  it('tells of each attempt that is made again once: as it happens, or with the record of the step', () => {
    const error = { code: 'model-unavailable', message: 'Busy.' }
    const retries = [
      { model: 'a', ...error, status: 429, waitMs: 2000 },
      { model: 'a', ...error, waitMs: 0 },
    ]
    const picture = new SessionPicture()
    const news = [
      fact('session.created', { loop: 'react', models: { author: 'a', critic: 'c' } }),
      delta('step.started', 'think#1', { kind: 'generate' }),
      delta('step.started', 'think#1', {
        kind: 'generate',
        attempt: 2,
        error: { ...error, status: 429 },
        waitMs: 2000,
      }),
      fact('step.finished', { kind: 'generate', model: 'b', retries, result: {} }, 'think#1'),
      fact('step.finished', { kind: 'generate', model: 'b', result: {} }, 'think#2'),
      fact('step.finished', { kind: 'generate', model: 'c', result: {} }, 'judge#1'),
    ].map((event) => {
      picture.apply(event)
      return picture.retries.map(({ name, said, next }) => [name, said, next])
    })
    expect(news).toEqual([
      [],
      [],
      [['think', '429 Busy.', 'again in 2.0 s']],
      [
        ['think', 'Busy.', 'again'],
        ['think', 'b answers instead', ''],
      ],
      [],
      [],
    ])
  })

  it('knows that a plan is published when it has changed, and what keeps the books as nothing under way', () => {
    const { picture } = after(
      delta('step.started', 'plan-cache#1', { kind: 'cache' }),
      delta('step.started', 'plan-cache#1/plan#1', { kind: 'generate' }),
      delta('step.started', 'publish#1', { kind: 'plan' }),
      fact('plan.changed', { kind: 'plan', result: [] }, 'publish#1'),
    )
    expect([...picture.running.keys()]).toEqual(['plan-cache#1/plan#1'])
  })

  it('knows all that was shown at another time, tells nothing of it again, and how many steps that were', () => {
    const past = [
      fact('note', { name: 'choice', value: { loop: 'react', why: 'There are tools.' } }, 'note#1'),
      fact('step.failed', { kind: 'generate', error: { code: 'model-failed', message: 'It broke.' } }, 'think#1'),
      fact('intervention.rejected', { id: 'itv_1', action: 'plan', why: 'no-plan' }),
    ]
    const picture = new SessionPicture(seq)
    const told = [created, ...past].map((event) => [picture.apply(event), picture.reason, picture.rejection])
    expect(told).toEqual(past.map(() => [undefined, undefined, undefined]).concat([[undefined, undefined, undefined]]))
    expect([picture.steps, picture.lastStep, picture.isPast, picture.earlierSteps]).toEqual([1, undefined, true, 0])
    const step = picture.apply(fact('step.finished', { kind: 'generate', result: { text: 'Hi.' } }, 'think#2'))
    expect([step?.number, picture.isPast, picture.earlierSteps]).toEqual([2, false, 1])
    picture.apply(fact('session.status', { status: 'executing' }))
    expect(picture.earlierSteps).toBe(0)
  })

  it('knows what was rejected, as long as that is news', () => {
    const rejected = fact('intervention.rejected', { id: 'itv_1', action: 'plan', why: 'no-plan' })
    expect(after(rejected).picture.rejection).toEqual({ action: 'plan', why: 'no-plan' })
    expect(after(rejected, fact('session.status', { status: 'executing' })).picture.rejection).toBeUndefined()
  })

  it('names the tool that runs', () => {
    const { picture } = after(delta('step.started', 'act#1[0]', { kind: 'tool', tool: 'web.search' }))
    expect(picture.running.get('act#1[0]')?.name).toBe('web.search')
  })

  it('has nothing under way once it has ended', () => {
    const { picture } = after(
      delta('step.started', 'think#1', { kind: 'generate' }),
      fact('session.ended', { outcome: 'answered', status: 'completed', answer: 'Yes.' }),
    )
    expect([picture.hasEnded, picture.isWorking, picture.running.size]).toEqual([true, false, 0])
  })
})
