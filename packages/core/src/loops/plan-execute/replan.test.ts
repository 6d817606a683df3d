import { describe, expect, it } from 'vitest'
import { factsOfType, textsOf } from '../../../../../test/support/kernel.ts'
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
import { says, scriptedModel } from '../../testing/scripted-model.ts'

const other = { id: '4', goal: 'Ask Ada for the sum.', needs: ['1'] }
const wants = says('REPLAN: the numbers are secret')

describe('a step that says REPLAN', () => {
  it('has the steps that have not run replaced, and says why', async () => {
    const model = scriptedModel(plans(add, multiply, subtract), wants, plans(other), says('42'), says('It is 42.'))
    const { end, runtime, session } = await runPlan(model)
    expect(end).toMatchObject({ outcome: 'answered', answer: 'It is 42.', details: { stop: 'done', replans: 1 } })
    expect(end.details).toMatchObject({
      steps: [
        { id: '1', output: 'the numbers are secret', wantsReplan: true },
        { id: '4', output: '42', wantsReplan: false },
      ],
    })
    const changed = await factsOfType(runtime, session.id, 'plan.changed')
    expect(changed.map(({ result }) => result)).toEqual([[add, multiply, subtract], [other]])
    expect(changed[1]?.data).toMatchObject({ round: 1, reason: 'Step 1: the numbers are secret' })
  })

  it('gives the planner the results and the reason', async () => {
    const model = scriptedModel(plans(add, multiply), says('42'), wants, plans(other), says('x'), says('y'))
    await runPlan(model)
    expect(given(model, 3)).toEqual({
      task: goal,
      results: `Step 1: Add 17 and 25.\n${fenced('1', '42')}\n\nStep 2: Multiply the sum by 3.\nIt found that the rest of the plan was pointless.\n${fenced('2', 'the numbers are secret')}`,
      reason: '<untrusted from="steps">\nStep 2: the numbers are secret\n</untrusted>',
    })
    expect(model.requests[3]).toMatchObject({ temperature: 0, output: { name: 'plan' } })
  })

  it.each(['**REPLAN:** why', 'Replan: why', 'REPLAN - why', '```\nREPLAN: why\n```'])(
    'is understood in other dress: %j',
    async (text) => {
      const model = scriptedModel(plans(add), says(text), plans(other), says('42'), says('It is 42.'))
      expect((await runPlan(model)).end.details).toMatchObject({ replans: 1, steps: [{ output: 'why' }, {}] })
    },
  )

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

  it('only in the middle of its answer says no such thing', async () => {
    const model = scriptedModel(plans(add), says('42. There is no need to\nREPLAN: all is well.'), says('It is 42.'))
    expect((await runPlan(model)).end.details).toMatchObject({ replans: 0 })
  })

  it('is told that it may, as long as it may', async () => {
    const again = { ...other, id: '5' }
    const model = scriptedModel(plans(add), wants, plans(other), wants, plans(again), wants, says('It is secret.'))
    const { end } = await runPlan(model)
    const isTold = (request: number) => textsOf(model.requests[request]).join().includes('`REPLAN:`')
    expect([1, 3, 5].map(isTold)).toEqual([true, true, false])
    expect(end).toMatchObject({ outcome: 'answered', answer: 'It is secret.', details: { stop: 'done', replans: 2 } })
  })

  it('goes on with the steps there are once the re-plans are used up', async () => {
    const model = scriptedModel(plans(add, multiply), wants, says('126'), says('It is 126.'))
    const { end } = await runPlan(model, { config: { maxReplans: 0 } })
    expect(end).toMatchObject({ answer: 'It is 126.', details: { stop: 'done', replans: 0 } })
    expect(given(model, 2)['results']).not.toContain('REPLAN')
  })

  it('is a step like any other without `replan`', async () => {
    const model = scriptedModel(plans(add, multiply), wants, says('126'), says('It is 126.'))
    const { end } = await runPlan(model, { config: { replan: false } })
    expect(end.details).toMatchObject({ replans: 0, steps: [{ output: wants.text, wantsReplan: false }, {}] })
    expect(textsOf(model.requests[1]).join()).not.toContain('REPLAN')
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
    expect(textsOf(model.requests[3]).at(-1)).toContain('`1`, or it is that of a finished step')
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
