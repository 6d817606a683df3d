import { describe, expect, it } from 'vitest'
import { textsOf } from '../../../../../test/support/kernel.ts'
import { add, given, multiply, plans, runPlan, subtract } from '../../../../../test/support/plan-execute-runs.ts'
import { fails, modelOf, says, scriptedModel } from '../../testing/scripted-model.ts'

const chain = plans(add, multiply, subtract)

describe('a session of plan-execute that runs out', () => {
  it('answers from the results so far', async () => {
    const model = scriptedModel(chain, says('42'), says('126'), says('At least 126.'))
    const { end, paths } = await runPlan(model, { budget: { modelCalls: 4 } })
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: 'At least 126.' })
    expect(textsOf(model.requests[3]).at(-1)).toContain('Add 17 and 25.\n42\n\nMultiply the sum by 3.\n126')
    expect(paths.at(-1)).toBe('wrap-up#1')
  })

  it.each([
    ['fails', fails(new Error('down'))],
    ['says nothing', says('')],
  ])('shows the results when its last call %s', async (_, last) => {
    const model = scriptedModel(chain, says('42'), says('126'), last)
    const { end } = await runPlan(model, { budget: { modelCalls: 4 } })
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: 'Add 17 and 25.\n42\n\nMultiply the sum by 3.\n126' })
  })

  it('never shows its plan as an answer', async () => {
    const { end } = await runPlan(scriptedModel(chain, says('')), { budget: { modelCalls: 2 } })
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: null })
  })

  it('may plan no more steps than its budget allows', async () => {
    const { end } = await runPlan(scriptedModel(chain, says('I do not know.')), { budget: { planSteps: 2 } })
    expect(end).toMatchObject({ outcome: 'limit:plan-steps', answer: 'I do not know.' })
  })

  it('runs out in steps side by side as well', async () => {
    const wide = plans(...['a', 'b', 'c'].map((id) => ({ id, goal: `Look ${id} up.`, needs: [] })))
    const model = modelOf(({ output }) => (output ? wide : says('ok')))
    const { end } = await runPlan(model, { budget: { modelCalls: 3 } })
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: 'ok', usage: { modelCalls: 3 } })
  })
})

describe('a model that fails in a step', () => {
  const down = fails(new Error('down'))

  it('leaves that step without a result, and the others go on', async () => {
    const model = scriptedModel(chain, says('42'), down, says('100'), says('Perhaps 100.'))
    const { end } = await runPlan(model)
    expect(end).toMatchObject({ outcome: 'answered', answer: 'Perhaps 100.' })
    expect(end.details).toMatchObject({ steps: [{}, { output: null, outcome: 'failed:model-failed' }, {}] })
    expect(given(model, 3)['results']).toContain(
      'Step 2: Multiply the sum by 3.\nIt ended without a result (failed:model-failed).',
    )
  })

  it('fails the session when it fails in all of them', async () => {
    const { end } = await runPlan(scriptedModel(chain, down, down, down))
    expect(end).toMatchObject({ outcome: 'failed:model-failed', answer: null, details: { stop: 'nothing' } })
  })

  it('fails the session with the results when it fails in the last call', async () => {
    const { end } = await runPlan(scriptedModel(plans(add), says('42'), down))
    expect(end).toMatchObject({ outcome: 'failed:model-failed', answer: '42' })
  })
})
