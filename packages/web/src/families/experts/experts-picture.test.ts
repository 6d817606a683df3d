import { modelOf, says, scriptedModel } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { complete, confirmed, expert, gap, plans, task } from '../../../../../test/support/experts-replies.ts'
import { byPath, calculate, runExperts } from '../../../../../test/support/experts-runs.ts'
import { readLog } from '../../../test/support/loop-log.ts'
import { loopSlice } from '../loop/loop-slice.ts'
import { expertsPicture } from './experts-picture.ts'

type Run = Awaited<ReturnType<typeof runExperts>>

async function pictureOf({ runtime, session }: Run, last?: number) {
  return expertsPicture(loopSlice(await readLog(runtime, session.id, last), ''))
}

const rounds = (maxAgenticRounds: number) => ({ config: { maxAgenticRounds } })
const long = 'It was opened in the middle of the last century.'

const twoRounds = () =>
  scriptedModel(
    plans(task('1', 'How old is it?')),
    expert(long),
    gap('the year', 'find the year'),
    plans(task('2', 'In which year was it opened?', { supersedes: '1' })),
    expert('It was opened in 1952.'),
    says('It was opened in 1952, in the middle of the last century.'),
    complete,
    confirmed,
  )

const entriesOf = (picture: Awaited<ReturnType<typeof pictureOf>>) =>
  picture.matrix.rows.map(({ cells, kept }) => ({
    kept,
    entries: [...cells.values()].flat().map(({ id, state, supersededBy }) => ({ id, state, supersededBy })),
  }))

describe('experts', () => {
  it('stand against their questions, and what was superseded stays beside what took its place', async () => {
    const picture = await pictureOf(await runExperts(twoRounds(), rounds(3)))
    expect(picture).toMatchObject({
      round: 2,
      mostRounds: 4,
      stop: 'complete',
      outcome: 'answered',
      tokenGuard: 80_000,
    })
    expect(picture.matrix.columns).toEqual([{ category: 'general', rounds: [1, 2], kinds: ['expert'] }])
    expect(entriesOf(picture)).toEqual([
      {
        kept: 'kept',
        entries: [
          { id: '1', state: 'answered', supersededBy: '2' },
          { id: '2', state: 'answered', supersededBy: null },
        ],
      },
    ])
    const [row] = picture.matrix.rows
    expect(row?.standing).toMatchObject([{ id: '2', said: 'It was opened in 1952.', confidence: 'high' }])
  })

  it('have for each gap the plan that it led to, and whether it was closed', async () => {
    const picture = await pictureOf(await runExperts(twoRounds(), rounds(3)))
    expect(picture.gaps).toEqual([
      {
        round: 1,
        text: 'the year',
        type: 'context gap',
        focus: 'find the year',
        replan: [{ id: '2', category: 'general', question: 'In which year was it opened?', supersedes: '1' }],
        replanPath: 'publish#3',
        fate: 'closed',
      },
    ])
    expect(picture.critic).toEqual({ verdict: 'confirmed', reason: '', path: 'critic#1' })
  })

  it('name a gap that is still open when no round is left', async () => {
    const model = scriptedModel(
      plans(task('1', 'How old is it?')),
      expert(long),
      gap('the year'),
      plans(task('2', 'In which year was it opened?')),
      expert('Nobody wrote it down anywhere, alas.'),
      says('The year is not known.'),
      gap('the year, still'),
      confirmed,
    )
    const picture = await pictureOf(await runExperts(model, rounds(1)))
    expect(picture.gaps.map(({ round, text, fate }) => ({ round, text, fate }))).toEqual([
      { round: 1, text: 'the year', fate: 'still open' },
      { round: 2, text: 'the year, still', fate: 'still open' },
    ])
    expect(picture).toMatchObject({ stop: 'rounds', outcome: 'gap_open', round: 2, mostRounds: 2 })
  })

  it('that contradict each other are marked on both sides', async () => {
    const model = modelOf(
      byPath({
        'plan-cache#1/plan#1': plans(
          task('1', 'In which year was it opened?'),
          task('2', 'In which year was it opened?', { category: 'research' }),
        ),
        'task#1[0]/expert#1/react/think#1': expert('It was opened in 1952.', 'medium'),
        'task#1[1]/expert#1/react/think#1': expert('It was opened in 1961.', 'medium'),
        'merge#1': says('In 1952 or in 1961.'),
        'critic#1': confirmed,
      }),
    )
    const picture = await pictureOf(await runExperts(model))
    expect(picture.contradictions).toMatchObject([{ one: { id: '1' }, other: { id: '2' } }])
    expect(picture.matrix.columns.map(({ category }) => category)).toEqual(['general', 'research'])
    const [row] = picture.matrix.rows
    expect(row?.kept).toBe('contradiction')
    expect([...(row?.cells.values() ?? [])].flat().map(({ isDisputed }) => isDisputed)).toEqual([true, true])
  })

  it('stand beside tools that were called without one', async () => {
    const model = scriptedModel(
      plans({ id: '1', category: 'math', task: 'Add.', tool: 'math.calculate', args: { expression: '1 + 2' } }),
      says('It is 3.'),
      confirmed,
    )
    const picture = await pictureOf(await runExperts(model, { tools: [calculate] }))
    expect(picture.matrix.columns).toEqual([{ category: 'math', rounds: [1], kinds: ['math'] }])
    expect(picture.matrix.rows[0]?.standing).toMatchObject([{ said: '3', path: 'task#1[0]/calculate#1[0]' }])
  })
})

describe('experts at work', () => {
  it('are read off their steps as long as nothing else is told', async () => {
    const run = await runExperts(twoRounds(), rounds(3))
    const log = await readLog(run.runtime, run.session.id)
    const planned = await pictureOf(run, log.plans[0]?.seq)
    expect(entriesOf(planned)).toEqual([
      { kept: 'under way', entries: [{ id: '1', state: 'waiting', supersededBy: null }] },
    ])
    const answered = await pictureOf(run, log.stepByPath.get('task#1[0]/expert#1')?.seq)
    expect(answered.matrix.rows[0]?.standing).toMatchObject([{ id: '1', said: long, confidence: 'high', gaps: '' }])
    const judged = await pictureOf(run, log.notesNamed('gap')[0]?.seq)
    expect(judged).toMatchObject({ round: 1, stop: '', gaps: [{ text: 'the year', fate: 'planning', replan: [] }] })
    const second = await pictureOf(run, log.plans[2]?.seq)
    expect(second).toMatchObject({ round: 2, gaps: [{ fate: 'planning', replan: [{ id: '2' }] }] })
  })
})
