import { describe, expect, it } from 'vitest'
import { earlier, logOfScenario } from '../../test/support/loop-log.ts'
import { timelineOf } from './timeline-rows.ts'

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

  it('says of a plan that a model wrote how long it is', async () => {
    const { rows } = timelineOf(await logOfScenario('reason that asks and adjusts'), 100)
    expect(rows[1]).toMatchObject({ title: 'Plan', detail: '2 steps proposed', path: 'plan#1' })
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
    const [id = ''] = log.interventions.keys()
    const { rows } = timelineOf(log, 100, { said: new Map([[id, { text: 'the cellar' }]]), reader: 'somebody else' })
    expect(rows.map(({ title }) => title)).toContain('Answer: “the cellar”')
  })

  it('says "you" to who sent something', async () => {
    const log = await logOfScenario('reason that asks and adjusts')
    const [sent] = log.interventions.values()
    const by = String(sent?.data['by'])
    expect(by).not.toBe('undefined')
    const rowsFor = (reader: string) => timelineOf(log, 100, { said: new Map(), reader }).rows
    expect(rowsFor(by).some(({ detail }) => detail.startsWith('you'))).toBe(true)
    expect(rowsFor('somebody else').some(({ detail }) => detail.startsWith(by))).toBe(true)
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
