import { describe, expect, it } from 'vitest'
import { behind, gate, told } from '../../../../../test/support/kernel.ts'
import { plans, prepares, reasoning, startReason, step } from '../../../../../test/support/reason-runs.ts'
import { earlier, logOfScenario, readLog } from '../../../test/support/loop-log.ts'
import { planPicture, progressText, waveStanding } from './plan-picture.ts'

const pictureOf = async (name: string) => planPicture(await logOfScenario(name), '')

const shortOf = ({ versions, stepsOf }: ReturnType<typeof planPicture>) =>
  versions.map((version) => stepsOf(version).map(({ id, state }) => `${id} ${state}`))

describe('the plan of a session', () => {
  it('is one version as long as its steps are only done', async () => {
    const picture = await pictureOf('plan-execute with steps side by side')
    expect(shortOf(picture)).toEqual([['hall done', 'attic done', 'house done']])
  })

  it('has another version where steps came or were given up, with what was done before in it', async () => {
    expect(shortOf(await pictureOf('reason that asks and adjusts'))).toEqual([
      ['hall failed', 'cellar skipped'],
      ['hall failed', 'attic done'],
      ['hall failed', 'attic done', 'note done'],
    ])
  })

  it('knows the score, the step and the words of what is done', async () => {
    const { versions, stepsOf } = await pictureOf('reason with steps side by side, one of which must not be repeated')
    const [first] = versions.map(stepsOf)
    expect(first).toMatchObject([
      { id: 'hall', tool: 'look', score: 4, quality: 'good', path: 'round#1[0]/step#1', said: 'saw hall', since: 1 },
      { id: 'note', tool: 'send', score: 5, quality: 'good', path: 'round#1[1]/step#1', said: 'sent note', since: 1 },
      { id: 'cup', tool: 'put', score: 4, needs: ['hall', 'note'], path: 'step#1', since: 1 },
    ])
  })

  it('marks with which version a step came', async () => {
    const { versions, stepsOf } = await pictureOf('reason that asks and adjusts')
    const newest = versions.at(-1)
    expect(newest && stepsOf(newest).map(({ id, since }) => [id, since])).toEqual([
      ['hall', 1],
      ['attic', 2],
      ['note', 3],
    ])
  })

  it('tells what is next and what comes later before anything runs', async () => {
    const whole = await logOfScenario('reason with steps side by side, one of which must not be repeated')
    const published = whole.facts.findIndex(({ type }) => type === 'plan.changed')
    expect(shortOf(planPicture(earlier(whole, published + 1), ''))).toEqual([['hall next', 'note next', 'cup later']])
  })

  it('has a step running while something inside of it is done', async () => {
    const whole = await logOfScenario('reason with steps side by side, one of which must not be repeated')
    const inside = whole.facts.findIndex(({ path }) => path === 'round#1[1]/step#1/reason-step/prepare#1')
    const [[, note] = []] = shortOf(planPicture(earlier(whole, inside + 1), ''))
    expect(note).toBe('note running')
  })

  it('has a step held while the session is paused', async () => {
    const whole = await logOfScenario('plan-execute in order')
    const inside = whole.facts.findIndex(({ path }) => path === 'step#1/react/think#1')
    const log = earlier(whole, inside + 1)
    const data = { status: 'paused' }
    const seq = log.view.seq + 1
    log.apply({ v: 1, seq, at: '2026-01-01T00:00:00.000Z', type: 'session.status', session: log.id, data })
    const [[first] = []] = shortOf(planPicture(log, ''))
    expect(first).toBe('1 held')
  })

  it('does not count the time in which the session was paused', async () => {
    const whole = await logOfScenario('plan-execute in order')
    const inside = whole.facts.findIndex(({ path }) => path === 'step#1/react/think#1')
    const log = earlier(whole, inside + 1)
    const startedAt = () => planPicture(log, '').stepsOf(planPicture(log, '').versions[0] as never)[0]?.startedAt ?? 0
    const before = startedAt()
    const paused = log.updatedAt
    const stands = (status: string, ms: number) => {
      const [seq, at] = [log.view.seq + 1, new Date(paused + ms).toISOString()]
      log.apply({ v: 1, seq, at, type: 'session.status', session: log.id, data: { status } })
    }
    stands('paused', 0)
    stands('executing', 60_000)
    expect(startedAt() - before).toBe(60_000)
  })

  it('is that of a loop inside another when its base is given', async () => {
    const log = await logOfScenario('plan-execute in order')
    expect(planPicture(log, 'step#1/react/').versions).toEqual([])
  })
})

