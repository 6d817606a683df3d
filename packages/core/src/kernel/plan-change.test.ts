import { describe, expect, it } from 'vitest'
import { z } from 'zod'
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
  turns,
  world,
} from '../../../../test/support/kernel.ts'
import { GyreError } from '../errors.ts'
import { type Message, user } from '../messages.ts'
import type { Store } from '../ports/store.ts'
import type { Session } from '../runtime/session-handle.ts'
import { modelOf, says, scriptedModel } from '../testing/scripted-model.ts'
import { defineTool } from '../tools/tool.ts'
import type { PlanStep } from './context.ts'

const idle = modelOf(() => says('ok'))
const first: PlanStep = { id: '1', goal: 'Search.' }
const mine: PlanStep = { id: '3', goal: 'Ask Ada.' }

const noteSpec = {
  name: 'note',
  description: 'Notes a text.',
  input: z.object({ text: z.string() }),
  effect: 'once',
} as const

const note = defineTool({
  ...noteSpec,
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

  it.each(Array.from({ length: 12 }, (_, at) => at + 1))(
    'has it not made after a crash at append %i',
    async (append) => {
      const { runtime, store, afterCrash } = world()
      const session = await runtime.start(loop, 'Go.', { model: idle, tools: [note], breakpoints })
      await session.idle()
      const crash = crashAt(store, append)
      await told(session.editPlan([{ id: '1', goal: 'another', tool: 'note' }]))
      await goOn(session, crash.isOver)
      crash.mend()
      const again = await afterCrash(equipment(loop, idle, note)).resume(session.id)
      await goOn(again)
      expect((await again.outcome).answer).toMatch(/^(?:Noted another\.|Done\.)$/)
    },
  )
})

/** Lets a session go on at every stop, and says of a call that nobody knows of that it is done. */
async function goOn(session: Session, isOver = () => false): Promise<void> {
  for (let stop = 0; stop < 5 && !isOver(); stop++) {
    const state = await Promise.race([session.idle(), turns(40)])
    if (state === 'paused') await told(session.resume())
    if (state === 'waiting') await told(session.answer('treat as done'))
  }
  await turns()
}

it('a plan that is edited while nobody runs the session has back what has not begun', async () => {
  const { runtime, store, afterCrash } = world()
  const held = gate()
  const slow = defineTool({ ...noteSpec, effect: 'pure', run: () => held.pass().then(() => 'late') })
  const session = await runtime.start(caller, 'Go.', { model: idle, tools: [slow] })
  await held.isReached
  const crash = crashAt(store, 1)
  const later = afterCrash(
    equipment(caller, idle, defineTool({ ...noteSpec, effect: 'pure', run: ({ text }) => text })),
  )
  await (await later.session(session.id)).editPlan([mine])
  crash.mend()
  const again = await later.resume(session.id)
  expect(await again.outcome).toMatchObject({ answer: 'Ask Ada.' })
})

it('a plan that is edited after a crash takes nothing back that had begun', async () => {
  const { runtime, afterCrash } = world()
  const held = gate()
  const slow = defineTool({ ...noteSpec, run: () => held.pass().then(() => 'late') })
  const session = await runtime.start(caller, 'Go.', { model: idle, tools: [slow] })
  await held.isReached
  await told(session.pause())
  const later = afterCrash(equipment(caller, idle, note))
  await (await later.session(session.id)).editPlan([mine])
  const again = await later.resume(session.id)
  expect(await again.idle()).toBe('waiting')
  expect(await again.questions()).toMatchObject([{ kind: 'uncertain', path: 'callTools#1[0]/uncertain#1' }])
})

/** From the given append on nothing is written any more, as when a process dies. */
function crashAt(store: Store, append: number) {
  const { journal } = store
  const own = journal.append.bind(journal)
  let appends = 0
  journal.append = (...given) => (++appends < append ? own(...given) : new Promise(() => {}))
  return { isOver: () => appends >= append, mend: () => Object.assign(journal, { append: own }) }
}

/** Its plan is never changed, whatever people want. */
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

describe('a plan that is edited at a stop, with faults', () => {
  it('stops again before the call that it was to replace', async () => {
    const { runtime, store } = world()
    const held = gate()
    const before = loopOf('before', async (ctx) => {
      await ctx.generate([user('x')])
      return (await ctx.runLoop(picky, { goal: 'Go.', messages: [], files: [] })).answer
    })
    const model = scriptedModel(behind(held, says('ok')))
    const session = await runtime.start(before, 'Go.', { model, tools: [note] })
    await held.isReached
    await told(session.pause())
    held.open()
    expect(await session.idle()).toBe('paused')
    await session.step()
    await session.idle()
    await told(session.editPlan([mine]))
    await told(session.resume())
    expect(await session.idle()).toBe('paused')
    expect(await factsOfType(runtime, session.id, 'step.intended')).toEqual([])
    expect((await factsOfType(runtime, session.id, 'intervention.queued')).at(-1)).toMatchObject({
      data: { action: 'pause', body: { reason: 'the changed plan was not taken' } },
    })
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
