import { describe, expect, it } from 'vitest'
import { factsOfType, textsOf } from '../../../../../test/support/kernel.ts'
import {
  add,
  type Drafted,
  given,
  goal,
  multiply,
  plans,
  runPlan,
  subtract,
} from '../../../../../test/support/plan-execute-runs.ts'
import { modelOf, type ScriptedReply, says } from '../../testing/scripted-model.ts'
import type { StepResult } from './results.ts'

/** A planner that gives these replies in turn, the last again and again; every step and the author say `ok`. */
function planner(...replies: readonly ScriptedReply[]) {
  let asked = 0
  return modelOf(({ output }) => (output ? (replies[Math.min(asked++, replies.length - 1)] ?? says('')) : says('ok')))
}

const stepsOf = (details: unknown) =>
  (details as { readonly steps: readonly StepResult[] }).steps.map((step) => step.goal)

/** The plan that was shown to people first. */
async function published({ runtime, session }: Awaited<ReturnType<typeof runPlan>>): Promise<unknown> {
  return (await factsOfType(runtime, session.id, 'plan.changed'))[0]?.result
}

describe('a plan', () => {
  it.each([
    ['1. Add 17 and 25.\n2. Multiply the sum by 3.'],
    ['Here is the plan:\n\n1) Add 17 and 25.\n2) Multiply the sum by 3.\n\nGood luck!'],
    ['<think>1. Guess.</think>\n**1.** Add 17 and 25.\n**2.** Multiply the sum by 3.'],
    ['```\n1. Add 17 and 25.\n2. Multiply the sum by 3.\n```'],
    ['Step 1: Add 17 and 25.\nStep 2: Multiply the sum by 3.'],
    ['### 1. Add 17 and 25.\n### 2. Multiply the sum by 3.'],
    ['**1. Add 17 and 25.**\n**2. Multiply the sum by 3.**'],
    ['{"steps":["Add 17 and 25.","Multiply the sum by 3."]}'],
    ['["Add 17 and 25.","Multiply the sum by 3."]'],
    ['{"steps":[{"goal":"Add 17 and 25."},{"goal":"Multiply the sum by 3."}]}'],
    ['{"plan":{"steps":[{"goal":"Add 17 and 25."},{"goal":"Multiply the sum by 3.","needs":["1"]}]}}'],
    ['Here it is:\n[{"id":"1","goal":"Add 17 and 25."},{"id":"2","goal":"Multiply the sum by 3.","needs":["1"]}]'],
  ])('may be written in other forms, which are read at once: %j', async (text) => {
    const ran = await runPlan(planner(says(text)))
    expect(ran.end.usage.modelCalls).toBe(4)
    expect(await published(ran)).toEqual([
      { id: '1', goal: 'Add 17 and 25.', needs: [] },
      { id: '2', goal: 'Multiply the sum by 3.', needs: ['1'] },
    ])
  })

  it('has the needs that it names, and where it names none the step before', async () => {
    const loose = plans({ id: 'a', goal: 'A.' }, { id: 'b', goal: 'B.' }, { id: 'c', goal: 'C.', needs: [] })
    expect(await published(await runPlan(planner(loose)))).toEqual([
      { id: 'a', goal: 'A.', needs: [] },
      { id: 'b', goal: 'B.', needs: ['a'] },
      { id: 'c', goal: 'C.', needs: [] },
    ])
  })

  it('may list its steps in any order: each waits for what it needs', async () => {
    const ran = await runPlan(planner(plans({ id: 'sum', goal: 'Add b.', needs: ['b'] }, { id: 'b', goal: 'Find b.' })))
    expect(ran.paths.slice(0, 2)).toEqual(['plan#1', 'publish#1'])
    expect(stepsOf(ran.end.details)).toEqual(['Find b.', 'Add b.'])
  })

  it('is told to the planner as what it is: a step waits for the one before it when it does not say', async () => {
    const model = planner(plans(add))
    await runPlan(model)
    expect(textsOf(model.requests[0])[0]).toContain('waits for the one before it')
    expect(JSON.stringify(model.requests[0]?.output)).toContain('Left out, it is the step before.')
  })

  it('is shown before anything is done', async () => {
    const { paths } = await runPlan(planner(plans(add, multiply)))
    expect(paths.slice(0, 2)).toEqual(['plan#1', 'publish#1'])
  })

  it('that cannot be read is asked for twice more, then the task is its only step', async () => {
    const ran = await runPlan(planner(says('I would rather not plan.')))
    expect(await published(ran)).toEqual([{ id: '1', goal, needs: [] }])
    expect(ran.paths.slice(0, 3)).toEqual(['plan#1', 'plan#1/repair#1', 'plan#1/repair#2'])
    expect(ran.end).toMatchObject({ outcome: 'answered', answer: 'ok', details: { stop: 'done' } })
    expect(JSON.stringify(ran.end)).not.toContain('rather not')
  })

  it('that cannot be used is noted with its faults', async () => {
    const { runtime, session } = await runPlan(planner(says('No.')))
    const notes = await factsOfType(runtime, session.id, 'note')
    expect(notes.map(({ data }) => data)).toContainEqual(
      expect.objectContaining({ name: 'plan-unusable', value: { faults: ['found no JSON object or array'] } }),
    )
  })

  it('that is empty, or whose steps say nothing, is none', async () => {
    const ran = await runPlan(planner(plans(), plans({ id: '1', goal: ' ' })))
    expect(stepsOf(ran.end.details)).toEqual([goal])
  })

  it('that is readable at the second attempt is used', async () => {
    const model = planner(says('No.'), plans(add))
    expect(stepsOf((await runPlan(model)).end.details)).toEqual(['Add 17 and 25.'])
  })
})

