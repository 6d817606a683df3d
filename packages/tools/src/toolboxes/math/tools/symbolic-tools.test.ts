import { runTool, systemClock, type ToolContext, type ToolOutput } from '@gyre/core'
import fc from 'fast-check'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { endIsolated } from '../../../isolation/run-isolated.ts'
import { math } from '../engine/mathjs.ts'
import { mathToolbox } from '../math-toolbox.ts'

// The first call starts a process, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

afterAll(endIsolated)

const context = { signal: new AbortController().signal } as Partial<ToolContext> as ToolContext

async function ask(name: string, input: object): Promise<ToolOutput> {
  const tool = mathToolbox().tools.find((one) => one.name === `math.${name}`)
  if (!tool) throw new Error(`no tool ${name}`)
  return runTool(tool, tool.schema.parse(input), context, systemClock)
}

const maybeMore = ' There may be more solutions than those that were found.'

describe('the math toolbox', () => {
  it('has tools that change nothing, ask nobody and are read without a fence', () => {
    const { tools } = mathToolbox()
    expect(tools.map(({ name }) => name)).toEqual([
      'math.calculate',
      'math.convert',
      'math.statistics',
      'math.solve',
      'math.simplify',
      'math.derive',
      'math.integrate',
      'math.factor',
    ])
    for (const tool of tools)
      expect(tool).toMatchObject({ effect: 'pure', trusted: true, approval: 'never', permissions: [] })
  })

  it('converts units', async () => {
    const output = await ask('convert', { value: 100, from: 'C', to: 'F' })
    expect(output).toEqual({ text: '100 degC = 212 degF', data: { value: 212, unit: 'degF' } })
    const refused = await ask('convert', { value: 1, from: 'EUR', to: 'USD' })
    expect(refused).toMatchObject({ error: true, text: expect.stringContaining('is a currency') })
  })
})

