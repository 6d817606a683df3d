import { describe, expect, it } from 'vitest'
import { begun, created, ended, plan, type Told, toldAt, toldSession } from '../../test/support/told-session.ts'
import { planChecklist } from './plan-checklist-picture.ts'

const inOrder = plan({ id: '1', goal: 'Multiply.', tool: 'math.calculate' }, { id: '2', goal: 'Add.', needs: ['1'] })

const scored = (step: string, quality: string, score: number): Told => ({
  type: 'note',
  data: { name: 'score', value: { step, quality, score } },
})

const states = (...told: readonly Told[]) => planChecklist(toldSession(created(), ...told)).map(({ state }) => state)

describe('a plan as a check-list', () => {
  it('is empty without a plan', () => {
    expect(planChecklist(toldSession(created()))).toEqual([])
  })

  it('shows what runs since when, and what waits for it', () => {
    const log = toldSession(created(), inOrder, begun('step#1', 'loop'))
    expect(planChecklist(log)).toEqual([
      {
        key: '0 1',
        goal: 'Multiply.',
        tool: 'math.calculate',
        state: 'now',
        score: null,
        remark: null,
        since: Date.parse(toldAt),
      },
      { key: '1 2', goal: 'Add.', tool: null, state: 'next', score: null, remark: null, since: null },
    ])
  })

  it('does not count the time in which nothing is done', () => {
    const status = (status: string, second: number): Told => ({
      type: 'session.status',
      at: `2026-11-16T17:00:${second}.000Z`,
      data: { status },
    })
    const sinceOf = (...told: readonly Told[]) =>
      planChecklist(toldSession(created(), inOrder, begun('step#1', 'loop'), ...told))[0]?.since
    expect(sinceOf(status('paused', 10))).toBeNull()
    expect(sinceOf(status('paused', 10), status('executing', 40))).toBe(Date.parse(toldAt) + 30_000)
  })

  it('shows what is done with its score, and what failed', () => {
    const log = toldSession(created(), inOrder, scored('1', 'good', 5), scored('2', 'failed', 1))
    expect(planChecklist(log).map(({ state, score }) => [state, score])).toEqual([
      ['done', 5],
      ['failed', 1],
    ])
  })

  it('takes steps without needs one by one, but calls of tools side by side', () => {
    expect(states(plan({ id: 'a', goal: 'A' }, { id: 'b', goal: 'B' }))).toEqual(['now', 'next'])
    const calls = [
      { id: 'a', goal: 'A', tool: 'web.search' },
      { id: 'b', goal: 'B', tool: 'web.search' },
    ]
    expect(states(plan(...calls))).toEqual(['now', 'now'])
  })

  it('shows what was not made when it ended before', () => {
    expect(states(inOrder, scored('1', 'good', 5), ended({ outcome: 'limit:calls' }))).toEqual(['done', 'not-made'])
  })

  it('tells how sure an expert is', () => {
    const tasks = [
      { id: '1', task: 'Multiply.', confidence: 'medium', outcome: 'answered' },
      { id: '2', task: 'Add.', confidence: 'low', outcome: 'gap_open' },
    ]
    const log = toldSession(created(), inOrder, ended({ details: { tasks } }))
    expect(planChecklist(log).map(({ remark }) => remark)).toEqual(['medium confidence', 'not answered'])
  })
})
