import { auto, cot, direct, react, waves } from '@gyre/core'
import { modelOf, says } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { byPath } from '../../../../../test/support/experts-runs.ts'
import { world } from '../../../../../test/support/kernel.ts'
import { dates, done, hotel } from '../../../../../test/support/waves-runs.ts'
import { readLog } from '../../../test/support/loop-log.ts'
import { loopSlice } from '../loop/loop-slice.ts'
import { wavesPicture } from '../waves/waves-picture.ts'
import { autoPicture } from './auto-picture.ts'

const sure = (confidence: number, reason: string) => says(JSON.stringify({ confidence, reason }))
const candidates = [{ loop: 'direct' }, { loop: 'cot' }]

const replies = {
  'route#1': says(JSON.stringify({ loop: 'direct', reason: 'It is a plain question.' })),
  'attempt#1/direct/answer#1': says('Left.'),
  'judge#1': sure(0.2, 'It says not of what.'),
  'attempt#2/cot/sample#1[0]/think#1': says('FINAL ANSWER: Left of the sun.'),
  'attempt#2/cot/think#1': says('FINAL ANSWER: Left of the sun.'),
  'judge#2': sure(0.9, 'It holds.'),
}

async function run(config: object, said: Parameters<typeof byPath>[0] = replies) {
  const { runtime } = world({ loops: [direct, cot, react] as never })
  const session = await runtime.start(auto, 'Which way is north?', { model: modelOf(byPath(said)), config })
  await session.outcome
  return { log: await readLog(runtime, session.id), runtime, session }
}

const pictureOf = (log: Parameters<typeof loopSlice>[0]) => autoPicture(loopSlice(log, ''), '')

describe('a loop that auto chose', () => {
  it('has the same picture as one that runs by itself', async () => {
    const { runtime } = world({ loops: [waves] as never })
    const said = {
      'attempt#1/waves/plan-cache#1/plan#1': done(dates),
      'attempt#1/waves/answer#1': says('In December.'),
      'judge#1': sure(0.9, 'It holds.'),
    }
    const { tools } = hotel()
    const config = { route: 'rules', candidates: [{ loop: 'waves', config: { eager: false, speculate: false } }] }
    const session = await runtime.start(auto, 'When is it?', { model: modelOf(byPath(said)), tools, config })
    await session.outcome
    const log = await readLog(runtime, session.id)
    const [attempt] = pictureOf(log).attempts
    const slice = loopSlice(log, attempt?.base ?? '')
    expect(slice.config).toMatchObject({ maxWaves: 5, eager: false })
    expect(wavesPicture(slice)).toMatchObject({
      made: 1,
      planned: 1,
      stop: 'done',
      answerPath: 'attempt#1/waves/answer#1',
      waves: [{ number: 1, calls: [{ id: 'dates', state: 'ok', path: 'attempt#1/waves/wave#1[0]/call#1[0]' }] }],
    })
  })
})

describe('auto', () => {
  it('has each loop that was tried, why, how sure a judge was, and which was taken', async () => {
    const { log } = await run({ route: 'model', candidates })
    expect(pictureOf(log)).toEqual({
      attempts: [
        {
          number: 1,
          loop: 'direct',
          why: 'It is a plain question.',
          outcome: 'answered',
          confidence: 0.2,
          doubt: 'It says not of what.',
          state: 'judged',
          isTaken: false,
          path: 'attempt#1',
          base: 'attempt#1/direct/',
          judgePath: 'judge#1',
        },
        {
          number: 2,
          loop: 'cot',
          why: '`direct` was not good enough: It says not of what.',
          outcome: 'answered',
          confidence: 0.9,
          doubt: 'It holds.',
          state: 'judged',
          isTaken: true,
          path: 'attempt#2',
          base: 'attempt#2/cot/',
          judgePath: 'judge#2',
        },
      ],
      minConfidence: 0.6,
      maxEscalations: 2,
      chosenBy: 'model',
      routePath: 'route#1',
      isRouting: false,
      stop: 'confident',
      isOver: true,
    })
  })

  it('that is still doubted keeps the best', async () => {
    const { log } = await run({ route: 'rules', candidates: [{ loop: 'direct' }] })
    expect(pictureOf(log)).toMatchObject({
      chosenBy: 'rules',
      stop: 'exhausted',
      attempts: [{ loop: 'direct', confidence: 0.2, isTaken: true }],
    })
  })

  it('at work is running, then judged', async () => {
    const { log, runtime, session } = await run({ route: 'model', candidates })
    const until = async (seq: number | undefined) => pictureOf(await readLog(runtime, session.id, seq))
    const [choice] = log.notesNamed('choice')
    expect((await until(choice?.seq)).attempts).toMatchObject([{ state: 'running', outcome: null, confidence: null }])
    expect((await until(log.stepByPath.get('attempt#1')?.seq)).attempts).toMatchObject([
      { state: 'judging', outcome: 'answered', isTaken: false },
    ])
  })
})