describe('math.solve', () => {
  it.each([
    ['x^2 = 4', 'x = -2 or x = 2'],
    ['x^2 - 5x + 6 = 0', 'x = 2 or x = 3'],
    ['x^3 - 6x^2 + 11x - 6', 'x = 1 or x = 2 or x = 3'],
    ['x^2 + 1 = 0', 'x = i or x = -i'],
    ['x^2 = 2', 'x = -sqrt(2) (≈ -1.414213562) or x = sqrt(2) (≈ 1.414213562)'],
    ['3x + 5 = 20', 'x = 5'],
    ['0.5x + 0.25 = 1', 'x = 3/2 (≈ 1.5)'],
    ['x(x + 1) = 6', 'x = -3 or x = 2'],
    ['(x - 1)^2 = 0', 'x = 1'],
    ['x^4 - 5x^2 + 4 = 0', 'x = -2 or x = -1 or x = 1 or x = 2'],
    ['sqrt(x + 3) = x - 3', `x = 6.${maybeMore}`],
    ['abs(2x - 1) = 5', 'x = -2 or x = 3'],
    ['e^x = 5', 'x = log(5) (≈ 1.609437912)'],
    ['ln(x) = 2', 'x = e^2 (≈ 7.389056099)'],
    ['2^x = 8', 'x = 3'],
    ['1/(x - 1) = 2', 'x = 3/2 (≈ 1.5)'],
    ['cos(x) = x', `x ≈ 0.7390851332.${maybeMore}`],
    ['sin(x) = 1/2', 'x = pi/6 + 2*pi*k or x = 5*pi/6 + 2*pi*k. k is any whole number.'],
    ['sin(x)^2 = 1', 'x = pi/2 + pi*k. k is any whole number.'],
    ['tan(x) = 1', 'x = pi/4 + pi*k. k is any whole number.'],
    ['(x^2 - 4)/(x - 2) = 0', `x = -2.${maybeMore}`],
    ['(x^2 - 1)/(x - 1) = 2', 'No solution of (x^2 - 1)/(x - 1) = 2 for x was found; there may be one all the same.'],
    ['e^(2x) - 3e^x + 2 = 0', `x = 0 or x = log(2) (≈ 0.6931471806).${maybeMore}`],
    ['x = x', 'x = x is true for every x'],
    ['2x + 3 = 2x + 5', '2 * x + 3 = 2 * x + 5 has no solution for x'],
    ['sqrt(x) = -2', 'sqrt(x) = -2 has no solution for x'],
    ['1/x = 0', '1/x = 0 has no solution for x'],
    ['sin(x) = 2', 'No solution of sin(x) = 2 for x was found; there may be one all the same.'],
  ])('`%s` gives %s', async (equations, expected) => {
    expect((await ask('solve', { equations })).text).toBe(expected)
  })

  it.each([
    [
      { equations: 'a x^2 + b x + c = 0', variables: 'x' },
      'x = (-b + sqrt(-4 * a * c + b^2))/(2 * a) or x = (-b - sqrt(-4 * a * c + b^2))/(2 * a)',
    ],
    [{ equations: 'speed * time = distance', variables: 'time' }, 'time = distance/speed'],
    [{ equations: 'E = m c^2', variables: 'm' }, 'm = E/c^2'],
    [{ equations: 'A = P (1 + r)^n', variables: 'n' }, 'n = log(A/P)/log(r + 1)'],
    [{ equations: 'A = P(1 + r)^2', variables: 'P' }, 'P = A/(r + 1)^2'],
    [{ equations: 'x^2 = y', variables: 'x' }, 'x = sqrt(y) or x = -sqrt(y)'],
    [{ equations: 'sin(x) = a', variables: 'x' }, `x = asin(a).${maybeMore}`],
    [{ equations: ['x y = 2 y', 'x^2 y = 4 y'] }, 'x = 2, for every y; or y = 0, for every x'],
    [{ equations: 'pH = -log10(H)', variables: 'H' }, 'H = 10^(-pH)'],
    [
      { equations: 'T = 2 pi sqrt(L/g)', variables: 'L' },
      'L = T^2 * g/(4 * pi^2). This holds for positive values of the variables.',
    ],
    [{ equations: 'sqrt(x + a) = x', variables: 'x' }, `x = (sqrt(4 * a + 1) + 1)/2.${maybeMore}`],
    [{ equations: ['x + y = 10', 'x - y = 2'] }, 'x = 6, y = 4'],
    [{ equations: ['x + y + z = 6', '2y + 5z = -4', '2x + 5y - z = 27'] }, 'x = 5, y = 3, z = -2'],
    [{ equations: ['x^2 + y^2 = 25', 'x + y = 7'] }, 'x = 4, y = 3; or x = 3, y = 4'],
    [{ equations: ['y = x^2', 'y = 2x + 3'] }, 'x = -1, y = 1; or x = 3, y = 9'],
    [{ equations: ['x + y = 1', 'x + y = 2'] }, 'These equations have no common solution'],
    [{ equations: ['x + y = 1', '2x + 2y = 2'] }, 'x = -y + 1, for every y'],
    [{ equations: ['x y = 0', 'x + y = 1'] }, 'x = 1, y = 0; or x = 0, y = 1'],
    [{ equations: ['x/y = 1', 'x = 0'] }, 'These equations have no common solution'],
    [{ equations: ['e^x + y = 3', 'x - y = 0'] }, `x ≈ 0.7920599684, y ≈ 0.7920599684.${maybeMore}`],
  ])('%j gives %s', async (input, expected) => {
    expect((await ask('solve', input)).text).toBe(expected)
  })

  it('finds all roots of a polynomial, also complex ones, and each solves it', async () => {
    const { data } = await ask('solve', { equations: 'x^5 - x - 1 = 0' })
    const { solutions } = data as { solutions: readonly { value: number | { re: number; im: number } }[] }
    expect(solutions).toHaveLength(5)
    for (const { value } of solutions) {
      const x = typeof value === 'number' ? value : math.complex(value.re, value.im)
      expect(Number(math.abs(math.evaluate('x^5 - x - 1', { x })))).toBeLessThan(1e-9)
    }
  })

  it('gives the values as data', async () => {
    expect((await ask('solve', { equations: 'x^2 = 2' })).data).toEqual({
      variable: 'x',
      solutions: [
        { exact: '-sqrt(2)', value: -Math.SQRT2 },
        { exact: 'sqrt(2)', value: Math.SQRT2 },
      ],
      verified: true,
    })
  })

  it.each([
    [{ equations: 'x > 3' }, 'inequalities cannot be solved here'],
    [{ equations: 'x = 1 = 2' }, 'has more than one `=`'],
    [{ equations: '= 5' }, 'lacks one of its sides'],
    [{ equations: 'a b = c' }, '`variable` is needed: one of `a`, `b`, `c`.'],
    [{ equations: 'x +* 2 = 3' }, 'value expected, at character 4'],
    [{ equations: 'import(x) = 1' }, '`import` is no function that is known here'],
    [{ equations: 'constructor(x) = 1' }, '`constructor` is no function that is known here'],
    [{ equations: 'x.constructor = 1' }, '`AccessorNode` has no place in a formula'],
    [{ equations: 'f(x) = f(x)', variables: 'e' }, '`e` is no name for a variable'],
    [{ equations: `${'('.repeat(900)}x = 1` }, 'nested too deeply'],
    [{ equations: `x${'+x'.repeat(400)} = 1` }, 'has more than 400 parts'],
  ])('refuses %j: %s', async (input, message) => {
    const output = await ask('solve', input)
    expect(output.error).toBe(true)
    expect(output.text).toContain(message)
  })
})

