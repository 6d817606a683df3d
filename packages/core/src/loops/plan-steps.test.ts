import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arranged } from './plan-order.ts'
import { inOrder, levelsOf, nextSteps, planFaults, type Step, withNeeds } from './plan-steps.ts'

const none: ReadonlySet<string> = new Set()
const step = (id: string, ...needs: readonly string[]): Step => ({ id, goal: `Do ${id}.`, needs })

/** A plan without faults: each step needs some of those before it, or of the finished ones. */
const anyPlan = fc
  .array(fc.array(fc.nat(), { maxLength: 4 }), { maxLength: 12 })
  .map((needs) =>
    needs.map((wanted, index) =>
      step(`${index}`, ...new Set(wanted.map((n) => (index === 0 ? 'done' : `${n % index}`)))),
    ),
  )

/** A plan of any faults. */
const fewIds = fc.constantFrom('a', 'b', 'c', 'd', 'done')
const anyDraft = fc.array(fc.record({ id: fewIds, goal: fc.string(), needs: fc.array(fewIds, { maxLength: 3 }) }), {
  maxLength: 8,
})

describe('planFaults', () => {
  it('finds none where each step needs earlier or finished ones', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        expect(planFaults(plan, new Set(['done']))).toEqual([])
      }),
    )
  })

  it.each<[what: string, steps: readonly Step[], faults: readonly string[]]>([
    ['an unknown step', [step('a', 'x')], ['step `a` needs `x`, which is no step']],
    ['one that needs it', [step('a', 'b'), step('b', 'a')], ['step `b` needs `a`, which needs it in turn']],
    ['itself', [step('a', 'a')], ['step `a` needs `a`, which is itself']],
    ['two of one id', [step('a'), step('a')], ['two steps have the id `a`']],
  ])('names a step that needs %s', (_, steps, faults) => {
    expect(planFaults(steps, none)).toEqual(faults)
  })

  it('finds none in a plan that is listed in another order', () => {
    expect(planFaults([step('a', 'b'), step('b')], none)).toEqual([])
  })

  it('names the id of a finished step, which may be needed', () => {
    expect(planFaults([step('a')], new Set(['a']))).toEqual(['the id `a` is that of a finished step'])
    expect(planFaults([step('b', 'a')], new Set(['a']))).toEqual([])
  })

  it('finds a fault in every cycle', () => {
    const cycle = fc.integer({ min: 1, max: 8 }).map((size) => {
      return Array.from({ length: size }, (_, index) => step(`${index}`, `${(index + 1) % size}`))
    })
    fc.assert(
      fc.property(cycle, (steps) => {
        expect(planFaults(steps, none)).not.toEqual([])
      }),
    )
  })
})

describe('levelsOf', () => {
  it('puts each step behind all it needs, and as early as it can', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const levels = levelsOf(plan)
        const levelOf = (id: string) => levels.findIndex((level) => level.some((each) => each.id === id))
        for (const { id, needs } of plan) expect(levelOf(id)).toBe(Math.max(-1, ...needs.map(levelOf)) + 1)
      }),
    )
  })

  it('holds every step once, in the order of the plan within a level, whatever the plan', () => {
    fc.assert(
      fc.property(anyDraft, (plan) => {
        const levels = levelsOf(plan)
        expect(levels.flat()).toHaveLength(plan.length)
        expect(new Set(levels.flat())).toEqual(new Set(plan))
        for (const level of levels) expect(level).toEqual(plan.filter((each) => level.includes(each)))
        expect(levels.filter((level) => level.length === 0)).toEqual([])
      }),
    )
  })

  it('takes what is not in the plan for done', () => {
    expect(levelsOf([step('a', 'done'), step('b', 'a'), step('c')])).toEqual([
      [step('a', 'done'), step('c')],
      [step('b', 'a')],
    ])
  })
})

describe('nextSteps', () => {
  it('are the first level, or the first step', () => {
    const plan = [step('a'), step('b', 'a'), step('c')]
    expect(nextSteps(plan, true)).toEqual([step('a'), step('c')])
    expect(nextSteps(plan, false)).toEqual([step('a')])
  })
})

describe('arranged', () => {
  const isBefore = (steps: readonly Step[], first: string, second: string) => {
    const ids = steps.map(({ id }) => id)
    return ids.indexOf(first) < ids.indexOf(second)
  }

  it('leaves a plan as it is whose steps stand behind what they need', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        expect(arranged(plan)).toEqual({ steps: plan, circles: [] })
      }),
    )
  })

  it('puts each step behind what it needs, however they are listed', () => {
    const shuffled = anyPlan.chain((plan) => fc.shuffledSubarray(plan, { minLength: plan.length }))
    fc.assert(
      fc.property(shuffled, (plan) => {
        const { steps, circles } = arranged(plan)
        expect(circles).toEqual([])
        expect(new Set(steps)).toEqual(new Set(plan))
        for (const { id, needs } of steps)
          for (const need of needs) if (need !== 'done') expect(isBefore(steps, need, id)).toBe(true)
      }),
    )
  })

  it('loses no step, whatever the plan', () => {
    fc.assert(
      fc.property(anyDraft, (plan) => {
        expect(new Set(arranged(plan).steps)).toEqual(new Set(plan))
      }),
    )
  })

  it('takes long chains, listed backwards', () => {
    const chain = Array.from({ length: 50_000 }, (_, index) => step(`${index}`, `${index + 1}`))
    expect(arranged(chain).steps[0]).toBe(chain.at(-1))
  })
})

describe('inOrder', () => {
  it('gives any goals free ids, and a plan without faults that has one step a level', () => {
    const ids = fc.array(fc.integer({ min: 1, max: 9 }).map(String))
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 8 }), ids, (goals, taken) => {
        const plan = inOrder(goals, new Set(taken))
        expect(plan.map(({ goal }) => goal)).toEqual(goals)
        expect(planFaults(plan, new Set(taken))).toEqual([])
        expect(levelsOf(plan)).toEqual(plan.map((each) => [each]))
      }),
    )
  })
})

describe('withNeeds', () => {
  it('lets a step that says nothing need the one before it', () => {
    expect(
      withNeeds([
        { id: 'a', goal: 'A' },
        { id: 'b', goal: 'B' },
        { id: 'c', goal: 'C', needs: [] },
      ]),
    ).toEqual([
      { id: 'a', goal: 'A', needs: [] },
      { id: 'b', goal: 'B', needs: ['a'] },
      { id: 'c', goal: 'C', needs: [] },
    ])
  })
  it('lets it need none where the steps are listed in another order', () => {
    expect(
      withNeeds([
        { id: 'a', goal: 'A', needs: ['b'] },
        { id: 'b', goal: 'B' },
      ])[1]?.needs,
    ).toEqual([])
  })
})
