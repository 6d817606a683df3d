import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inOrder, levelsOf, planFaults, type Step, withNeeds } from './plan.ts'

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
    ['a later step', [step('a', 'b'), step('b')], ['step `a` needs `b`, which does not come before it']],
    ['itself', [step('a', 'a')], ['step `a` needs `a`, which does not come before it']],
    ['two of one id', [step('a'), step('a')], ['two steps have the id `a`, or it is that of a finished step']],
  ])('names a step that needs %s', (_, steps, faults) => {
    expect(planFaults(steps, none)).toEqual(faults)
  })

  it('names the id of a finished step, which may be needed', () => {
    expect(planFaults([step('a')], new Set(['a']))).toHaveLength(1)
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
})