describe('math.simplify and math.factor', () => {
  it.each([
    ['(x^2 - 1)/(x - 1)', 'x + 1'],
    ['sin(x)^2 + cos(x)^2', '1'],
    ['(x + 1)^2 - x^2 - 2x - 1', '0'],
    ['2x + 3x', '5 * x'],
    ['(a^2 - b^2)/(a + b)', 'a - b'],
    ['x * x * x', 'x^3'],
    ['sqrt(x^2)', 'abs(x)'],
    ['sqrt(x y) - sqrt(x) sqrt(y)', 'sqrt(x * y) - sqrt(x) * sqrt(y)'],
  ])('%s is shorter as %s', async (expression, expected) => {
    expect((await ask('simplify', { expression })).data).toEqual({ result: expected, verified: true })
  })

  it('says when there is nothing to shorten', async () => {
    expect((await ask('simplify', { expression: 'x + y' })).text).toBe('x + y is as short as it was found to get')
  })

  it.each([
    ['x^2 - 4', 'x^2 - 4 = (x - 2) * (x + 2)'],
    ['x^4 - 1', 'x^4 - 1 = (x - 1) * (x + 1) * (x^2 + 1)'],
    ['6x^2 + x - 2', '6 * x^2 + x - 2 = (2 * x - 1) * (3 * x + 2)'],
    ['360', '360 = 2^3 * 3^2 * 5'],
    ['-12', '-12 = -1 * 2^2 * 3'],
    ['1,000,000,007', '1000000007 is a prime number'],
    ['600851475143', '600851475143 = 71 * 839 * 1471 * 6857'],
    ['1', '1 = 1'],
  ])('%s: %s', async (expression, expected) => {
    expect((await ask('factor', { expression })).text).toBe(expected)
  })
})

describe('math.derive', () => {
  it.each([
    ['x^3 - 2x + 1', '3 * x^2 - 2'],
    ['x^2 sin(x)', '2 * sin(x) * x + cos(x) * x^2'],
    ['e^(x^2)', '2 * e^(x^2) * x'],
    ['x^x', '(1 + log(x)) * x^x'],
    ['ln(x)/x', '-log(x)/x^2 + 1/x^2'],
    ['ln(ln(x))', '1/(log(x) * x)'],
    ['sqrt(x)', '1/(2 * sqrt(x))'],
    ['tan(x)', 'sec(x)^2'],
    ['7', '0'],
  ])('of %s is %s', async (expression, expected) => {
    expect((await ask('derive', { expression })).data).toMatchObject({ result: expected, verified: true })
  })

  it('goes by the variable and as often as it is told', async () => {
    expect((await ask('derive', { expression: 'x^2 y', variable: 'y' })).text).toBe('d/dy of x^2 * y = x^2')
    expect((await ask('derive', { expression: 'sin(x)', order: 2 })).text).toBe('d^2/dx^2 of sin(x) = -sin(x)')
  })
})