describe('why a plan changed', () => {
  it('is what a person answered, or how a step was judged', async () => {
    const { versions } = await pictureOf('reason that asks and adjusts')
    expect(versions.map(({ reason }) => reason)).toEqual([
      undefined,
      { kind: 'answer', text: 'the attic', path: 'ask#1', by: 'local' },
      {
        kind: 'evaluation',
        text: 'Because of adjust.',
        path: 'step#2/reason-step/evaluate#1',
        by: 'attic: partial, 3',
      },
    ])
  })

  it('is what was found to be missing', async () => {
    const { versions } = await pictureOf('reason that is not sure, and compresses its memory')
    expect(versions[1]?.reason).toMatchObject({ kind: 'gap', text: 'the door' })
  })

  it('is what the loop says, and not that somebody agreed to the plan before', async () => {
    const { versions } = await pictureOf('plan-execute that plans anew with approval')
    expect(versions[1]?.reason).toMatchObject({ kind: 'loop', text: 'Step hall: the house is sold' })
  })

  it('is the person who changed it', async () => {
    const at = gate()
    const first = behind(at, prepares('1'))
    const model = reasoning({ plan: plans(step('1'), step('2', '1')), 'step#1/reason-step/prepare#1': first })
    const { session, runtime } = await startReason(model)
    await at.isReached
    await told(session.editPlan([{ ...step('mine'), goal: 'Ask Ada.' }], { by: 'ada' }))
    at.open()
    await session.outcome
    const { versions } = planPicture(await readLog(runtime, session.id), '')
    expect(versions[1]?.reason).toMatchObject({ kind: 'person', by: 'ada', path: 'publish#2' })
  })
})

describe('how far a plan is', () => {
  const drawn = (
    ...states: readonly ('done' | 'failed' | 'running' | 'held' | 'asks' | 'next' | 'later' | 'skipped')[]
  ) =>
    states.map((state, index) => ({
      key: `${index}`,
      id: `${index}`,
      goal: 'Go.',
      tool: undefined,
      needs: [],
      since: 1,
      score: undefined,
      quality: undefined,
      ms: state === 'done' ? 1000 : undefined,
      startedAt: state === 'done' ? index * 500 : undefined,
      path: undefined,
      said: '',
      state,
    }))

  it('counts steps that failed among those that are over', () => {
    expect(progressText(drawn('done', 'failed', 'running', 'next'))).toBe('1 done, 1 failed of 4 steps')
    expect(progressText(drawn('done', 'running'))).toBe('1 of 2 steps done')
  })

  it('is told of a wave in a word: what waits for a person comes first', () => {
    expect(waveStanding(drawn('asks', 'running'))).toEqual({ word: 'waits for you', ms: undefined })
    expect(waveStanding(drawn('done', 'running'))).toEqual({ word: 'running', ms: undefined })
    expect(waveStanding(drawn('done', 'held'))).toEqual({ word: 'paused', ms: undefined })
    expect(waveStanding(drawn('done', 'next'))).toEqual({ word: 'next', ms: undefined })
    expect(waveStanding(drawn('later'))).toEqual({ word: '', ms: undefined })
    expect(waveStanding(drawn('skipped'))).toEqual({ word: 'not made', ms: undefined })
  })

  it('is how long a wave took from its first beginning to its last end', () => {
    expect(waveStanding(drawn('done', 'done'))).toEqual({ word: 'done', ms: 1500 })
  })
})
