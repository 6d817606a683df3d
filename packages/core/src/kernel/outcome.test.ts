import { describe, expect, it } from 'vitest'
import { factsOfType, gate, loopOf, stepPaths, turns, world } from '../../../../test/support/kernel.ts'
import { GyreError } from '../errors.ts'
import { direct } from '../loops/direct.ts'
import { user } from '../messages.ts'
import { fails, modelOf, says, scriptedModel } from '../testing/scripted-model.ts'
import type { LoopResult } from './loop.ts'
import { exitCodeOf, type Outcome, statusOf } from './outcome.ts'

const table: readonly [Outcome, string, number][] = [
  ['answered', 'completed', 0],
  ['gap_open', 'completed', 3],
  ['limit:calls', 'completed', 3],
  ['limit:tokens', 'completed', 3],
  ['stuck:duplicate', 'stuck', 1],
  ['blocked', 'failed', 1],
  ['failed:loop-failed', 'failed', 1],
  ['failed:output-invalid', 'failed', 1],
  ['failed:model-auth', 'failed', 5],
  ['failed:model-unavailable', 'failed', 5],
  ['failed:model-failed', 'failed', 5],
  ['aborted', 'aborted', 130],
]

describe.each(table)('the outcome %s', (outcome, status, exitCode) => {
  it(`is shown as ${status} and makes the command exit with ${exitCode}`, () => {
    expect([statusOf(outcome), exitCodeOf(outcome)]).toEqual([status, exitCode])
  })

  it('is kept in the journal and mirrored in the list', async () => {
    const { runtime } = world()
    const session = await runtime.start(
      loopOf('ends', async () => ({ answer: 'x', outcome })),
      'Go.',
      { model: modelOf(() => says('x')) },
    )
    expect(await session.outcome).toMatchObject({ outcome, status })
    const { view, row } = await runtime.read(session.id)
    expect([view.outcome, view.status]).toEqual([outcome, status])
    expect([row.mirror.outcome, row.mirror.status, row.state]).toEqual([outcome, status, 'ended'])
  })
})

async function endOf(run: () => Promise<LoopResult | string | number | null>, model = modelOf(() => says('x'))) {
  const { runtime } = world()
  const session = await runtime.start(loopOf('some', run), 'Go.', { model })
  return session.outcome
}

