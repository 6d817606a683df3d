import { describe, expect, it } from 'vitest'
import { behind, factsOfType, gate, textsOf } from '../../../../../test/support/kernel.ts'
import {
  add,
  fenced,
  given,
  goal,
  multiply,
  plans,
  runPlan,
  subtract,
} from '../../../../../test/support/plan-execute-runs.ts'
import { modelOf, says, scriptedModel } from '../../testing/scripted-model.ts'

const other = { id: '4', goal: 'Ask Ada for the sum.', needs: ['1'] }
const wants = says('REPLAN: the numbers are secret')

describe('a step that says REPLAN', () => {
  it('has the steps that have not run replaced, and says why', async () => {
    const model = scriptedModel(plans(add, multiply, subtract), wants, plans(other), says('42'), says('It is 42.'))
    const { end, runtime, session } = await runPlan(model)
    expect(end).toMatchObject({ outcome: 'answered', answer: 'It is 42.', details: { stop: 'done', replans: 1 } })
    expect(end.details).toMatchObject({
      steps: [
        { id: '1', output: null, wantsReplan: true, reason: 'the numbers are secret' },
        { id: '4', output: '42', wantsReplan: false },
      ],
    })
    const changed = await factsOfType(runtime, session.id, 'plan.changed')
    expect(changed.map(({ result }) => result)).toEqual([[add, multiply, subtract], [other], []])
    expect(changed[1]?.data).toMatchObject({ round: 1, reason: 'Step 1: the numbers are secret' })
  })

  it('gives the planner the results, the rest and the reason', async () => {
    const model = scriptedModel(plans(add, multiply, subtract), says('42'), wants, plans(other), says('x'), says('y'))
    await runPlan(model)
    expect(given(model, 3)).toEqual({
      task: goal,
      results: `Step 1: Add 17 and 25.\n${fenced('1', '42')}\n\nStep 2: Multiply the sum by 3.\nIt found that the rest of the plan was pointless.\n<untrusted from="reason of step 2">\nthe numbers are secret\n</untrusted>`,
      rest: 'Step 3: Subtract 26 from the product.',
      reason: '<untrusted from="steps">\nStep 2: the numbers are secret\n</untrusted>',
    })
    expect(model.requests[3]).toMatchObject({ temperature: 0, output: { name: 'plan' } })
  })

  it.each([
    '**REPLAN:** why',
    'Replan: why',
    'REPLAN - why',
    '```\nREPLAN: why\n```',
    '`REPLAN:` why',
    'Answer: REPLAN: why',
  ])('is understood in other dress: %j', async (text) => {
    const model = scriptedModel(plans(add), says(text), plans(other), says('42'), says('It is 42.'))
    expect((await runPlan(model)).end.details).toMatchObject({
      replans: 1,
      steps: [{ output: null, reason: 'why' }, {}],
    })
  })

  it('does so even as the last step of its plan', async () => {
    const model = scriptedModel(plans(add), wants, plans(other), says('42'), says('It is 42.'))
    expect((await runPlan(model)).end).toMatchObject({ answer: 'It is 42.', details: { replans: 1 } })
  })

  it('and others of its level that do are heard together', async () => {
    const apart = plans({ id: 'a', goal: 'A.', needs: [] }, { id: 'b', goal: 'B.', needs: [] })
    const model = scriptedModel(apart, wants, wants, plans({ ...other, needs: ['a'] }), says('42'), says('It is 42.'))
    const { end } = await runPlan(model)
    expect(end.details).toMatchObject({ replans: 1 })
    expect(given(model, 3)['reason']).toContain('Step a: the numbers are secret\nStep b: the numbers are secret')
  })

  it('only in the middle of a line says no such thing', async () => {
    const model = scriptedModel(plans(add), says('42. There is no need to REPLAN: all is well.'), says('It is 42.'))
    expect((await runPlan(model)).end.details).toMatchObject({ replans: 0 })
  })

  it('below a partial result keeps that, and the word for it reaches nobody', async () => {
    const model = scriptedModel(plans(add), says('It is even.\nREPLAN: the rest is secret'), says(''))
    const { end } = await runPlan(model, { config: { maxReplans: 0 }, budget: { modelCalls: 3 } })
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: 'It is even.' })
    const others = scriptedModel(plans(add), says('It is even.\nREPLAN: the rest is secret'), says('Even.'))
    const { details } = (await runPlan(others, { config: { maxReplans: 0 } })).end
    expect(details).toMatchObject({ steps: [{ output: 'It is even.', reason: 'the rest is secret' }] })
    expect(given(others, 2)['results']).toBe(
      `Step 1: Add 17 and 25.\n${fenced('1', 'It is even.')}\nIt found that the rest of the plan was pointless.\n<untrusted from="reason of step 1">\nthe rest is secret\n</untrusted>`,
    )
  })

  it('after a neighbour gave something replays as it ran', async () => {
    const at = gate()
    const apart = plans({ id: 'a', goal: 'A.', needs: [] }, { id: 'b', goal: 'B.', needs: [] })
    const model = modelOf((request, { path }) => {
      if (request.output) return apart
      if (path.startsWith('level#1[0]')) return behind(at, wants)()
      if (path.startsWith('level#1[1]')) setTimeout(at.open, 1)
      return says('B is there.')
    })
    const { end } = await runPlan(model, { config: { maxReplans: 0 } })
    expect(end).toMatchObject({ outcome: 'answered', answer: 'B is there.' })
  })

  it('is told that it may, as long as it may', async () => {
    const again = { ...other, id: '5' }
    const model = scriptedModel(plans(add), wants, plans(other), wants, plans(again), wants)
    const { end } = await runPlan(model)
    const isTold = (request: number) => textsOf(model.requests[request]).join().includes('`REPLAN:`')
    expect([1, 3, 5].map(isTold)).toEqual([true, true, false])
    expect(end.details).toMatchObject({ replans: 2 })
  })

  it('goes on with the steps there are once the re-plans are used up', async () => {
    const model = scriptedModel(plans(add, multiply), wants, says('126'), says('It is 126.'))
    const { end } = await runPlan(model, { config: { maxReplans: 0 } })
    expect(end).toMatchObject({ answer: 'It is 126.', details: { stop: 'done', replans: 0 } })
    expect(given(model, 2)['results']).not.toContain('REPLAN')
  })

  it('is no result: when no step has any other there is no answer, and the gap says why', async () => {
    const model = scriptedModel(plans(add), wants, plans(other), says('REPLAN: nobody knows'))
    const { end } = await runPlan(model, { config: { maxReplans: 1 } })
    expect(end).toMatchObject({
      outcome: 'stuck:pointless',
      answer: null,
      gap: 'Step 1: the numbers are secret\nStep 4: nobody knows',
      details: { stop: 'pointless', replans: 1 },
    })
  })

  it('has no result and changes nothing without `replan`', async () => {
    const model = scriptedModel(plans(add, multiply), wants, says('126'), says('It is 126.'))
    const { end } = await runPlan(model, { config: { replan: false } })
    expect(end.details).toMatchObject({ replans: 0, steps: [{ output: null, wantsReplan: true }, { output: '126' }] })
    expect(textsOf(model.requests[1]).join()).not.toContain('REPLAN')
    expect(given(model, 1)).toEqual({ task: goal, step: 'Add 17 and 25.' })
  })
})