describe('math.integrate', () => {
  it.each([
    ['x^2', 'x^3/3 + C'],
    ['x e^x', '-e^x + e^x * x + C'],
    ['1/(x^2 + 1)', 'atan(x) + C'],
    ['ln(x)', '-x + log(x) * x + C'],
    ['1/x', 'log(x) + C'],
    ['1/sqrt(1 - x^2)', 'asin(x) + C'],
  ])('%s has the antiderivative %s', async (expression, expected) => {
    expect((await ask('integrate', { expression })).data).toMatchObject({ result: expected, verified: true })
  })

  it.each([
    ['x^2', '0', '1', '1/3 (≈ 0.3333333333)'],
    ['sin(x)', '0', 'pi', '2'],
    ['1/x', '1', 'e', '1'],
    ['1/sqrt(x)', '0', '1', '2'],
    ['e^(-x^2)', '-inf', 'inf', '1.772453851 (by numbers; it looks like sqrt(pi))'],
    ['1/x^2', '1', 'inf', '1 (by numbers)'],
    ['x^x', '0', '1', '0.7834305107 (by numbers)'],
    ['sqrt(1 - x^2)', '-1', '1', '1.570796327 (by numbers; it looks like pi/2)'],
  ])('%s from %s to %s is %s', async (expression, from, to, expected) => {
    expect((await ask('integrate', { expression, from, to })).text).toMatch(new RegExp(`= ${RegExp.escape(expected)}$`))
  })

  it('says when a result could not be verified', async () => {
    expect((await ask('integrate', { expression: 'sin(x)/x' })).text).toBe(
      'integral of sin(x)/x dx = Si(x) + C. This could not be verified by numbers: check it before you rely on it.',
    )
  })

  it.each([
    [{ expression: 'x^x' }, 'No antiderivative of `x^x` was found.'],
    [{ expression: '1/x', from: '-1', to: '1' }, 'it may not converge'],
    [{ expression: '1/x', from: '1', to: 'inf' }, 'it may not converge'],
    [{ expression: 'x', from: '0' }, 'Give both `from` and `to`, or neither.'],
    [{ expression: 'x', from: '0', to: 'a' }, '`to`: `a` is no real number.'],
    [{ expression: 'a x', variable: 'x', from: '0', to: '1' }, 'An area needs numbers: `a` has no value.'],
  ])('refuses %j: %s', async (input, message) => {
    const output = await ask('integrate', input)
    expect(output.error).toBe(true)
    expect(output.text).toContain(message)
  })

  it('is undone by deriving', async () => {
    const coefficient = fc.integer({ min: -9, max: 9 }).filter((value) => value !== 0)
    const term = fc.oneof(
      fc.tuple(coefficient, fc.integer({ min: 0, max: 5 })).map(([factor, power]) => `(${factor}) * x^${power}`),
      fc
        .tuple(coefficient, fc.constantFrom('sin(x)', 'cos(2 x)', 'e^x', 'e^(-3 x)', 'x e^x'))
        .map((parts) => parts.join(' * ')),
    )
    const formula = fc.array(term, { minLength: 1, maxLength: 4 }).map((terms) => terms.join(' + '))
    await fc.assert(
      fc.asyncProperty(formula, async (expression) => {
        const integral = (await ask('integrate', { expression, variable: 'x' })).data as {
          result: string
          verified: boolean
        }
        expect(integral.verified).toBe(true)
        const back = (await ask('derive', { expression: integral.result.replace(' + C', ''), variable: 'x' })).data as {
          result: string
        }
        for (const x of [-1.3, 0.4, 2.2]) {
          const [first, second] = [expression, back.result].map((text) => Number(math.evaluate(text, { x })))
          expect(Math.abs((first ?? 0) - (second ?? 1))).toBeLessThan(1e-8 * Math.max(1, Math.abs(first ?? 0)))
        }
      }),
      { numRuns: 40 },
    )
  })
})