describe('a plan that is too long', () => {
  const long = plans(add, multiply, subtract)

  it('is told so, and may be shortened', async () => {
    const model = planner(long, plans(add, multiply))
    const { end } = await runPlan(model, { config: { maxSteps: 2 } })
    expect(stepsOf(end.details)).toEqual(['Add 17 and 25.', 'Multiply the sum by 3.'])
    expect(textsOf(model.requests[1]).at(-1)).toContain('there are 3 steps, and at most 2 are allowed')
  })

  it('is cut when it stays so, and keeps its needs', async () => {
    const wide = plans(add, { ...multiply, needs: [] }, subtract)
    const ran = await runPlan(planner(wide), { config: { maxSteps: 2 } })
    expect(await published(ran)).toEqual([add, { ...multiply, needs: [] }])
  })

  it('is cut when it is a long list of lines', async () => {
    const lines = Array.from({ length: 500 }, (_, index) => `${index + 1}. Do ${index + 1}.`)
    const ran = await runPlan(planner(says(lines.join('\n'))), { config: { maxSteps: 3 } })
    expect(stepsOf(ran.end.details)).toEqual(['Do 1.', 'Do 2.', 'Do 3.'])
  })

  it('that is cut is not done: the author, the gap and the details tell of it', async () => {
    const model = planner(plans(subtract, multiply, add))
    const { end } = await runPlan(model, { config: { maxSteps: 2 } })
    expect(end).toMatchObject({
      outcome: 'limit:turns',
      answer: 'ok',
      gap: 'Steps of the plan that were left out, for there were too many:\n- Subtract 26 from the product.',
      details: { stop: 'cut', leftOut: 1, steps: [{ id: '1' }, { id: '2' }] },
    })
    expect(given(model, model.requests.length - 1)['left-out']).toBe('- Subtract 26 from the product.')
    expect(textsOf(model.requests.at(-1))[0]).toContain('say what the answer lacks')
  })

  it('that is cut and planned anew lacks what the new plan lacks', async () => {
    let steps = 0
    let asked = 0
    const model = modelOf(({ output, messages }) => {
      if (output) return asked++ < 3 ? long : plans({ id: '9', goal: 'Guess.', needs: [] })
      return says(textsOf({ messages }).join().includes('<step>') && steps++ === 0 ? 'REPLAN: no' : 'ok')
    })
    const { end } = await runPlan(model, { config: { maxSteps: 2 } })
    expect(end).toMatchObject({ outcome: 'answered', gap: null, details: { stop: 'done', replans: 1 } })
  })

  it('is one the planner was told not to make', async () => {
    const model = planner(plans(add))
    await runPlan(model, { config: { maxSteps: 2 } })
    expect(textsOf(model.requests[0])[0]).toContain('never more than 2.')
    expect(JSON.stringify(model.requests[0]?.output)).toContain('"maxItems":2')
  })
})

describe('a plan whose needs make no sense', () => {
  const inOrder = [
    { id: '1', goal: 'A.', needs: [] },
    { id: '2', goal: 'B.', needs: ['1'] },
  ]

  it.each<[what: string, steps: readonly Drafted[], fault: string]>([
    [
      'an unknown step',
      [
        { id: 'a', goal: 'A.', needs: ['x'] },
        { id: 'b', goal: 'B.' },
      ],
      '`a` needs `x`, which is no step',
    ],
    [
      'itself',
      [
        { id: 'a', goal: 'A.', needs: ['a'] },
        { id: 'b', goal: 'B.' },
      ],
      '`a` needs `a`, which is itself',
    ],
    [
      'a cycle',
      [
        { id: 'a', goal: 'A.', needs: ['b'] },
        { id: 'b', goal: 'B.', needs: ['a'] },
      ],
      '`b` needs `a`, which needs it in turn',
    ],
    [
      'ids that are not unique',
      [
        { id: 'a', goal: 'A.' },
        { id: 'a', goal: 'B.' },
      ],
      'two steps have the id `a`',
    ],
  ])('(%s) is told so, then its steps run in order', async (_, steps, fault) => {
    const model = planner(plans(...steps))
    const ran = await runPlan(model)
    expect(textsOf(model.requests[1]).at(-1)).toContain(fault)
    expect(await published(ran)).toEqual(inOrder)
  })

  it('may be mended by the planner', async () => {
    const wrong = { id: 'a', goal: 'A.', needs: ['x'] }
    const ran = await runPlan(planner(plans(wrong), plans({ ...wrong, needs: [] })))
    expect(await published(ran)).toEqual([{ id: 'a', goal: 'A.', needs: [] }])
  })

  it('is forgotten when the last attempt cannot be read: the task is the only step', async () => {
    const ran = await runPlan(planner(plans({ id: 'a', goal: 'A.', needs: ['x'] }), says('No.'), says('No.')))
    expect(stepsOf(ran.end.details)).toEqual([goal])
  })
})