describe('a re-plan', () => {
  it('that cannot be read leaves the rest as it was', async () => {
    const unread = [says('No.'), says('No.'), says('No.')]
    const model = scriptedModel(plans(add, multiply), wants, ...unread, says('126'), says('It is 126.'))
    const { end } = await runPlan(model)
    expect(end.details).toMatchObject({ stop: 'done', replans: 1, steps: [{ id: '1' }, { id: '2', output: '126' }] })
  })

  it('may not give the id of a finished step again', async () => {
    const model = scriptedModel(plans(add, multiply), wants, plans(add), plans(other), says('42'), says('It is 42.'))
    const { end } = await runPlan(model)
    expect(textsOf(model.requests[3]).at(-1)).toContain('the id `1` is that of a finished step')
    expect(end.details).toMatchObject({ steps: [{ id: '1' }, { id: '4' }] })
  })

  it('of numbered lines gets ids that are free', async () => {
    const model = scriptedModel(
      plans(add, multiply),
      wants,
      says('1. Ask Ada.\n2. Add.'),
      says('a'),
      says('b'),
      says('c'),
    )
    const { end } = await runPlan(model)
    expect(end.details).toMatchObject({
      steps: [{ id: '1' }, { id: '2', goal: 'Ask Ada.' }, { id: '3', goal: 'Add.' }],
    })
  })

  it('counts against the limit of rounds', async () => {
    const model = scriptedModel(plans(add, multiply), wants, plans(other), says('I do not know.'))
    const { end } = await runPlan(model, { budget: { rounds: 0 } })
    expect(end).toMatchObject({ outcome: 'limit:rounds', answer: 'I do not know.' })
  })
})
