import { describe, expect, it } from 'vitest'
import { behind, factsOfType, gate, standing, told, world } from '../../../../../test/support/kernel.ts'
import { add, given, goal, multiply, plans, subtract } from '../../../../../test/support/plan-execute-runs.ts'
import { type ScriptedModel, type ScriptedTurn, says, scriptedModel } from '../../testing/scripted-model.ts'
import { planExecute } from './loop.ts'

const mine = { id: 'mine', goal: 'Ask Ada.', needs: ['1'] }

/** A session whose person is asked before each plan. */
async function asking(model: ScriptedModel) {
  const { runtime, store } = world()
  const session = await runtime.start(planExecute, goal, { model, config: { approve: true } })
  await session.idle()
  return { runtime, store, session }
}

describe('approval of a plan', () => {
  it('is asked for with its steps before anything is done', async () => {
    const model = scriptedModel(plans(add, multiply))
    const { runtime, session } = await asking(model)
    const { view } = await runtime.read(session.id)
    expect([...view.questions.values()]).toMatchObject([
      {
        path: 'approve#1',
        question: 'Shall this plan be carried out?\n1. Add 17 and 25.\n2. Multiply the sum by 3.',
        choices: ['yes', 'no'],
      },
    ])
    expect(model.requests).toHaveLength(1)
  })

  it('lets the plan be carried out', async () => {
    const { session, runtime } = await asking(scriptedModel(plans(add), says('42'), says('It is 42.')))
    await told(session.answer('yes'))
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: 'It is 42.' })
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
  })

  it('that is refused blocks the session', async () => {
    const model = scriptedModel(plans(add))
    const { session } = await asking(model)
    await told(session.answer('no'))
    expect(await session.outcome).toMatchObject({
      outcome: 'blocked',
      answer: null,
      details: { stop: 'refused', replans: 0, steps: [] },
    })
    expect(model.requests).toHaveLength(1)
  })

  it('takes the plan as it was edited meanwhile', async () => {
    const { session } = await asking(scriptedModel(plans(add, multiply), says('Ada says 42.'), says('It is 42.')))
    await told(session.editPlan([{ id: 'mine', goal: 'Ask Ada.' }]))
    await told(session.answer('yes'))
    expect((await session.outcome).details).toMatchObject({ steps: [{ id: 'mine', output: 'Ada says 42.' }] })
  })

  it('is not asked for when no step is left to agree to', async () => {
    const { runtime } = world()
    const at = gate()
    const model = scriptedModel(behind(at, plans(add)))
    const session = await runtime.start(planExecute, goal, { model, config: { approve: true } })
    await at.isReached
    await told(session.editPlan([]))
    at.open()
    expect(await session.outcome).toMatchObject({
      outcome: 'blocked',
      answer: null,
      details: { stop: 'emptied', steps: [] },
    })
  })

  it('is asked for again with another plan; what was done is the answer when that is refused', async () => {
    const other = { id: '4', goal: 'Guess.', needs: [] }
    const { session } = await asking(scriptedModel(plans(add), says('It is even.\nREPLAN: it is secret'), plans(other)))
    await told(session.answer('yes'))
    await session.idle()
    await told(session.answer('no'))
    expect(await session.outcome).toMatchObject({
      outcome: 'blocked',
      answer: 'It is even.',
      details: { stop: 'refused', replans: 1 },
    })
  })
})

describe('a plan inside of a step', () => {
  it('that a person refuses blocks the whole when nothing else was done', async () => {
    const { runtime } = world({ loops: [planExecute] })
    const step = { loop: 'plan-execute', config: { approve: true } }
    const model = scriptedModel(plans(add), plans(add))
    const session = await runtime.start(planExecute, goal, { model, config: { step } })
    await session.idle()
    await told(session.answer('no'))
    expect(await session.outcome).toMatchObject({ outcome: 'blocked', answer: null, details: { stop: 'nothing' } })
  })
})

describe('a plan that a person edits', () => {
  /** A session that is held in its first step. */
  async function held(...replies: readonly ScriptedTurn[]) {
    const { runtime, store } = world()
    const at = gate()
    const model = scriptedModel(plans(add, multiply, subtract), behind(at, says('42')), ...replies)
    const session = await runtime.start(planExecute, goal, { model })
    await at.isReached
    return { runtime, store, session, model, open: at.open }
  }

  it('replaces the steps that have not run, in the middle of its execution', async () => {
    const { session, runtime, model, open } = await held(says('Ada says 126.'), says('It is 126.'))
    await told(session.editPlan([mine], { by: 'ada' }))
    open()
    expect((await session.outcome).details).toMatchObject({
      steps: [{ id: '1' }, { id: 'mine', output: 'Ada says 126.' }],
    })
    expect(given(model, 2)['step']).toBe('Ask Ada.')
    const changed = await factsOfType(runtime, session.id, 'plan.changed')
    expect(changed[1]).toMatchObject({ path: 'publish#2', result: [mine], data: { edited: true } })
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
  })

  it('may hold the steps that run meanwhile, as they were shown', async () => {
    const { session, store, open } = await held(says('Ada says 126.'), says('It is 126.'))
    await told(session.editPlan([add, { id: 'mine', goal: 'Ask Ada.' }]))
    open()
    expect((await session.outcome).details).toMatchObject({ steps: [{ id: '1' }, { id: 'mine' }] })
    expect(await standing(store, session.id)).toEqual(['plan applied at publish#2'])
  })

  it('may list its steps in any order', async () => {
    const { session, open } = await held(says('b'), says('mine'), says('Done.'))
    await told(
      session.editPlan([
        { ...mine, needs: ['b'] },
        { id: 'b', goal: 'B.' },
      ]),
    )
    open()
    expect((await session.outcome).details).toMatchObject({ steps: [{ id: '1' }, { id: 'b' }, { id: 'mine' }] })
  })

  it('may get a step while its last one runs', async () => {
    const { runtime } = world()
    const at = gate()
    const model = scriptedModel(plans(add), behind(at, says('42')), says('Ada says 43.'), says('It is 43.'))
    const session = await runtime.start(planExecute, goal, { model })
    await at.isReached
    await told(session.editPlan([mine]))
    at.open()
    expect(await session.outcome).toMatchObject({
      answer: 'It is 43.',
      details: { steps: [{ id: '1' }, { id: 'mine' }] },
    })
  })

  it('may have no steps left: the answer is written from what there is', async () => {
    const { session, open } = await held(says('The sum is 42.'))
    await told(session.editPlan([]))
    open()
    expect(await session.outcome).toMatchObject({ answer: 'The sum is 42.', details: { stop: 'done' } })
  })

  it.each([
    ['ids that are not unique', [mine, mine], 'two steps have the id `mine`'],
    ['the id of a finished step', [{ ...mine, id: '1', needs: [] }], 'the id `1` is that of a finished step'],
    ['unknown needs', [{ ...mine, needs: ['9'] }], 'step `mine` needs `9`, which is no step'],
    [
      'a cycle',
      [
        { ...mine, needs: ['b'] },
        { id: 'b', goal: 'B.', needs: ['mine'] },
      ],
      'step `b` needs `mine`, which needs it in turn',
    ],
  ])('is rejected with %s', async (_, steps, fault) => {
    const { session, store, open } = await held(says('126'), says('100'), says('It is 100.'))
    await told(session.editPlan(steps))
    open()
    expect((await session.outcome).answer).toBe('It is 100.')
    expect((await standing(store, session.id)).join()).toMatch(/^plan rejected: plan-invalid: /)
    expect((await standing(store, session.id)).join()).toContain(fault)
  })
})
