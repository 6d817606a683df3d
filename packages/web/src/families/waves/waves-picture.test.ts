import { says, scriptedModel } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { dates, done, free, goesOn, linked, runWaves } from '../../../../../test/support/waves-runs.ts'
import { earlier, logOfScenario, readLog } from '../../../test/support/loop-log.ts'
import { loopSlice } from '../loop/loop-slice.ts'
import { wavesPicture } from './waves-picture.ts'

type Run = Awaited<ReturnType<typeof runWaves>>

async function pictureOf({ runtime, session }: Pick<Run, 'runtime' | 'session'>, last?: number) {
  return wavesPicture(loopSlice(await readLog(runtime, session.id, last), ''))
}

const inTime = { eager: false, speculate: false }
const quiet = { config: inTime }
const callsOf = (picture: Awaited<ReturnType<typeof pictureOf>>) =>
  picture.waves.map(({ calls }) => calls.map(({ id, state }) => `${id} ${state}`))

describe('waves', () => {
  it('stand in their order, each with its calls and what they gave', async () => {
    const run = await runWaves(scriptedModel(goesOn(dates), done(free), says('Two rooms.')), quiet)
    const picture = await pictureOf(run)
    expect(callsOf(picture)).toEqual([['dates ok'], ['free ok']])
    expect(picture).toMatchObject({
      mostWaves: 5,
      current: null,
      made: 2,
      planned: 2,
      plannerCalls: 2,
      stop: 'done',
      gap: '',
      answerPath: 'answer#1',
      isAnswering: false,
    })
    expect(picture.waves[0]).toMatchObject({ number: 1, aim: 'Look it up.', correction: '', state: 'done' })
    expect(picture.waves[1]?.calls[0]).toMatchObject({
      tool: 'pms.rooms',
      args: 'from 2026-12-04, to 2026-12-05',
      path: 'wave#2[0]/call#1[0]',
      needs: [],
    })
  })

  it('show what a call refers to as what it needs', async () => {
    const run = await runWaves(scriptedModel(done(dates, linked), says('Two rooms.')), quiet)
    const [wave] = (await pictureOf(run)).waves
    expect(wave?.calls[1]).toMatchObject({
      needs: ['dates'],
      args: 'from $dates.days[0].start, to $dates.days[0].end',
    })
  })

  it('keep what failed, what was not made because of it, and why more was planned', async () => {
    const unknown = { ...dates, args: { name: 'unknown' } }
    const model = scriptedModel(done(unknown, linked), done({ ...free, id: 'other' }), says('Two rooms.'))
    const picture = await pictureOf(await runWaves(model, quiet))
    expect(callsOf(picture)).toEqual([['dates failed', 'free not-made'], ['other ok']])
    expect(picture.waves[0]?.calls[1]).toMatchObject({
      said: 'Not made: `dates`, which it needs, gave no result.',
      path: null,
    })
    expect(picture.waves[1]?.correction).toBe('Calls without a usable result: `dates` failed, `free` not made.')
  })

  it('tell a call that gave nothing from one that gave something', async () => {
    const full = { ...free, args: { from: '2026-12-04', to: '2026-12-05', board: 'full' } }
    const model = scriptedModel(done(full), done({ ...free, id: 'other' }), says('Two rooms.'))
    expect(callsOf(await pictureOf(await runWaves(model, quiet)))).toEqual([['free empty'], ['other ok']])
  })

  it('are cut where a plan has more calls than a wave takes', async () => {
    const model = scriptedModel(done(dates, free), says('Two rooms.'))
    const picture = await pictureOf(await runWaves(model, { config: { ...inTime, maxTools: 1 } }))
    expect(callsOf(picture)).toEqual([['dates ok'], ['free ok']])
  })

  it('name one call for two that ask for the same', async () => {
    const model = scriptedModel(done(free, { ...free, id: 'twin' }), says('Two rooms.'))
    const [wave] = (await pictureOf(await runWaves(model, quiet))).waves
    expect(wave?.calls.map(({ id, state, sameAs }) => ({ id, state, sameAs }))).toEqual([
      { id: 'free', state: 'ok', sameAs: null },
      { id: 'twin', state: 'ok', sameAs: 'free' },
    ])
  })

  it('say why nothing more is planned when the waves are used up', async () => {
    const model = scriptedModel(goesOn(dates), says('I do not know.'))
    const picture = await pictureOf(await runWaves(model, { config: { ...inTime, maxWaves: 1, selfCorrect: true } }))
    expect(picture).toMatchObject({ mostWaves: 1, stop: 'done' })
  })
})

