import { describe, expect, it } from 'vitest'
import { earlier, logOfScenario } from '../../test/support/loop-log.ts'
import { SessionLog } from '../session/session-log.ts'
import { rowAt, timelineOf } from './timeline-rows.ts'

describe('the timeline of a session', () => {
  it('tells its steps, its reasons, what people were asked and how it ended', async () => {
    const { rows, earlier: before } = timelineOf(await logOfScenario('reason that asks and adjusts'), 100)
    expect(before).toBe(0)
    expect(rows.map(({ title }) => title)).toEqual([
      'Recall, failed',
      'Plan',
      'Plan, 2 steps',
      'Prepare',
      'look',
      'Evaluate',
      'Decide',
      'Ask user',
      'Asked you: Which room?',
      'Answer: “the attic”',
      'Plan',
      'Plan, 1 step',
      'Prepare',
      'look',
      'Evaluate',
      'Decide',
      'Adjust',
      'Plan, 1 step',
      'Prepare',
      'send',
      'Evaluate',
      'Summary',
      'Summarise',
      'Ended: answered',
    ])
  })

  it('finds the row of a step, or the last before one that has none', async () => {
    const log = await logOfScenario('reason that asks and adjusts')
    const { rows } = timelineOf(log, 100)
    const titles = ['plan#1', 'step#1/reason-step/evaluate#1', 'step#1', 'nowhere#1'].map(
      (path) => rowAt(rows, log.stepByPath.get(path))?.title,
    )
    expect(titles).toEqual(['Plan', 'Evaluate', 'Evaluate', undefined])
  })

  it('says of a plan that a model wrote how long it is', async () => {
    const { rows } = timelineOf(await logOfScenario('reason that asks and adjusts'), 100)
    expect(rows[1]).toMatchObject({ title: 'Plan', detail: '2 steps proposed', path: 'plan#1' })
  })

  it('says of a decision what was decided', async () => {
    const { rows } = timelineOf(await logOfScenario('reason that asks and adjusts'), 100)
    const decisions = rows.filter(({ title }) => title === 'Decide').map(({ detail }) => detail)
    expect(decisions).toEqual([
      'ask user, confidence 0.9. Because of ask_user. Asks: Which room?',
      'adjust, confidence 0.9. Because of adjust.',
    ])
  })

  it('says of a plan that is being written what can be told so far', async () => {
    const log = earlier(await logOfScenario('plan-execute in order'), 2)
    const event = { v: 1, at: '2026-01-01T00:00:00.000Z', session: log.id, path: 'plan#1' } as const
    log.apply({ ...event, type: 'step.started', data: { kind: 'generate', role: 'planner' } })
    log.apply({ ...event, type: 'text.delta', data: { text: '{"steps":[{"id":"1","goal":"Tidy the ha', offset: 0 } })
    expect(timelineOf(log, 10).rows.at(-1)?.detail).toBe('Tidy the ha…')
  })

  it('asks for more of what is spent in words', async () => {
    const log = earlier(await logOfScenario('plan-execute in order'), 2)
    const question = 'The limit of modelCalls is reached. How many more? Answer with a number, or `finish`.'
    const data = { kind: 'budget', question, data: { resource: 'modelCalls' } }
    const at = '2026-01-01T00:00:00.000Z'
    log.apply({ v: 1, at, seq: 3, type: 'question.asked', session: log.id, path: 'plan#1/budget#1', data })
    expect(timelineOf(log, 1).rows[0]?.title).toBe('Asked you: No model calls are left. Grant more?')
  })

  it('says of a judgement its numbers, then why', async () => {
    const log = earlier(await logOfScenario('plan-execute in order'), 2)
    const text = JSON.stringify({ relevance: 4, goal_progress: 2.5, reason: 'One room is missing.', facts: [] })
    const data = { kind: 'generate', ms: 5, request: {}, result: { parts: [{ type: 'text', text }] } }
    const at = '2026-01-01T00:00:00.000Z'
    log.apply({ v: 1, at, seq: 3, type: 'step.finished', session: log.id, path: 'evaluate#1', data })
    expect(timelineOf(log, 10).rows.at(-1)).toMatchObject({
      title: 'Evaluate',
      detail: 'relevance 4, goal progress 2.5. One room is missing.',
    })
  })

  it('has what people sent as they last changed it', async () => {
    const log = await logOfScenario('reason that asks and adjusts')
    const changed = new SessionLog(log.id)
    for (const fact of log.facts) {
      const { seq, type, data } = fact
      changed.apply({ ...fact, seq: seq * 2 })
      const edited = { ...data, body: { text: 'the cellar' }, edited: true }
      if (type === 'intervention.queued') changed.apply({ ...fact, seq: seq * 2 + 1, data: edited })
    }
    const answers = timelineOf(changed, 100).rows.filter(({ title }) => title.startsWith('Answer'))
    expect(answers.map(({ title }) => title)).toEqual(['Answer: “the cellar”'])
  })

  it('asks the server where the journal does not tell of changes', async () => {
    const log = await logOfScenario('reason that asks and adjusts')
    const sent = [...log.interventions.keys()].map((id) => ({ id, body: { text: 'the cellar' } }))
    const answers = timelineOf(log, 100, { sent }).rows.filter(({ title }) => title.startsWith('Answer'))
    expect(answers.map(({ title }) => title)).toEqual(['Answer: “the cellar”'])
  })

  it('says "you" to who sent something', async () => {
    const log = await logOfScenario('reason that asks and adjusts')
    const [sent] = log.interventions.values()
    const by = String(sent?.data['by'])
    expect(by).not.toBe('undefined')
    const rowsFor = (reader: string) => timelineOf(log, 100, { reader }).rows
    expect(rowsFor(by).some(({ detail }) => detail.startsWith('you'))).toBe(true)
    expect(rowsFor('somebody else').some(({ detail }) => detail.startsWith(by))).toBe(true)
  })

  it('says how it ended as the badge does, and marks an end that went badly', async () => {
    const log = earlier(await logOfScenario('plan-execute in order'), 2)
    const data = { outcome: 'failed:model-auth', answer: null, gap: null, details: null, status: 'failed', active: 5 }
    const at = '2026-01-01T00:00:00.000Z'
    log.apply({ v: 1, at, seq: 3, type: 'session.ended', session: log.id, data })
    expect(timelineOf(log, 10).rows.at(-1)).toMatchObject({
      title: 'Ended: failed, the provider refused the key',
      look: 'failed',
    })
  })

  it('shows the newest, and counts those before', async () => {
    const log = await logOfScenario('reason that asks and adjusts')
    const { rows, earlier: before } = timelineOf(log, 3)
    expect(rows.map(({ title }) => title)).toEqual(['Summary', 'Summarise', 'Ended: answered'])
    expect(before).toBe(21)
  })

  it('ends with what is under way', async () => {
    const log = earlier(await logOfScenario('plan-execute in order'), 2)
    const at = '2026-01-01T00:00:00.000Z'
    const data = { kind: 'generate', role: 'planner' }
    log.apply({ v: 1, at, type: 'step.started', session: log.id, path: 'plan#1', data })
    expect(timelineOf(log, 10).rows.at(-1)).toMatchObject({
      title: 'Plan',
      icon: 'plan',
      look: 'now',
      since: Date.parse(at),
      path: undefined,
    })
  })

  it('marks people, failures and what was not made', async () => {
    const { rows } = timelineOf(await logOfScenario('reason that runs out of calls in a step'), 100)
    expect(rows.some(({ look, title }) => look === 'not-made' && title.endsWith(', not made'))).toBe(true)
    const asked = timelineOf(await logOfScenario('reason that asks and adjusts'), 100).rows
    expect(asked.filter(({ look }) => look === 'person').map(({ title }) => title)).toEqual([
      'Asked you: Which room?',
      'Answer: “the attic”',
    ])
  })
})
