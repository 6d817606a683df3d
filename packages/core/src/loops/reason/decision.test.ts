import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ruling, type Standing } from './decision.ts'

const standing: Standing = {
  refusals: 0,
  failures: 0,
  stuckThreshold: 3,
  left: 1,
  isLastGood: true,
  hasFailed: false,
  iterations: 1,
  maxIterations: 15,
}

const decisionOf = (changed: Partial<Standing>) => ruling({ ...standing, ...changed })

describe('a decision by rules', () => {
  it.each<[string, Partial<Standing>, string, string]>([
    [
      'a call refused twice',
      { refusals: 2, failures: 3, left: 0 },
      'stuck',
      'a call that was refused was wanted again',
    ],
    ['failures at the threshold', { failures: 3, left: 0, iterations: 15 }, 'stuck', '3 failures in a row'],
    ['nothing left and the last good', { left: 0 }, 'summary', 'all steps are done and the last is good'],
    [
      'the same in the last iteration',
      { left: 0, iterations: 15 },
      'summary',
      'all steps are done and the last is good',
    ],
    ['steps left in the last iteration', { iterations: 15 }, 'summary', 'the limit of 15 iterations is reached'],
    ['steps left and no failure', {}, 'continue', '1 step left and no failure'],
    ['steps left and a partial one', { isLastGood: false, left: 2 }, 'continue', '2 steps left and no failure'],
  ])('with %s is made', (_, changed, decision, why) => {
    expect(decisionOf(changed)).toMatchObject({ decision, why })
  })

  it.each<[string, Partial<Standing>]>([
    ['nothing left and the last partial', { left: 0, isLastGood: false }],
    ['steps left and a failure', { failures: 1, hasFailed: true, isLastGood: false }],
    ['steps left after a decision that failed', { failures: 1 }],
    ['one failed beside others', { hasFailed: true, isLastGood: false }],
    ['a call that was refused once', { refusals: 1, failures: 1, hasFailed: true }],
  ])('with %s is left to a model', (_, changed) => {
    expect(decisionOf(changed)).toBeUndefined()
  })

  it('is never left to a model at a limit, whatever else is so', () => {
    const any = fc.record({
      refusals: fc.nat(3),
      failures: fc.nat(5),
      stuckThreshold: fc.integer({ min: 1, max: 5 }),
      left: fc.nat(3),
      isLastGood: fc.boolean(),
      hasFailed: fc.boolean(),
      iterations: fc.nat(5),
      maxIterations: fc.integer({ min: 1, max: 5 }),
    })
    fc.assert(
      fc.property(any, (each) => {
        const isAtLimit =
          each.failures >= each.stuckThreshold || each.iterations >= each.maxIterations || each.refusals > 1
        if (isAtLimit) expect(ruling(each)?.decision).toMatch(/^(?:stuck|summary)$/)
        if (ruling(each)?.decision === 'continue') expect(each.left).toBeGreaterThan(0)
      }),
    )
  })
})
