import { describe, expect, it } from 'vitest'
import { behind, gate, loopOf, search, textsOf, told, turns, world } from '../../../../../test/support/kernel.ts'
import { add, given, multiply, plans, runPlan, subtract } from '../../../../../test/support/plan-execute-runs.ts'
import { GyreError } from '../../errors.ts'
import { calls, fails, modelOf, says, scriptedModel } from '../../testing/scripted-model.ts'
import { planExecute } from './loop.ts'

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

  it('keeps what a step gave whose neighbour never ended', async () => {
    const wide = plans(...['a', 'b'].map((id) => ({ id, goal: `Look ${id} up.`, needs: [] })))
    const { runtime } = world()
    const at = gate()
    const model = modelOf((request, { path }) => {
      if (request.output) return wide
      return path.startsWith('level#1[1]') ? behind(at, says('b'))() : says('a is there')
    })
    const session = await runtime.start(planExecute, 'Look.', { model })
    await at.isReached
    await turns()
    await told(session.abort())
    at.open()
    expect(await session.outcome).toMatchObject({ outcome: 'aborted', answer: 'a is there' })
  })

  it('keeps all that steps side by side gave when the budget ends one of them', async () => {
    const wide = plans(...['a', 'b', 'c'].map((id) => ({ id, goal: `Look ${id} up.`, needs: [] })))
    const looks = calls('search', { query: 'c' })
    const model = modelOf(({ output }, { path }) => {
      if (output) return wide
      if (path === 'wrap-up#1') return says('')
      return path.startsWith('level#1[2]') ? looks : says(`${path.slice(0, 10)} ends`)
    })
    const { end } = await runPlan(model, { budget: { modelCalls: 5 }, tools: [search] })
    const answer = 'Look a up.\nlevel#1[0] ends\n\nLook b up.\nlevel#1[1] ends'
    expect(end).toMatchObject({ outcome: 'limit:calls', answer })
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

describe('a loop that fails in a step', () => {
  const failing = (failure: () => Error) => {
    let runs = 0
    return loopOf('half', async () => {
      if (runs++ % 2 === 0) throw failure()
      return 'fine'
    })
  }

  it.each([
    ['throws', () => new Error('boom'), 'failed:loop-failed'],
    ['gives no value', () => new GyreError('output-invalid', 'boom'), 'failed:output-invalid'],
    ['lets a tool fail', () => new GyreError('tool-failed', 'boom'), 'failed:tool-failed'],
  ])('(it %s) leaves that step without a result, and the others go on', async (_, failure, outcome) => {
    const { runtime } = world({ loops: [planExecute, failing(failure)] })
    const config = { step: { loop: 'half', config: {} } }
    const model = scriptedModel(plans(add, multiply), says('It is fine.'))
    const session = await runtime.start(planExecute, 'Go.', { model, config })
    expect(await session.outcome).toMatchObject({
      outcome: 'answered',
      answer: 'It is fine.',
      details: { steps: [{ output: null, outcome }, { output: 'fine' }] },
    })
  })

  it('fails the session for what no other step can do without', async () => {
    const { runtime } = world({ loops: [planExecute, failing(() => new GyreError('store-failed', 'boom'))] })
    const config = { step: { loop: 'half', config: {} } }
    const session = await runtime.start(planExecute, 'Go.', { model: scriptedModel(plans(add, multiply)), config })
    expect(await session.outcome).toMatchObject({ outcome: 'failed:store-failed' })
  })
})
