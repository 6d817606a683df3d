import { describe, expect, it } from 'vitest'
import {
  behind,
  equipment,
  factsOfType,
  gate,
  standing,
  textsOf,
  told,
  world,
} from '../../../../../test/support/kernel.ts'
import {
  decides,
  goal,
  lookUp,
  plans,
  prepares,
  rates,
  reasoning,
  requestAt,
  type Script,
  startReason,
  step,
} from '../../../../../test/support/reason-runs.ts'
import type { JsonObject } from '../../json.ts'
import type { Loop } from '../../kernel/loop.ts'
import type { Session } from '../../runtime/session-handle.ts'
import { says } from '../../testing/scripted-model.ts'
import { reason } from './entry.ts'

const loop = reason as unknown as Loop
const chain = plans(step('1'), step('2', '1'))
const mine = { ...step('mine', '1'), goal: 'Ask Ada.' }

const idsOf = (details: unknown) => (details as { steps: { id: string }[] }).steps.map(({ id }) => id)

/** A session that is held in its first step. */
async function held(script: Script = {}) {
  const at = gate()
  const first = behind(at, prepares('1'))
  const model = reasoning({ plan: chain, 'step#1/reason-step/prepare#1': first, ...script })
  const all = await startReason(model)
  await at.isReached
  return { ...all, model, open: at.open }
}

describe('a plan that a person edits', () => {
  it('replaces the steps that have not run, with the tools and input it names', async () => {
    const { session, runtime, open } = await held()
    await told(session.editPlan([{ ...mine, input: { query: 'Ada' } }], { by: 'ada' }))
    open()
    expect(idsOf((await session.outcome).details)).toEqual(['1', 'mine'])
    const changed = await factsOfType(runtime, session.id, 'plan.changed')
    expect(changed[1]).toMatchObject({ path: 'publish#2', data: { edited: true } })
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
  })

  it('may get steps while its last one runs, and may hold those that have run', async () => {
    const { session, store, open } = await held({ plan: plans(step('1')) })
    await told(session.editPlan([step('1'), mine]))
    open()
    expect(idsOf((await session.outcome).details)).toEqual(['1', 'mine'])
    expect(await standing(store, session.id)).toEqual(['plan applied at publish#2'])
  })

  it('may have no steps left: the answer is written from what there is', async () => {
    const { session, open } = await held()
    await told(session.editPlan([]))
    open()
    expect(await session.outcome).toMatchObject({ outcome: 'answered', details: { stop: 'done', iterations: 1 } })
  })

  it.each([
    ['no tool', [{ id: 'a', goal: 'A.' }], 'names no tool'],
    ['a tool that is not allowed', [{ ...mine, tool: 'shell.run' }], 'names the tool `shell.run`'],
    ['too many steps', Array.from({ length: 9 }, (_, nth) => step(`x${nth}`)), 'at most 8 are allowed'],
    ['the id of a finished step', [{ ...mine, id: '1', needs: [] }], 'is that of a finished step'],
    ['a circle', [{ ...mine, needs: ['mine'] }], 'which is itself'],
  ])('is rejected with %s', async (_, steps, fault) => {
    const { session, store, open } = await held()
    await told(session.editPlan(steps))
    open()
    expect(idsOf((await session.outcome).details)).toEqual(['1', '2'])
    expect((await standing(store, session.id)).join()).toMatch(/^plan rejected: plan-invalid: /)
    expect((await standing(store, session.id)).join()).toContain(fault)
  })

  it('stays edited after a crash', async () => {
    const reached = gate()
    const never = behind(reached, rates(4))
    const { session, open, afterCrash, model, runtime } = await held({ 'step#2/reason-step/evaluate#1': never })
    await told(session.editPlan([mine]))
    open()
    await reached.isReached
    expect((await runtime.read(session.id)).view.status).toBe('evaluating')
    const usual = reasoning()
    const later = afterCrash(equipment(loop, usual, lookUp))
    const again = await later.resume(session.id)
    const end = await again.outcome
    expect(idsOf(end.details)).toEqual(['1', 'mine'])
    // What was done before is not done again, and the counters are those of the whole session.
    expect(usual.paths).toEqual(['step#2/reason-step/evaluate#1', 'summarise#1'])
    expect(end).toMatchObject({ details: { iterations: 2 }, usage: { modelCalls: 6, toolCalls: 2 } })
    expect(model.paths).toHaveLength(5)
  })
})

