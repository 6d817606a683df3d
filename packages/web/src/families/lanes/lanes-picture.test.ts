import { describe, expect, it } from 'vitest'
import { earlier, logOfScenario } from '../../../test/support/loop-log.ts'
import { SessionLog } from '../../session/session-log.ts'
import { lanesPicture, type Turn } from './lanes-picture.ts'

/** A turn in few words. */
const brief = ({ number, thought, calls, answer }: Turn) =>
  [number, thought, ...calls.map(({ tool, state, text }) => `${tool} ${state}: ${text}`), answer].filter(
    (part) => part !== '' && part !== null,
  )

describe('the lanes of a react session', () => {
  it('show each turn with its thought, its calls side by side, and what came of them', async () => {
    const { turns, turn, limit, made, failed, notMade } = lanesPicture(
      await logOfScenario('react with native tools'),
      '',
    )
    expect(turns.slice(0, 1).map(brief)).toEqual([[1, 'I look.', 'look done: saw sky']])
    expect(turns[1]?.calls.map(({ tool, state }) => `${tool} ${state}`)).toEqual([
      'put done',
      'send done',
      'look done',
      'break failed',
    ])
    expect(turns[2]?.calls.map(({ tool, state }) => `${tool} ${state}`)).toEqual([
      'fly refused',
      'look done',
      'send done',
    ])
    expect(turns[3]).toMatchObject({ answer: 'Done: sent letter', calls: [], state: 'finished' })
    expect({ turn, limit, made, failed, notMade }).toEqual({ turn: 4, limit: 10, made: 7, failed: 1, notMade: 1 })
  })

  it('read the text protocol, and the reply that was asked for again', async () => {
    const { turns } = lanesPicture(await logOfScenario('react with the text protocol'), '')
    expect(turns.map(({ thought, path }) => [thought, path])).toEqual([
      ['I look.', 'think#1'],
      ['two things', 'think#2'],
      ['again', 'think#3'],
      ['enough', 'think#4'],
    ])
    expect(turns.at(-1)?.answer).toBe('All is tidy.')
  })

  it('end with the answer that is asked for when no turns are left', async () => {
    const { turns, turn, limit } = lanesPicture(await logOfScenario('react that runs out of turns'), '')
    expect([turn, limit]).toEqual([2, 2])
    expect(turns.at(-1)).toMatchObject({ kind: 'forced', number: 3, path: 'answer#1', answer: 'Nothing there.' })
  })

  it('say of a call that was made twice that it is not made again', async () => {
    const { turns, notMade } = lanesPicture(await logOfScenario('react that repeats itself'), '')
    const states = turns.flatMap(({ calls }) => calls.map(({ state }) => state))
    expect(states).toEqual(['done', 'done', 'refused', 'refused'])
    expect(turns[2]?.calls[0]?.text).toMatch(/^Not made: `look` was called with exactly these arguments twice already/)
    expect(turns[3]?.calls[0]?.text).toBe('Not made: the same call again and again. The loop is stuck.')
    expect(notMade).toBe(2)
  })

  it('keep turns that the loop went back from, and say what was learned', async () => {
    const { turns } = lanesPicture(await logOfScenario('react that goes back'), '')
    expect(turns.map(({ isDropped }) => isDropped)).toEqual([false, true, true, false, false])
    expect(turns[2]?.wentBack).toMatchObject({ path: 'summarise#1', state: 'finished' })
    expect(turns[2]?.wentBack?.summary).toMatch(/^Nothing helped: /)
  })

  it('go back twice, once without a summary', async () => {
    const { turns } = lanesPicture(
      await logOfScenario('react that goes back in the text protocol, twice, once without a summary'),
      '',
    )
    expect(turns.map(({ wentBack }) => wentBack?.state ?? null)).toEqual(['failed', 'finished', null, null])
    expect(turns[0]?.wentBack?.summary).toBe('out of order')
  })

  it('are those of a loop inside another', async () => {
    const log = await logOfScenario('reflexion that is satisfied with its second episode')
    const { turns } = lanesPicture(log, 'episode#1/react/')
    expect(turns.map(brief)).toEqual([
      [1, 'I look.', 'look done: saw table'],
      [2, 'All is tidy.'],
    ])
  })

  it('grow with every fact: what is known of a turn is never taken back', async () => {
    const log = await logOfScenario('react with native tools')
    const whole = lanesPicture(log, '').turns.map(({ path }) => path)
    for (let count = 0; count <= log.facts.length; count += 1) {
      const paths = lanesPicture(earlier(log, count), '').turns.map(({ path }) => path)
      expect(whole.slice(0, paths.length)).toEqual(paths)
    }
  })

  it('show a call whose turn has not come, and one that is under way', async () => {
    const log = earlier(await logOfScenario('react with native tools'), 4)
    const started = (path: string) =>
      log.apply({
        v: 1,
        at: '2026-01-01T00:00:00.000Z',
        type: 'step.started',
        session: log.id,
        path,
        data: { kind: 'tool', tool: 'put', id: 'x', input: {} },
      })
    expect(
      lanesPicture(log, '')
        .turns.at(-1)
        ?.calls.map(({ state }) => state),
    ).toEqual(['next', 'next', 'next', 'next'])
    started('act#2[0]')
    expect(
      lanesPicture(log, '')
        .turns.at(-1)
        ?.calls.map(({ state }) => state),
    ).toEqual(['running', 'next', 'next', 'next'])
  })

  it('are empty before anything happened', () => {
    expect(lanesPicture(new SessionLog('ses_1'), '')).toMatchObject({ turns: [], turn: 0, limit: 10, isOver: false })
  })
})
