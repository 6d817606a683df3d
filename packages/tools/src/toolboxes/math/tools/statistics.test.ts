import { runTool, systemClock, type ToolContext, type ToolOutput } from '@gyre/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { math } from '../engine/mathjs.ts'
import { fittedLine, mean, quantile, sum, variance } from '../statistics/measures.ts'
import { statisticsTool } from './statistics.ts'

async function statistics(input: object): Promise<ToolOutput> {
  return runTool(statisticsTool, statisticsTool.schema.parse(input), {} as ToolContext, systemClock)
}

const marks = [2, 4, 4, 4, 5, 5, 7, 9]

describe('math.statistics', () => {
  it.each([
    [{ numbers: marks, measures: ['mean'] }, { mean: 5 }],
    [
      { numbers: marks, measures: ['median', 'mode'] },
      { median: 4.5, mode: [4] },
    ],
    [
      { numbers: marks, measures: ['populationStdev', 'populationVariance'] },
      { populationStdev: 2, populationVariance: 4 },
    ],
    [
      { numbers: marks, measures: ['variance', 'stdev'] },
      { variance: 4.57142857143, stdev: 2.1380899353 },
    ],
    [
      { numbers: marks, measures: ['min', 'max', 'range', 'sum', 'count'] },
      { min: 2, max: 9, range: 7, sum: 40, count: 8 },
    ],
    [{ numbers: marks, measures: ['quantiles'] }, { quantiles: { '0.25': 4, '0.5': 4.5, '0.75': 5.5 } }],
    [
      { numbers: [1, 2, 3, 4, 5], quantiles: [0.1, 0.9], measures: ['count'] },
      { count: 5, quantiles: { '0.1': 1.4, '0.9': 4.6 } },
    ],
    [{ numbers: [1, 1, 2, 2, 3], measures: ['mode'] }, { mode: [1, 2] }],
    [{ numbers: [1, 2, 3], measures: ['mode'] }, { mode: [] }],
    [
      { numbers: [7], measures: ['median', 'mode'] },
      { median: 7, mode: [7] },
    ],
    [{ numbers: [0.1, 0.2, 0.3], measures: ['sum'] }, { sum: 0.6 }],
    [{ numbers: [1e16, 1, -1e16], measures: ['sum'] }, { sum: 1 }],
    [
      { numbers: [1, 2, 3], second: [2, 4, 6] },
      { correlation: 1, regression: { slope: 2, intercept: 0, rSquared: 1 } },
    ],
    [{ numbers: [1, 2, 3, 4], second: [8, 6, 4, 2], measures: ['correlation'] }, { correlation: -1 }],
    [
      { numbers: [1, 2, 3, 4, 5], second: [2, 4, 5, 4, 5], measures: ['regression'] },
      { regression: { slope: 0.6, intercept: 2.2, rSquared: 0.6 } },
    ],
  ])('%j gives %j', async (input, expected) => {
    expect((await statistics(input)).data).toEqual(expected)
  })

  it('tells the usual measures in one line', async () => {
    expect((await statistics({ numbers: marks })).text).toBe(
      'count = 8, sum = 40, mean = 5, median = 4.5, mode = 4, min = 2, max = 9, stdev = 2.1380899353, quantiles = 0.25: 4, 0.5: 4.5, 0.75: 5.5',
    )
    expect((await statistics({ numbers: [7] })).text).toContain('median = 7')
  })

  it.each([
    [{ numbers: [1], measures: ['stdev'] }, 'The variance of a sample needs two `numbers` or more'],
    [{ numbers: [1, 2], measures: ['correlation'] }, '`correlation` needs a list `second` beside `numbers`.'],
    [
      { numbers: [1, 2], second: [1], measures: ['regression'] },
      '`numbers` (2) and `second` (1) must have the same length',
    ],
    [{ numbers: [1, 1], second: [1, 2], measures: ['regression'] }, '`numbers` are all the same'],
    [{ numbers: [1, 2], second: [3, 3], measures: ['correlation'] }, '`second` is the same number throughout'],
    [{ numbers: [1e308, 1e308], measures: ['sum'] }, '`numbers` are too large'],
  ])('refuses %j: %s', async (input, message) => {
    const output = await statistics(input)
    expect(output.error).toBe(true)
    expect(output.text).toContain(message)
  })

  it.each([{ numbers: [] }, { numbers: ['1'] }, { numbers: [Number.NaN] }, { numbers: [1], measures: ['magic'] }])(
    'does not take %j',
    (input) => {
      expect(statisticsTool.schema.safeParse(input).success).toBe(false)
    },
  )

  it('agrees with the library on random lists', () => {
    const number = fc.double({ min: -1e6, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number), { minLength: 2, maxLength: 40 }), (pairs) => {
        const [xs, ys] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)]
        const near = (value: number, expected: unknown) =>
          expect(Math.abs(value - Number(expected))).toBeLessThanOrEqual(1e-6 * Math.max(1, Math.abs(Number(expected))))
        near(sum(xs), math.sum(xs))
        near(mean(xs), math.mean(xs))
        near(variance(xs, 'sample'), math.variance(xs))
        near(variance(xs, 'population'), math.variance(xs, 'uncorrected'))
        const sorted = xs.toSorted((a, b) => a - b)
        near(quantile(sorted, 0.3), math.quantileSeq(xs, 0.3))
        if (variance(xs, 'sample') > 1e-3 && variance(ys, 'sample') > 1e-3)
          near(fittedLine(xs, ys).correlation, math.corr(xs, ys))
      }),
    )
  })
})