describe('a plan that is edited before the call of a step', () => {
  const stopped = async (script: Script = {}) => {
    const model = reasoning({ plan: chain, ...script })
    const all = await startReason(model, { breakpoints: [{ before: 'web.search' }] })
    expect(await all.session.idle()).toBe('paused')
    return { ...all, model }
  }
  const toTheEnd = async (session: Session) => {
    while ((await session.idle()) === 'paused') await told(session.resume())
    return session.outcome
  }

  it('does what the person wants in the place of the step', async () => {
    const { session, runtime } = await stopped()
    await told(session.editPlan([{ ...step('1'), goal: 'Look elsewhere.' }]))
    const end = await toTheEnd(session)
    expect(end).toMatchObject({ outcome: 'answered', details: { iterations: 1 }, usage: { toolCalls: 1 } })
    expect((end.details as { steps: readonly JsonObject[] }).steps).toMatchObject([
      { id: '1', goal: 'Look elsewhere.' },
    ])
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [], unused: [] })
  })

  it('makes no call when the person takes it out', async () => {
    const { session } = await stopped()
    await told(session.editPlan([]))
    expect(await toTheEnd(session)).toMatchObject({
      outcome: 'blocked',
      details: { stop: 'emptied', iterations: 0 },
      usage: { toolCalls: 0 },
    })
  })

  it('keeps what the steps beside it gave', async () => {
    const { session } = await stopped({ plan: plans(step('1'), step('2')) })
    // Both are about to begin: one of them is let through.
    await told(session.step())
    expect(await session.idle()).toBe('paused')
    await told(session.editPlan([]))
    const end = await toTheEnd(session)
    expect(end).toMatchObject({ outcome: 'answered', usage: { toolCalls: 1 } })
    expect(idsOf(end.details)).toHaveLength(1)
  })

  it('goes on as it was when the plan is not taken', async () => {
    const { session, store } = await stopped()
    await told(session.editPlan([{ ...step('1'), tool: 'web.serch' }]))
    expect(idsOf((await toTheEnd(session)).details)).toEqual(['1', '2'])
    expect((await standing(store, session.id)).filter((each) => each.startsWith('plan'))).toEqual([
      expect.stringMatching(/^plan rejected: plan-invalid: /),
    ])
  })
})

describe('approval of a plan', () => {
  const asking = async (script: Script = {}) => {
    const model = reasoning({ plan: chain, ...script })
    const all = await startReason(model, { config: { approve: true } })
    await all.session.idle()
    return { ...all, model }
  }

  it('is asked for with steps and tools before anything is done', async () => {
    const { runtime, session, model } = await asking()
    const { view } = await runtime.read(session.id)
    expect([...view.questions.values()]).toMatchObject([
      {
        path: 'approve#1',
        question: 'Shall this plan be carried out?\n1. Look 1 up. (web.search)\n2. Look 2 up. (web.search)',
        choices: ['yes', 'no'],
      },
    ])
    expect(model.paths).toEqual(['plan#1'])
    await told(session.answer('yes'))
    expect(await session.outcome).toMatchObject({ outcome: 'answered' })
  })

  it('that is refused blocks the session', async () => {
    const { session } = await asking()
    await told(session.answer('no'))
    expect(await session.outcome).toMatchObject({ outcome: 'blocked', answer: null, details: { stop: 'refused' } })
  })

  it('is asked for again with another plan; what is known is the answer when that is refused', async () => {
    const decide = decides('adjust', { new_plan: [step('3')] })
    const { session } = await asking({ plan: plans(step('1')), evaluate: rates(3), decide })
    await told(session.answer('yes'))
    await session.idle()
    await told(session.answer('no'))
    expect(await session.outcome).toMatchObject({ outcome: 'blocked', answer: 'Found 1.' })
  })

  it('is asked for again when a person changes the plan: the yes to the old one is none', async () => {
    const { session, store } = await asking()
    await Promise.all([told(session.editPlan([step('mine')])), told(session.answer('yes'))])
    expect(await session.idle()).toBe('waiting')
    expect((await session.questions()).map(({ question }) => question)).toEqual([
      'Shall this plan be carried out?\nmine. Look mine up. (web.search)',
    ])
    await told(session.answer('yes'))
    expect(idsOf((await session.outcome).details)).toEqual(['mine'])
    expect(await standing(store, session.id)).toEqual([
      'plan applied at publish#2',
      'answer rejected: plan-changed',
      'answer applied at approve#2',
    ])
  })

  it('is not asked for when a person has taken all steps out', async () => {
    const at = gate()
    const model = reasoning({ plan: behind(at, chain) })
    const { session } = await startReason(model, { config: { approve: true } })
    await at.isReached
    await told(session.editPlan([]))
    at.open()
    expect(await session.outcome).toMatchObject({ outcome: 'blocked', details: { stop: 'emptied', steps: [] } })
  })
})

