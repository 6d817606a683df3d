import { describe, expect, it } from 'vitest'
import {
  givenAt,
  json,
  lookUp,
  notesOf,
  plans,
  reasoning,
  runReason,
  step,
} from '../../../../../test/support/reason-runs.ts'
import { says } from '../../testing/scripted-model.ts'

const forbidden = { ...lookUp, name: 'shell.run' }
const steps = (count: number) => Array.from({ length: count }, (_, index) => step(`${index}`))

describe('a plan that cannot be used', () => {
  it.each([
    ['names no tool', plans({ id: '1', tool: '', goal: 'Go.' }), 'step `1` names no tool; the tools are `web.search`'],
    [
      'names a tool that is not there',
      plans({ ...step('1'), tool: 'web.find' }),
      'step `1` names the tool `web.find`, which is not there; the tools are `web.search`',
    ],
    [
      'names a tool that is not allowed',
      plans({ ...step('1'), tool: 'shell.run' }),
      'step `1` names the tool `shell.run`, which may not be used here; the tools are `web.search`',
    ],
    ['is too long', plans(...steps(9)), 'there are 9 steps, and at most 8 are allowed'],
    ['is empty', plans(), 'there are no steps'],
    ['has unknown needs', plans(step('1', 'x')), 'step `1` needs `x`, which is no step'],
    ['is none', says('Let me think.'), 'found no JSON object or array'],
    ['is refused', json({ error: 'There is no ferry.' }), 'the planner says: There is no ferry.'],
  ])('since it %s is asked for again with its faults in the working memory', async (_, bad, fault) => {
    const model = reasoning({ 'plan#1': bad })
    const { end, runtime, session } = await runReason(model, { tools: [lookUp, forbidden] })
    expect(end.outcome).toBe('answered')
    expect(givenAt(model, 'plan#2')['memory']).toContain(`[PLAN VALIDATION FAILED] ${fault}`)
    // It has done its work with the plan that follows.
    expect(givenAt(model, 'step#1/reason-step/prepare#1')['memory']).not.toContain('FAILED')
    const shown = await notesOf(runtime, session.id, 'working-memory')
    expect(JSON.stringify(shown[0])).toContain(JSON.stringify(`[PLAN VALIDATION FAILED] ${fault}`).slice(1, -1))
  })

  it('three times is stuck, and every attempt is a call', async () => {
    const model = reasoning({ plan: plans(...steps(9)) })
    const { end, details } = await runReason(model)
    expect(end).toMatchObject({
      outcome: 'stuck:plan',
      answer: null,
      gap: 'No plan could be used: there are 9 steps, and at most 8 are allowed.',
      usage: { modelCalls: 3, toolCalls: 0 },
      details: { stop: 'plan' },
    })
    expect(details.decisions).toMatchObject([{ decision: 'stuck', by: 'rule' }])
    expect(model.paths).toEqual(['plan#1', 'plan#2', 'plan#3'])
  })

  it('leaves no trace in the working memory when the next one can be used, whatever that says of it', async () => {
    const model = reasoning({
      'plan#1': json({ steps: [], working_memory: 'Thought.' }),
      plan: json({ steps: [step('1')] }),
    })
    await runReason(model)
    expect(givenAt(model, 'plan#2')['memory']).toContain('Thought.\n[PLAN VALIDATION FAILED] there are no steps')
    expect(givenAt(model, 'step#1/reason-step/prepare#1')['memory']).toBe(
      '<untrusted from="working memory">\nThought.\n</untrusted>',
    )
  })

  it('shows only the faults of the last attempt', async () => {
    const model = reasoning({ 'plan#1': says('Hm.'), 'plan#2': plans(...steps(9)) })
    await runReason(model)
    expect(givenAt(model, 'plan#3')['memory']?.match(/VALIDATION/g)).toHaveLength(1)
    expect(givenAt(model, 'plan#3')['memory']).toContain('there are 9 steps')
  })

  it('is asked for as often as the settings say', async () => {
    const { end } = await runReason(reasoning({ plan: says('No.') }), { config: { maxPlanAttempts: 1 } })
    expect(end).toMatchObject({ outcome: 'stuck:plan', usage: { modelCalls: 1 } })
  })
})

describe('a plan', () => {
  it('is asked for with the task, the tools and the limit', async () => {
    const model = reasoning()
    await runReason(model, { config: { maxPlanSteps: 5 }, tools: [lookUp, forbidden] })
    expect(givenAt(model, 'plan#1')).toEqual({
      task: 'Find out when the ferry leaves.',
      tools: '- web.search: Searches the web. Input: {"query": "…"}',
    })
    expect(JSON.stringify(model.requests[0])).toMatch(/never more than 5/)
  })

  it('may be written in other words', async () => {
    const plan = json({
      plan: [
        { skill_name: 'Web_Search', query: 'ferry' },
        { name: 'web.search', description: 'bus' },
      ],
    })
    const { details } = await runReason(reasoning({ plan }))
    expect(details.steps.map(({ id, tool }) => `${id} ${tool}`)).toEqual(['1 web.search', '2 web.search'])
  })

  it('is shown to people with tools and input', async () => {
    const plan = plans({ ...step('1'), input: { query: 'x' } })
    const { runtime, session } = await runReason(reasoning({ plan }))
    const { view } = await runtime.read(session.id)
    expect(view.plan).toEqual([])
    const changed = (await runtime.read(session.id)).rows.filter(({ type }) => type === 'plan.changed')
    expect(JSON.parse(changed[0]?.result ?? '')).toEqual([
      { id: '1', goal: 'Look 1 up.', needs: [], tool: 'web.search', input: { query: 'x' } },
    ])
  })
})
