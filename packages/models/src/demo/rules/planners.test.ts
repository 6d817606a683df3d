import { describe, expect, it } from 'vitest'
import { decided, wanting } from '../../../test/decided.ts'
import { plannerArithmetic } from './planner-arithmetic.ts'
import { plannerLookup } from './planner-lookup.ts'
import { plannerRoute } from './planner-route.ts'

const tools = '- library.search: Searches documents.\n- math.sums: Does sums.'

describe('a plan for arithmetic', () => {
  const plan = (task: string, more: Record<string, string> = {}) =>
    decided(plannerArithmetic, wanting('plan', { task, ...more }))

  it('has a step for each operation, which needs those before it', () => {
    expect(plan('Add 17 and 25, multiply the result by 3, then subtract 26.')).toEqual({
      kind: 'plan',
      steps: [
        { id: '1', goal: 'Add 17 and 25.', needs: [] },
        { id: '2', goal: 'Multiply the result of step 1 by 3.', needs: ['1'] },
        { id: '3', goal: 'Subtract 26 from the result of step 2.', needs: ['2'] },
      ],
    })
  })

  it('lets steps run side by side that do not need each other', () => {
    expect(plan('What is (1 + 2) / (3 + 4)?')).toMatchObject({
      steps: [
        { needs: [] },
        { needs: [] },
        { goal: 'Divide the result of step 1 by the result of step 2.', needs: ['1', '2'] },
      ],
    })
    expect(plan('What is 2 + 2 and 3 * 3?')).toMatchObject({
      steps: [
        { goal: 'Work out 2 + 2.', needs: [] },
        { goal: 'Work out 3 * 3.', needs: [] },
      ],
    })
  })

  it('has no step for a number that is only compared', () => {
    expect(plan('Which is larger, 7 * 8 or 60?')).toMatchObject({ steps: [{ goal: 'Multiply 7 by 8.' }] })
    expect(plan('Which is larger, 7 or 60?')).toMatchObject({ steps: [{ id: '1', goal: 'Which is larger, 7 or 60?' }] })
  })

  it('works out all of it in one step when a plan has failed', () => {
    const results = 'Step 1: Add 1 and 2.\n<untrusted from="step 1">\nNo.\n</untrusted>'
    expect(plan('What is (1 + 2) * 4?', { results, reason: 'No.' })).toEqual({
      kind: 'plan',
      steps: [{ id: '2', goal: 'Work out (1 + 2) * 4.', needs: [] }],
    })
  })
})

describe('a plan for a chain of facts', () => {
  const plan = (task: string, listed = tools) => decided(plannerLookup, wanting('plan', { task, tools: listed }))

  it('has a step for each fact that must be known first', () => {
    expect(plan('Who bought the mill that fed the town that burned in 1850?')).toEqual({
      kind: 'plan',
      steps: [
        { id: '1', goal: 'Which town burned in 1850?', needs: [] },
        { id: '2', goal: 'Which mill fed the answer of step 1?', needs: ['1'] },
        { id: '3', goal: 'Who bought the answer of step 2?', needs: ['2'] },
      ],
    })
  })

  it('is left to others without a search', () => {
    expect(plan('Who bought the mill that fed the town?', '- math.sums: Does sums.')).toBeUndefined()
  })
})

describe('a route', () => {
  const loops = [
    '- one: best for plain conversation',
    '- two: best for reasoning, arithmetic and logic without tools',
    '- three: best for single-turn tool use',
    '- four: best for distinct sub-goals that follow from each other',
    '- five: best for a chain of facts, each found with the one before',
    '- six: best for problems with several strategies, of which the best is wanted',
    '- seven: best for a report with sources',
  ].join('\n')

  it.each([
    ['Hello!', tools, 'one'],
    ['What is 17 * 6?', 'none', 'two'],
    ['What is 17 * 6?', tools, 'three'],
    ['Who founded the Tarn Yard?', tools, 'three'],
    ['Add 17 and 25, multiply the result by 3, then subtract 26.', tools, 'four'],
    ['Who bought the mill that fed the town?', tools, 'five'],
    ['Use 4, 9, 10 and 13 to make 24.', tools, 'six'],
    ['Write a report on the ferries.', tools, 'seven'],
    ['Write a report on the ferries.', 'none', 'one'],
  ])('for `%s` with `%s` is %s', (task, listed, loop) => {
    expect(decided(plannerRoute, wanting('route', { task, tools: listed, loops }))).toMatchObject({
      kind: 'route',
      loop,
    })
  })

  it('is the cheapest loop where the fitting one is not there', () => {
    const [first = ''] = loops.split('\n')
    const request = wanting('route', { task: 'Use 4, 9, 10 and 13 to make 24.', tools, loops: first })
    expect(decided(plannerRoute, request)).toMatchObject({ loop: 'one' })
  })
})