describe('a wave that runs', () => {
  it('is the one whose calls wait, and the plan behind it is to come', async () => {
    const run = await runWaves(scriptedModel(goesOn(dates), done(free), says('Two rooms.')), quiet)
    const log = await readLog(run.runtime, run.session.id)
    const note = log.notesNamed('wave')[0]
    const plan = log.plans[0]
    const planned = await pictureOf(run, plan?.seq)
    expect(planned.waves).toMatchObject([{ number: 0, state: 'planned', calls: [{ id: 'dates', state: 'waiting' }] }])
    const begun = await pictureOf(run, note?.seq)
    expect(begun).toMatchObject({ current: 1, made: 0, planned: 1 })
    expect(begun.waves).toMatchObject([{ number: 1, state: 'running', calls: [{ id: 'dates', state: 'waiting' }] }])
  })

  it('shows the call that is under way, where that is told', async () => {
    const run = await runWaves(scriptedModel(goesOn(dates), done(free), says('Two rooms.')), quiet)
    const note = (await readLog(run.runtime, run.session.id)).notesNamed('wave')[0]
    const log = await readLog(run.runtime, run.session.id, note?.seq)
    log.apply({
      v: 1,
      at: '2026-01-01T00:00:00Z',
      type: 'step.started',
      session: run.session.id,
      path: 'wave#1[0]/call#1[0]',
      data: { kind: 'tool', tool: 'calendar.holiday', id: 'dates', input: {} },
    })
    const [wave] = wavesPicture(loopSlice(log, '')).waves
    expect(wave?.calls[0]).toMatchObject({ state: 'running', path: 'wave#1[0]/call#1[0]' })
  })
})

describe('a call that a person is asked about', () => {
  it('waits for them, and the others do not', async () => {
    const whole = await logOfScenario('waves that ask, are agreed to, fail and plan again')
    const begun = whole.facts.findIndex(({ type, data }) => type === 'note' && data['name'] === 'wave')
    const log = earlier(whole, begun + 1)
    log.apply({
      v: 1,
      seq: log.view.seq + 1,
      at: '2026-01-01T00:00:00Z',
      type: 'question.asked',
      session: log.id,
      path: 'wave#1[1]/call#1[0]/approve#1',
      data: { kind: 'approval', question: 'May it be sent?' },
    })
    const { waves, current } = wavesPicture(loopSlice(log, ''))
    expect(current).toBe(1)
    expect(waves[0]?.calls.map(({ id, state }) => `${id} ${state}`)).toEqual(['break-cup waiting', 'send-note asking'])
  })
})

describe('plans that compete', () => {
  it('have their scores, and the one that won is marked', async () => {
    const model = scriptedModel(
      done(dates),
      done(dates, linked),
      done(dates),
      says('{"scores":[{"plan":1,"score":4,"why":"It looks for no room."},{"plan":2,"score":9,"why":"It does all."}]}'),
      says('Two rooms.'),
    )
    const { contests } = await pictureOf(await runWaves(model, { config: { ...inTime, candidates: 3 } }))
    expect(contests).toEqual([
      {
        path: 'plan-cache#1/judge#1',
        drawn: 3,
        candidates: [
          {
            number: 1,
            action: 'Look it up.',
            tools: ['calendar.holiday'],
            score: 4,
            why: 'It looks for no room.',
            isChosen: false,
          },
          {
            number: 2,
            action: 'Look it up.',
            tools: ['calendar.holiday', 'pms.rooms'],
            score: 9,
            why: 'It does all.',
            isChosen: true,
          },
        ],
      },
    ])
  })
})
