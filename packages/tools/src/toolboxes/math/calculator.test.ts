import { evaluateArithmetic, runTool, systemClock, type Tool, type ToolContext, type ToolOutput } from '@gyre/core'
import fc from 'fast-check'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { endIsolated } from '../../isolation/run-isolated.ts'
import { calculator } from './calculator.ts'
import { math } from './engine/mathjs.ts'
import { mathWork } from './math-process.ts'

// The first call starts a process, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

afterAll(endIsolated)

const context = { signal: new AbortController().signal } as Partial<ToolContext> as ToolContext

async function calculate(expression: string): Promise<ToolOutput> {
  return runTool(calculator as Tool, calculator.schema.parse({ expression }), context, systemClock)
}

describe('math.calculate', () => {
  it('is a pure tool that is read without a fence', () => {
    expect(calculator).toMatchObject({ name: 'math.calculate', effect: 'pure', trusted: true, approval: 'never' })
  })

  it.each([
    ['17 * 6 + 14', '116'],
    ['(2 + 3) * 4', '20'],
    ['0.1 + 0.2', '0.3'],
    ['2 ^ 10', '1024'],
    ['sqrt(16) + abs(-3)', '7'],
    ['min(3, 1, 2) + max(3, 1, 2)', '4'],
    ['6 × 7 ÷ 2 − 1', '20'],
    ['1.5e3', '1500'],
  ])('knows `%s` at once, without any library', (expression, expected) => {
    expect(calculator.run({ expression }, context)).toBe(expected)
  })

  it.each([
    ['sin(30 deg)', '0.5'],
    ['cos(60°)', '0.5'],
    ['ln(e^2)', '2'],
    ['log(100, 10)', '2'],
    ['ln(ln(e^e))', '1'],
    ['5!', '120'],
    ['nCr(5, 2)', '10'],
    ['gcd(12, 18)', '6'],
    ['mod(-8, 3)', '1'],
    ['round(2.567, 2)', '2.57'],
    ['15% of 200', '30'],
    ['1,234,567 * 2', '2469134'],
    ['2 pi', '6.28318530717959'],
    ['sqrt(-4)', '2i'],
    ['(2 + 3i) * (1 - i)', '5 + i'],
    ['e^(i * pi)', '-1'],
    ['det([1, 2; 3, 4])', '-2'],
    ['inv([[1, 2], [3, 4]])', '[[-2, 1], [1.5, -0.5]]'],
    ['[1, 2; 3, 4] * [1; 1]', '[[3], [7]]'],
    ['eigs([2, 0; 0, 3])', '[2, 3]'],
    ['mean([1, 2, 3, 4])', '2.5'],
    ['1/3 + fraction(1, 6)', '1/2'],
    ['3 km + 200 m', '3.2 km'],
    ['60 mph to km/h', '96.56064 km / h'],
    ['20 degC to degF', '68 degF'],
    ['2 * pi * 6371 km', '40030.173592 km'],
    ['2^100', '1267650600228229401496703205376 (≈ 1.26765e+30)'],
    ['20! + 1', '2432902008176640001 (≈ 2.43290e+18)'],
    ['12345678901234567890 + 1', '12345678901234567891 (≈ 1.23457e+19)'],
    ['x = 3; y = 4; sqrt(x^2 + y^2)', '5'],
    ['5 > 3', 'true'],
    ['isPrime(97)', 'true'],
    ['hex(255)', '0xff'],
    ['[1, 2, 3][2]', '2'],
    ['1:5', '[1, 2, 3, 4, 5]'],
  ])('`%s` is %s', async (expression, expected) => {
    const output = await calculate(expression)
    expect(output.error).toBeUndefined()
    expect(output.text).toBe(expected)
  })

  it.each([
    ['sqrt(-4)', { re: 0, im: 2 }],
    ['3 km + 200 m', { value: 3.2, unit: 'km' }],
    [
      '[1, 2; 3, 4]',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ['2^70', '1180591620717411303424'],
    ['sin(30 deg)', 0.5],
  ])('`%s` has the data %j', async (expression, data) => {
    expect((await calculate(expression)).data).toEqual(data)
  })
})

describe('what math.calculate refuses', () => {
  it.each([
    ['2 +* 3', 'value expected, at character 4 (near `2 +* 3`)'],
    ['(2 + 3', 'parenthesis ) expected, at its end'],
    ['2 +', 'unexpected end of expression, at its end'],
    ['3 foo', '`foo` is neither a number, a unit, a constant nor a function that is known'],
    ['nosuch(3)', '`nosuch` is no function that is known'],
    ['1 km to kg', 'units do not match'],
    ['1 / 0', 'it divides by zero or is too large'],
    ['0 / 0', 'it has no value'],
    ['10^10^10', 'it divides by zero or is too large'],
    ['zeros(1e9)', '`zeros` would make more than 10000 entries'],
    ['ones(10^5, 10^5)', 'the arguments of `ones` must be written as numbers'],
    ['identity(1000)', '`identity` would make more than 10000 entries'],
    ['1:1e9', '`range` would make more than 10000 entries'],
    ['kron(ones(60, 60), ones(2, 2))', 'the result has more than 2500 entries'],
    ['import({a: 1})', '`import` is no function that is known'],
    ['createUnit("foo")', '`createUnit` is no function that is known'],
    ['evaluate("1 + 1")', '`evaluate` is no function that is known'],
    ['parse("1")', '`parse` is no function that is known'],
    ['simplify("x")', '`simplify` is no function that is known'],
    ['derivative("x^2", "x")', '`derivative` is no function that is known'],
    ['config({number: 1})', '`config` is no function that is known'],
    ['random()', '`random` is no function that is known'],
    ['map([1, 2], f)', '`map` is no function that is known'],
    ['constructor', '`constructor` is neither a number'],
    ['__proto__', '`__proto__` is neither a number'],
    ['cos.constructor', 'values have no properties here'],
    ['[1].constructor("return 1")', '`constructor` is no function that is known'],
    ['"a"["constructor"]', 'values have no properties here'],
    ['f(x) = f(x)', 'functions cannot be defined'],
    ['x = x + 1', 'undefined symbol x'],
    ['pi = 3', '`pi` has a meaning already'],
    ['valueOf = 1', '`valueOf` is no name for a value'],
    ['{a: 1}', 'it has an object in braces'],
    ['"text"', 'it has a text in quotes'],
    ['('.repeat(1900), 'nested too deeply'],
    [`${'-'.repeat(3900)}1`, 'nested too deeply'],
    [`1${'+1'.repeat(1999)}x`, 'parts'],
  ])('`%.30s`: %s', async (expression, why) => {
    const output = await calculate(expression)
    expect(output.error).toBe(true)
    expect(output.text).toContain('Cannot evaluate')
    expect(output.text).toContain(why)
  })

  it('does not even look at 100 kB', () => {
    expect(calculator.schema.safeParse({ expression: '1+'.repeat(50_000) }).success).toBe(false)
  })

  it('ends what takes too long, and goes on with the next', async () => {
    const input = { expression: 'combinations(1e9, 5e8)' }
    const { signal } = new AbortController()
    await expect(mathWork({ name: 'calculate', input, signal, timeoutMs: 300 })).rejects.toThrow(
      'It took too long and was stopped: ask for something smaller.',
    )
    expect((await calculate('sin(30 deg)')).text).toBe('0.5')
  })

  it('ends with its session', async () => {
    const controller = new AbortController()
    const input = { expression: 'combinations(1e9, 5e8)' }
    const work = mathWork({ name: 'calculate', input, signal: controller.signal })
    setTimeout(() => controller.abort(), 50)
    await expect(work).rejects.toThrow(expect.objectContaining({ code: 'aborted' }))
  })
})

it('agrees with the library on random sums, products and powers', () => {
  const leaf = fc.oneof(fc.integer({ min: 0, max: 99 }).map(String), fc.constantFrom('0.5', '2.25', 'pi', 'e'))
  const { expression } = fc.letrec<{ expression: string }>((tie) => ({
    expression: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc
        .tuple(tie('expression'), fc.constantFrom('+', '-', '*', '/'), tie('expression'))
        .map((parts) => parts.join(' ')),
      fc.tuple(tie('expression'), fc.constantFrom('2', '3', '-1')).map(([base, power]) => `(${base})^${power}`),
      tie('expression').map((inner) => `-(${inner})`),
      tie('expression').map((inner) => `sqrt(abs(${inner}))`),
      tie('expression').map((inner) => `(${inner})`),
    ),
  }))
  fc.assert(
    fc.property(expression, (text) => {
      const expected: unknown = math.evaluate(text)
      fc.pre(typeof expected === 'number' && Number.isFinite(expected))
      const size = Math.max(1, Math.abs(expected as number))
      expect(Math.abs(evaluateArithmetic(text) - (expected as number)) / size).toBeLessThan(1e-12)
    }),
    { numRuns: 500 },
  )
})