describe('the end of a loop', () => {
  it('is an answer when it returns a bare value', async () => {
    expect(await endOf(async () => 'Done.')).toMatchObject({ outcome: 'answered', answer: 'Done.' })
    expect(await endOf(async () => 42)).toMatchObject({ outcome: 'answered', answer: 42 })
  })

  it('may carry a gap and details', async () => {
    const end = await endOf(async () => ({
      answer: 'x',
      outcome: 'gap_open',
      gap: 'the price',
      details: { rounds: 2 },
    }))
    expect(end).toMatchObject({ outcome: 'gap_open', gap: 'the price', details: { rounds: 2 }, error: null })
  })

  it('has neither gap nor details when it names none', async () => {
    expect(await endOf(async () => 'x')).toMatchObject({ gap: null, details: null, error: null })
  })

  it.each(['done', 'limit:', 'stuck', 'Answered', '', 7])(
    'is a failure with the outcome %j, which is none',
    async (word) => {
      const end = await endOf(async () => ({ answer: 'x', outcome: word as Outcome }))
      expect(end).toMatchObject({
        outcome: 'failed:outcome-invalid',
        status: 'failed',
        answer: 'x',
        error: {
          code: 'outcome-invalid',
          message: `The loop ended with the outcome \`${word}\`. There are answered, gap_open, blocked, aborted, limit:<what>, stuck:<why> and failed:<code>.`,
        },
      })
    },
  )

  it('is a failure of the loop when it throws something of its own', async () => {
    const end = await endOf(async () => {
      throw new TypeError('undefined is not a function')
    })
    expect(end).toMatchObject({
      outcome: 'failed:loop-failed',
      answer: null,
      error: { code: 'loop-failed', message: 'undefined is not a function' },
    })
  })

  it('is a failure of the loop when it throws before it awaits anything', async () => {
    const end = await endOf((() => {
      throw new Error('at once')
    }) as never)
    expect(end).toMatchObject({ outcome: 'failed:loop-failed', error: { message: 'at once' } })
  })

  it('keeps the best answer so far when it fails', async () => {
    const { runtime } = world()
    const breaking = loopOf('breaking', async (ctx) => {
      ctx.propose('Perhaps 42.')
      throw new Error('broken')
    })
    const session = await runtime.start(breaking, 'Go.', { model: modelOf(() => says('x')) })
    expect(await session.outcome).toMatchObject({ outcome: 'failed:loop-failed', answer: 'Perhaps 42.' })
  })

  it.each([
    [new GyreError('model-auth', 'The key is wrong.'), 'failed:model-auth', 5],
    [new GyreError('model-unavailable', 'Busy.'), 'failed:model-unavailable', 5],
    [new Error('socket hang up'), 'failed:model-failed', 5],
  ])('is the fault of the provider when %s', async (error, outcome, exitCode) => {
    const { runtime } = world()
    const session = await runtime.start(direct, 'Go.', { model: scriptedModel(fails(error)) })
    const end = await session.outcome
    expect([end.outcome, exitCodeOf(end.outcome)]).toEqual([outcome, exitCode])
    expect(end.error?.message).toBe(error.message)
  })

  it('is the fault of a model that stops in the middle of its reply', async () => {
    const { runtime } = world()
    const model = {
      id: 'test/cut',
      async *stream() {
        yield { type: 'text', text: 'So' } as const
      },
    }
    const session = await runtime.start(direct, 'Go.', { model })
    expect(await session.outcome).toMatchObject({ outcome: 'failed:model-unavailable', answer: null })
  })

  it('is the last fact, whatever the code of the loop does later', async () => {
    const { runtime } = world()
    const restless = loopOf('restless', async (ctx) => {
      setImmediate(() => {
        ctx.note('late', 1)
        ctx.phase('executing')
        ctx.generate([user('late')]).catch(() => {})
      })
      return 'Done.'
    })
    const session = await runtime.start(restless, 'Go.', { model: modelOf(() => says('x')) })
    await session.outcome
    await turns()
    const { rows, row } = await runtime.read(session.id)
    expect([rows.at(-1)?.type, row.mirror.status]).toEqual(['session.ended', 'completed'])
  })

  it('leaves the steps it did not wait for out', async () => {
    const { runtime } = world()
    const held = gate()
    const hasty = loopOf('hasty', async (ctx) => {
      ctx.generate([user('nobody waits')]).catch(() => {})
      return 'Done.'
    })
    const session = await runtime.start(hasty, 'Go.', { model: modelOf(() => held.pass().then(() => says('late'))) })
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: 'Done.' })
    expect(await factsOfType(runtime, session.id, 'step.failed')).toMatchObject([
      { path: 'generate#1', data: { error: { code: 'aborted' } } },
    ])
  })
})

describe('the status', () => {
  it('is queued before anybody runs the session, then running', async () => {
    const { runtime } = world()
    const held = gate()
    const session = await runtime.start(direct, 'Go.', { model: modelOf(() => held.pass().then(() => says('x'))) })
    await held.isReached
    const { view, row } = await runtime.read(session.id)
    expect([view.status, row.mirror.status, row.state]).toEqual(['running', 'running', 'running'])
    held.open()
    await session.outcome
  })

  it.each(['planning', 'executing', 'evaluating', 'deciding'])('is %s while the loop says so', async (phase) => {
    const { runtime } = world()
    const held = gate()
    const phased = loopOf('phased', async (ctx) => {
      ctx.phase(phase)
      await ctx.generate([user('x')])
      return 'x'
    })
    const session = await runtime.start(phased, 'Go.', { model: modelOf(() => held.pass().then(() => says('x'))) })
    await held.isReached
    const { view, row } = await runtime.read(session.id)
    expect([view.status, row.mirror.status]).toEqual([phase, phase])
    held.open()
    await session.outcome
    expect(await factsOfType(runtime, session.id, 'step.finished')).toMatchObject([{ data: { phase } }])
  })

  it('is not changed by a phase of another name, which the audit still shows', async () => {
    const { runtime } = world()
    const phased = loopOf('phased', async (ctx) => {
      ctx.phase('dreaming')
      await ctx.generate([user('x')])
      return 'x'
    })
    const session = await runtime.start(phased, 'Go.', { model: modelOf(() => says('x')) })
    await session.outcome
    const statuses = await factsOfType(runtime, session.id, 'session.status')
    expect(statuses).toMatchObject([{ path: 'phase#1', data: { status: 'running', phase: 'dreaming' } }])
    expect(await stepPaths(runtime, session.id)).toEqual(['generate#1'])
  })
})