describe('guidance', () => {
  it('reaches the planning that follows a question, beside the answer', async () => {
    const model = reasoning({
      'step#1/reason-step/evaluate#1': rates(3),
      'decide#1': decides('ask_user', { question: 'Which ferry?' }),
    })
    const { session, store } = await startReason(model)
    await session.idle()
    await told(session.steer('Only the small one.'))
    await told(session.answer('The late one.'))
    await session.outcome
    const planning = textsOf(requestAt(model, 'plan#2'))
    expect(planning.at(-1)).toBe('[USER GUIDANCE] Only the small one.')
    expect(planning.join()).toContain('[USER ANSWER] The late one.')
    expect((await standing(store, session.id))[0]).toBe('steer applied at plan#2')
  })

  it('is not spent on a judge: the next who works on it gets it', async () => {
    const at = gate()
    const model = reasoning({ plan: chain, 'step#1/reason-step/evaluate#1': behind(at, rates(4)) })
    const { session, store } = await startReason(model)
    await at.isReached
    await told(session.steer('Hurry.'))
    at.open()
    await session.outcome
    expect(textsOf(requestAt(model, 'step#2/reason-step/prepare#1')).at(-1)).toBe('[USER GUIDANCE] Hurry.')
    expect(await standing(store, session.id)).toEqual(['steer applied at step#2/reason-step/prepare#1'])
  })

  it('lasts in every later request when it is context', async () => {
    const { session, model, open } = await held()
    await told(session.addContext('It is Sunday.'))
    open()
    await session.outcome
    const informed = model.paths.filter((path) => textsOf(requestAt(model, path)).includes('[CONTEXT] It is Sunday.'))
    expect(informed).toEqual([
      'step#1/reason-step/evaluate#1',
      'step#2/reason-step/prepare#1',
      'step#2/reason-step/evaluate#1',
      'summarise#1',
    ])
  })
})

describe('a step that a person overrides', () => {
  it('has the result that was given, and is good', async () => {
    const { session, open, model } = await held()
    await told(session.override({ result: 'At nine, says Ada.', path: 'step#2' }))
    open()
    expect((await session.outcome).details).toMatchObject({
      steps: [{ id: '1' }, { id: '2', output: 'At nine, says Ada.', from: 'a person', quality: 'good', score: null }],
    })
    expect(model.paths.filter((path) => path.startsWith('step#2'))).toEqual([])
  })

  it('may have its input given, or its output', async () => {
    const { session, open } = await held()
    const prepared = { input: { query: 'ada' } }
    await told(session.override({ result: prepared, path: 'step#2/reason-step/prepare#1' }))
    open()
    expect((await session.outcome).details).toMatchObject({
      steps: [{}, { input: { query: 'ada' }, output: 'Found ada.' }],
    })
  })
})

describe('a session', () => {
  it('that is paused goes on once, from where it was', async () => {
    const later = gate()
    const { session, open, model, store } = await held({ summarise: behind(later, says('At nine.')) })
    await told(session.pause())
    open()
    expect(await session.idle()).toBe('paused')
    await told(session.resume())
    await told(session.resume())
    later.open()
    expect(await session.outcome).toMatchObject({ outcome: 'answered' })
    expect(model.paths).toEqual([...new Set(model.paths)])
    expect((await standing(store, session.id))[2]).toMatch(/^resume rejected/)
  })

  it('runs beside another that is paused, and neither knows of the other', async () => {
    const { runtime } = world()
    const at = gate()
    const slow = reasoning({ prepare: behind(at, prepares('slow')) })
    const first = await runtime.start(loop, goal, { model: slow, tools: [lookUp] })
    await at.isReached
    await told(first.pause())
    at.open()
    await first.idle()
    const second = await runtime.start(loop, goal, { model: reasoning({ prepare: prepares('fast') }), tools: [lookUp] })
    expect((await second.outcome).details).toMatchObject({ steps: [{ output: 'Found fast.' }] })
    await told(first.resume())
    expect((await first.outcome).details).toMatchObject({ steps: [{ output: 'Found slow.' }] })
  })

  it('that is told to finish answers from what is known', async () => {
    const { session, open } = await held()
    await told(session.finish())
    open()
    expect(await session.outcome).toMatchObject({ outcome: 'answered', details: { stop: 'finished', steps: [] } })
  })

  it('stops at a score that is too low, and at a gap', async () => {
    const model = reasoning({
      'step#1/reason-step/evaluate#1': rates(2),
      'decide#1': decides('done', { confidence: 0.1, missing: 'The price.' }),
    })
    const breakpoints = [{ scoreBelow: 2.5 }, { onGap: true as const }]
    const { session } = await startReason(model, { breakpoints } as never)
    expect(await session.idle()).toBe('paused')
    expect(model.paths).not.toContain('decide#1')
    await told(session.resume())
    expect(await session.idle()).toBe('paused')
    expect(model.paths.at(-1)).toBe('decide#1')
    await told(session.resume())
    expect(await session.outcome).toMatchObject({ outcome: 'answered' })
  })
})
