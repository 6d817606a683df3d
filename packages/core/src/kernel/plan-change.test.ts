import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  equipment,
  factsOfType,
  loopOf,
  planningTraits,
  shapesOf,
  standing,
  told,
  world,
} from '../../../../test/support/kernel.ts'
import { GyreError } from '../errors.ts'
import type { Message } from '../messages.ts'
import { modelOf, says } from '../testing/scripted-model.ts'
import { defineTool } from '../tools/tool.ts'
import type { PlanStep } from './context.ts'

const idle = modelOf(() => says('ok'))
const first: PlanStep = { id: '1', goal: 'Search.' }
const mine: PlanStep = { id: '3', goal: 'Ask Ada.' }

const note = defineTool({
  name: 'note',
  description: 'Notes a text.',
  input: z.object({ text: z.string() }),
  effect: 'once',
  run: async ({ text }) => `Noted ${text}.`,
})

function saidBy(messages: readonly Message[]): string {
  return messages
    .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-result' ? [part.text] : [])))
    .join()
}

/** Carries out its plan call by call, whatever it becomes on the way. */
const caller = loopOf(
  'caller',
  async (ctx) => {
    const said: string[] = []
    let left = await ctx.plan<PlanStep>([
      { id: '1', goal: 'one', tool: 'note' },
      { id: '2', goal: 'two', tool: 'note' },
    ])
    while (left.length > 0) {
      const [next, ...rest] = left
      const call = { type: 'tool-call', id: '1', tool: 'note', input: { text: next?.goal ?? '' } } as const
      const made = await ctx.callTools([call], { isPlanned: true }).catch((error) => {
        if (error instanceof GyreError && error.code === 'plan-changed') return undefined
        throw error
      })
      if (made) said.push(saidBy(made))
      left = await ctx.plan(made ? rest : left)
    }
    return said.join(' ')
  },
  { traits: planningTraits },
)

describe.each(shapesOf(caller))('a plan that is edited before a call of it, on $shape', ({ loop, prefix }) => {
  const breakpoints = [{ before: 'note' }]

  it('has the call not made', async () => {
    const { runtime, store } = world()
    const session = await runtime.start(loop, 'Go.', { model: idle, tools: [note], breakpoints })
    expect(await session.idle()).toBe('paused')
    await told(session.editPlan([{ id: '1', goal: 'another', tool: 'note' }]))
    await told(session.resume())
    await session.idle()
    await told(session.resume())
    expect(await session.outcome).toMatchObject({ answer: 'Noted another.', usage: { toolCalls: 1 } })
    expect(await standing(store, session.id)).toContain(`plan applied at ${prefix}plan#2`)
    const failed = await factsOfType(runtime, session.id, 'step.failed')
    expect(failed).toMatchObject([{ path: `${prefix}callTools#1[0]`, data: { error: { code: 'plan-changed' } } }])
    expect((await runtime.replay(session.id)).isEqual).toBe(true)
  })

  it('goes on after a crash as it would have', async () => {
    const { runtime, afterCrash } = world()
    const session = await runtime.start(loop, 'Go.', { model: idle, tools: [note], breakpoints })
    await session.idle()
    await told(session.editPlan([{ id: '1', goal: 'another', tool: 'note' }]))
    const later = afterCrash(equipment(loop, idle, note))
    const again = await later.resume(session.id)
    for (let stop = 0; stop < 3 && (await again.idle()) === 'paused'; stop++) await told(again.resume())
    expect(await again.outcome).toMatchObject({ answer: 'Noted another.' })
  })

  it('with faults makes the call after all', async () => {
    const picky = loopOf(
      'picky',
      async (ctx) => {
        const steps: readonly PlanStep[] = [{ id: '1', goal: 'one' }]
        const validate = () => ['never']
        await ctx.plan(steps, { validate })
        for (let attempt = 1; ; attempt++) {
          const call = { type: 'tool-call', id: '1', tool: 'note', input: { text: 'one' } } as const
          const made = await ctx.callTools([call], { isPlanned: true }).catch(() => undefined)
          if (made) return `${attempt}: ${saidBy(made)}`
          await ctx.plan(steps, { validate })
        }
      },
      { traits: planningTraits },
    )
    const { runtime, store } = world()
    const session = await runtime.start(picky, 'Go.', { model: idle, tools: [note], breakpoints })
    await session.idle()
    await told(session.editPlan([mine]))
    await told(session.resume())
    await session.idle()
    await told(session.resume())
    expect(await session.outcome).toMatchObject({ answer: '2: Noted one.' })
    expect(await standing(store, session.id)).toContain('plan rejected: plan-invalid: never')
  })
})

/** Asks for leave to carry out its plan, again where that has changed. */
const polite = loopOf(
  'polite',
  async (ctx) => {
    const validate = (steps: readonly PlanStep[]) => (steps.length > 1 ? ['at most 1 step'] : [])
    for (let left = await ctx.plan([first], { validate }); ; left = await ctx.plan(left, { validate })) {
      const answer = await ctx.askHuman(`${left[0]?.goal}?`, { choices: ['yes', 'no'], about: 'plan' })
      if (answer !== 'changed') return `${answer}: ${left[0]?.goal}`
    }
  },
  { traits: planningTraits },
)

describe('a question about a plan', () => {
  it('is asked again when a person changes the plan', async () => {
    const { runtime, store } = world()
    const session = await runtime.start(polite, 'Go.', { model: idle })
    expect(await session.idle()).toBe('waiting')
    await told(session.editPlan([mine]))
    expect(await session.idle()).toBe('waiting')
    expect((await session.questions()).map(({ question }) => question)).toEqual(['Ask Ada.?'])
    await session.answer('yes')
    expect(await session.outcome).toMatchObject({ answer: 'yes: Ask Ada.' })
    expect(await standing(store, session.id)).toEqual(['plan applied at plan#2', 'answer applied at ask#2'])
    expect((await runtime.replay(session.id)).isEqual).toBe(true)
  })

  it.each([
    ['that is taken', [mine], 'Ask Ada.', 'applied at plan#2'],
    ['with faults', [mine, first], 'Search.', 'rejected: plan-invalid: at most 1 step'],
  ])('does not take an answer that was sent beside a plan %s', async (_, steps, goal, plan) => {
    const { runtime, store, afterCrash } = world()
    const session = await runtime.start(polite, 'Go.', { model: idle })
    await session.idle()
    const later = afterCrash(equipment(polite, idle))
    const parked = await later.session(session.id)
    await Promise.all([parked.editPlan(steps), parked.answer('yes')])
    const again = await later.resume(session.id)
    expect(await again.idle()).toBe('waiting')
    expect((await again.questions()).map(({ question }) => question)).toEqual([`${goal}?`])
    expect(await standing(store, session.id)).toEqual([`plan ${plan}`, 'answer rejected: plan-changed'])
    await again.answer('no')
    expect(await again.outcome).toMatchObject({ answer: `no: ${goal}` })
  })
})
