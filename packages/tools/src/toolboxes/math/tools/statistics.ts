/** Statistics of lists of numbers. */
import { defineTool, GyreError, type Tool, toolOutput } from '@gyre/core'
import { z } from 'zod'
import { fittedLine, mean, modes, quantile, sum, variance } from '../statistics/measures.ts'

const measures = [
  'count',
  'sum',
  'mean',
  'median',
  'mode',
  'min',
  'max',
  'range',
  'variance',
  'stdev',
  'populationVariance',
  'populationStdev',
  'quantiles',
  'correlation',
  'regression',
] as const

type Measure = (typeof measures)[number]

const numbers = z.array(z.number()).min(1).max(100_000)

const input = z.object({
  numbers: numbers.describe('The numbers; the x values when there is a second list.'),
  second: numbers
    .optional()
    .describe('A second list of the same length, for correlation and regression: the y values.'),
  measures: z.array(z.enum(measures)).min(1).optional().describe('Which to tell; the usual ones when left out.'),
  quantiles: z
    .array(z.number().min(0).max(1))
    .min(1)
    .max(20)
    .optional()
    .describe('Parts between 0 and 1; quarters when left out.'),
})

type Input = z.infer<typeof input>
type Value = number | readonly number[] | Readonly<Record<string, number>>

export const statisticsTool = defineTool({
  name: 'math.statistics',
  description:
    'Computes statistics of numbers: count, sum, mean, median, mode, min, max, range, variance and stdev (of a sample, or of a population), quantiles; with a second list correlation and linear regression.',
  input,
  effect: 'pure',
  trusted: true,
  run: (given) => {
    const data: Record<string, Value> = {}
    for (const measure of wanted(given)) data[measure] = rounded(measured(measure, given))
    const text = Object.entries(data).map(([name, value]) => `${name} = ${shown(value)}`)
    return toolOutput({ text: text.join(', '), data })
  },
}) as Tool

const usual: readonly Measure[] = ['count', 'sum', 'mean', 'median', 'mode', 'min', 'max', 'stdev', 'quantiles']
const paired: readonly Measure[] = ['correlation', 'regression']

function wanted(given: Input): readonly Measure[] {
  const asked = given.measures ?? (given.second ? [...paired] : usual.filter((measure) => isKnown(measure, given)))
  return given.quantiles && !asked.includes('quantiles') ? [...asked, 'quantiles'] : asked
}

/** One number has no spread. */
function isKnown(measure: Measure, { numbers: list }: Input): boolean {
  return measure !== 'stdev' || list.length > 1
}

function measured(measure: Measure, given: Input): Value {
  const { numbers: list } = given
  switch (measure) {
    case 'count':
      return list.length
    case 'sum':
      return sum(list)
    case 'mean':
      return mean(list)
    case 'mode':
      return modes(list)
    case 'variance':
    case 'stdev':
      return spread(list, 'sample', measure === 'stdev')
    case 'populationVariance':
    case 'populationStdev':
      return spread(list, 'population', measure === 'populationStdev')
    case 'correlation':
    case 'regression':
      return pairs(measure, given)
    default:
      return ordered(measure, given)
  }
}

/** What the sorted numbers tell. */
function ordered(measure: Measure, { numbers: list, quantiles = [0.25, 0.5, 0.75] }: Input): Value {
  const sorted = [...list].sort((a, b) => a - b)
  const [min = Number.NaN, max = Number.NaN] = [sorted[0], sorted.at(-1)]
  if (measure === 'min') return min
  if (measure === 'max') return max
  if (measure === 'range') return max - min
  if (measure === 'median') return quantile(sorted, 0.5)
  return Object.fromEntries(quantiles.map((part) => [String(part), quantile(sorted, part)]))
}

function spread(list: readonly number[], of: 'sample' | 'population', isRoot: boolean): number {
  if (of === 'sample' && list.length < 2) {
    throw new GyreError(
      'argument-invalid',
      'The variance of a sample needs two `numbers` or more; `populationVariance` takes one.',
    )
  }
  const value = variance(list, of)
  return isRoot ? Math.sqrt(value) : value
}

function pairs(measure: 'correlation' | 'regression', { numbers: xs, second: ys }: Input): Value {
  if (!ys) throw new GyreError('argument-invalid', `\`${measure}\` needs a list \`second\` beside \`numbers\`.`)
  if (xs.length !== ys.length || xs.length < 2) {
    throw new GyreError(
      'argument-invalid',
      `\`numbers\` (${xs.length}) and \`second\` (${ys.length}) must have the same length, of two or more.`,
    )
  }
  const { slope, intercept, correlation } = fittedLine(xs, ys)
  if (!Number.isFinite(slope))
    throw new GyreError('argument-invalid', '`numbers` are all the same: no line goes through them.')
  if (measure === 'regression') return { slope, intercept, rSquared: Number.isNaN(correlation) ? 1 : correlation ** 2 }
  if (Number.isNaN(correlation))
    throw new GyreError('argument-invalid', '`second` is the same number throughout: it has no correlation.')
  return correlation
}

function rounded(value: Value): Value {
  if (typeof value === 'number') return round(value)
  if (Array.isArray(value)) return value.map(round)
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, round(part as number)]))
}

function round(value: number): number {
  if (!Number.isFinite(value)) throw new GyreError('argument-invalid', '`numbers` are too large to be computed with.')
  return Number(value.toPrecision(12))
}

function shown(value: Value): string {
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value))
    return value.length === 0 ? 'none (all come equally often)' : value.slice(0, 10).join(' and ')
  return Object.entries(value)
    .map(([name, part]) => `${name}: ${part}`)
    .join(', ')
}
