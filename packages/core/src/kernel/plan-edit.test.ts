import { describe, expect, it } from 'vitest'
import {
  behind,
  equipment,
  factsOfType,
  gate,
  loopOf,
  planningTraits,
  shapesOf,
  standing,
  told,
  world,
} from '../../../../test/support/kernel.ts'
import { react } from '../loops/react.ts'
import { user } from '../messages.ts'
import { modelOf, says, scriptedModel } from '../testing/scripted-model.ts'
import type { PlanStep } from './context.ts'

const first: PlanStep = { id: '1', goal: 'Search.' }
const second: PlanStep = { id: '2', goal: 'Write.', needs: ['1'] }
const mine: PlanStep = { id: '3', goal: 'Ask Ada.' }

/** Publishes a plan, does its first step, publishes what is left and answers with the goals of that. */
const planner = loopOf(
  'planner',
  async (ctx) => {
    await ctx.plan([first, second], { validate })
    await ctx.generate([user(first.goal)])
    const rest = await ctx.plan([second], { validate })
    return rest.map(({ goal }) => goal).join(' ')
  },
  { traits: planningTraits },
)

function validate(steps: readonly PlanStep[]): readonly string[] {
  return steps.length > 2 ? ['at most 2 steps'] : []
}

describe.each(shapesOf(planner))('an edited plan, on $shape', ({ loop, prefix }) => {
  it('replaces the steps not yet run', async () => {
    const { runtime, store } = world()
    const held = gate()
    const session = await runtime.start(loop, 'Go.', { model: scriptedModel(behind(held, says('ok'))) })
    await held.isReached

    await told(session.editPlan([mine], { by: 'ada' }))
    held.open()
    expect(await session.outcome).toMatchObject({ answer: 'Ask Ada.' })
    expect(await standing(store, session.id)).toEqual([`plan applied at ${prefix}plan#2`])
    const changed = await factsOfType(runtime, session.id, 'plan.changed')
    expect(changed.map(({ path, result }) => [path, result])).toEqual([
      [`${prefix}plan#1`, [first, second]],
      [`${prefix}plan#2`, [mine]],
    ])
    expect(changed[1]?.data).toMatchObject({ edited: true, by: ['ada'] })
  })
})

describe('an edited plan', () => {
  it('with faults is rejected, and they are named', async () => {
    const { runtime, store } = world()
    const held = gate()
    const session = await runtime.start(planner, 'Go.', { model: scriptedModel(behind(held, says('ok'))) })
    await held.isReached
    await told(session.editPlan([mine, { ...mine, id: '4' }, { ...mine, id: '5' }]))
    held.open()
    expect(await session.outcome).toMatchObject({ answer: 'Write.' })
    expect(await standing(store, session.id)).toEqual(['plan rejected: plan-invalid: at most 2 steps'])
  })

  it('is rejected by a loop without a plan', async () => {
    const { runtime, store } = world()
    const held = gate()
    const session = await runtime.start(react, 'Go.', { model: scriptedModel(behind(held, says('ok'))) })
    await held.isReached
    await told(session.editPlan([mine]))
    held.open()
    await session.outcome
    expect(await standing(store, session.id)).toEqual(['plan rejected: no-plan'])
  })

  it('is taken by any loop that has published a plan, whatever its traits say', async () => {
    const { runtime } = world()
    const held = gate()
    const plain = loopOf('plain', async (ctx) => {
      await ctx.plan([first])
      await ctx.generate([user('x')])
      return (await ctx.plan([second])).map(({ goal }) => goal)
    })
    const session = await runtime.start(plain, 'Go.', { model: scriptedModel(behind(held, says('ok'))) })
    await held.isReached
    await told(session.editPlan([mine]))
    held.open()
    expect(await session.outcome).toMatchObject({ answer: ['Ask Ada.'] })
  })

  it('is applied once, and marks no other step of any session', async () => {
    const { runtime } = world()
    const held = gate()
    const model = scriptedModel(behind(held, says('ok')), says('other'))
    const session = await runtime.start(planner, 'Go.', { model })
    await held.isReached
    await told(session.editPlan([mine]))
    held.open()
    await session.outcome
    const other = await runtime.start(planner, 'Go.', { model })
    await other.outcome
    expect(await factsOfType(runtime, session.id, 'intervention.applied')).toHaveLength(1)
    expect(await factsOfType(runtime, other.id, 'intervention.applied')).toEqual([])
  })

  it('stays when the process dies after it was applied', async () => {
    const { runtime, afterCrash } = world()
    const held = [gate(), gate()]
    const long = loopOf(
      'long',
      async (ctx) => {
        await ctx.generate([user('one')])
        const [step] = await ctx.plan([first])
        await ctx.generate([user('two')])
        return step?.goal ?? ''
      },
      { traits: planningTraits },
    )
    const model = scriptedModel(behind(held[0]!, says('ok')), behind(held[1]!, says('never')))
    const session = await runtime.start(long, 'Go.', { model })
    await held[0]?.isReached
    await told(session.editPlan([mine]))
    held[0]?.open()
    await held[1]?.isReached

    const later = afterCrash(
      equipment(
        long,
        modelOf(() => says('ok')),
      ),
    )
    expect(await (await later.resume(session.id)).outcome).toMatchObject({ answer: 'Ask Ada.' })
    expect(await factsOfType(later, session.id, 'intervention.applied')).toHaveLength(1)
  })
})
