import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { told, world } from '../../../../../test/support/kernel.ts'
import { type Drafted, done, goal, goesOn, guessless, runWaves } from '../../../../../test/support/waves-runs.ts'
import { says, scriptedModel } from '../../testing/scripted-model.ts'
import { simulatedClock } from '../../testing/simulated-time.ts'
import { plainToolRunner } from '../../tools/plain-runner.ts'
import { defineTool, type Tool } from '../../tools/tool.ts'
import { waves } from './entry.ts'

const off = { eager: false, speculate: false }
const look = (id: string): Drafted => ({ id, tool: 'look', args: { name: 'hall' } })
const answer = says('Done.')

const resultsOf = (end: { readonly details: unknown }) =>
  (end.details as { results: Record<string, { status: string; text: string; sameAs?: string }> }).results

/** A tool that fails so many times before it works. */
function looking(failures: number, more: Partial<Pick<Tool, 'effect' | 'approval'>> = {}) {
  let runs = 0
  const tool = defineTool({
    name: 'look',
    description: 'Looks.',
    input: z.object({ name: z.string() }),
    effect: 'pure',
    ...more,
    run: ({ name }) => {
      runs += 1
      if (runs <= failures) throw new Error('503, busy')
      return `seen ${name}`
    },
  })
  return { tool: tool as Tool, runs: () => runs }
}

describe('a call that is planned again', () => {
  it.each(['pure', 'idempotent'] as const)('is made when it failed in passing: %s', async (effect) => {
    const { tool, runs } = looking(1, { effect })
    const model = scriptedModel(goesOn(look('a')), done(look('b')), answer)
    const { end } = await runWaves(model, { tools: [tool], config: off })
    expect(resultsOf(end)).toMatchObject({ a: { status: 'failed' }, b: { status: 'ok', text: 'seen hall' } })
    expect([end.outcome, runs()]).toEqual(['answered', 2])
  })

  it('is not made again when it failed, and must not be repeated', async () => {
    const { tool, runs } = looking(1, { effect: 'once' })
    const model = scriptedModel(goesOn(look('a')), goesOn(look('b')), done(), answer)
    const { end } = await runWaves(model, { tools: [tool], config: off })
    expect(resultsOf(end)['b']?.text).toBe('Not made: the same call failed before, as `a`. Change its arguments.')
    expect(runs()).toBe(1)
  })

  it.each(['pure', 'idempotent'] as const)('is not made a third time: %s', async (effect) => {
    const { tool, runs } = looking(9, { effect })
    const model = scriptedModel(
      goesOn(look('a')),
      goesOn(look('b')),
      goesOn(look('c')),
      goesOn(look('d')),
      done(),
      answer,
    )
    const { end } = await runWaves(model, { tools: [tool], config: off })
    expect(resultsOf(end)['d']?.text).toBe(
      'Not made: the same call failed before, as `b`, more than once. Change its arguments.',
    )
    expect(runs()).toBe(2)
  })

  it('stands once it was made', async () => {
    const { tool, runs } = looking(1)
    const model = scriptedModel(goesOn(look('a')), goesOn(look('b')), done(look('c')), answer)
    const { end } = await runWaves(model, { tools: [tool], config: off })
    expect([resultsOf(end)['c']?.sameAs, runs()]).toEqual(['b', 2])
  })

  it('is made as soon as nothing refuses it any more, however often that was so', async () => {
    const { tool, runs } = looking(0)
    const plain = plainToolRunner(simulatedClock())
    let refusals = 3
    const toolRunner: typeof plain = {
      ...plain,
      admit: (call, facts) => {
        refusals -= 1
        const text = 'Not run: `look` may be called once a minute. Try again in 60 s.'
        return refusals >= 0 ? { kind: 'refuse', by: 'rate', text } : plain.admit(call, facts)
      },
    }
    const plans = ['a', 'b', 'c'].map((id) => goesOn(look(id)))
    const model = scriptedModel(...plans, done(look('d')), answer)
    const { end } = await runWaves(model, { tools: [tool], config: off }, goal, { toolRunner })
    expect(resultsOf(end)).toMatchObject({
      a: { status: 'not-made', text: expect.stringContaining('Try again in 60 s.') },
      c: { status: 'not-made' },
      d: { status: 'ok' },
    })
    expect(runs()).toBe(1)
  })

  it('is not asked about again when a person has refused it', async () => {
    const { tool, runs } = looking(0, { approval: 'always' })
    const model = scriptedModel(goesOn(look('a')), goesOn(look('b')), done(), answer)
    const { runtime } = world()
    const models = { utility: guessless() }
    const session = await runtime.start(waves, goal, { model, models, tools: [tool], config: off })
    await session.idle()
    await told(session.reject('too early'))
    const end = await session.outcome
    expect(resultsOf(end)).toMatchObject({
      a: { status: 'not-made', text: 'Not run: a person refused this call of `look`: too early' },
      b: { status: 'not-made', text: 'Not made: a person refused the same call, as `a`.' },
    })
    expect(runs()).toBe(0)
  })
})
