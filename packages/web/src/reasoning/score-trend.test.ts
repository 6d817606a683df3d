import { describe, expect, it } from 'vitest'
import { logOfScenario } from '../../test/support/loop-log.ts'
import { SessionLog } from '../session/session-log.ts'
import { scoreTrend, trendText } from './score-trend.ts'

function scored(...scores: readonly number[]): SessionLog {
  const log = new SessionLog('s')
  for (const [index, score] of scores.entries()) {
    const data = { name: 'score', value: { score } }
    log.apply({
      v: 1,
      seq: index + 1,
      at: '2026-01-01T00:00:00.000Z',
      type: 'note',
      session: 's',
      path: `note#${index}`,
      data,
    })
  }
  return log
}

describe('the scores of a session', () => {
  it('are not shown when nothing was scored', () => {
    expect(scoreTrend(new SessionLog('s'))).toBeUndefined()
  })

  it('are held against the lines of who judged them, and told in words', async () => {
    const trend = scoreTrend(await logOfScenario('reason that asks and adjusts'))
    expect(trend).toMatchObject({ range: [1, 5], lines: [{ word: 'good' }, { word: 'partial' }] })
    expect(trend?.points.map(({ label, score }) => [label, score])).toEqual([
      ['hall', 1],
      ['attic', 3],
      ['note', 4],
    ])
    expect(trend && trendText(trend)).toMatch(
      /^Scores of the last 3 evaluations: hall: 1, attic: 3, note: 4\. good from 3\.5\. partial from 2\. trend \w+\.$/,
    )
  })

  it('of unknown kind reach as far as such scores usually do', () => {
    expect(scoreTrend(scored(0.2, 0.9))?.range).toEqual([0, 1])
    expect(scoreTrend(scored(7))?.range).toEqual([0, 10])
    expect(scoreTrend(scored(-2, 3))?.range).toEqual([-2, 5])
  })

  it('are the last twelve', () => {
    expect(scoreTrend(scored(...Array.from({ length: 20 }, (_, index) => index)))?.points.at(0)?.score).toBe(8)
  })
})
