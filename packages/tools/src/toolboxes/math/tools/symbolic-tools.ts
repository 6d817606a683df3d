/** Algebra and calculus with formulas. */
import { defineTool, type Json, type Tool, toolOutput } from '@gyre/core'
import { z } from 'zod'
import { mathWork, type Work } from '../math-process.ts'

type Answer = { readonly text: string; readonly data: Json }

const formula = z.string().min(1).max(1000)
const variable = z.string().min(1).max(30).optional()

/** A formula with its variables written as usual. */
const expression = formula.describe('Such as `x^2 sin(x)`, `2x + 3` or `(a^2 - b^2)/(a + b)`.')

type Symbolic<I> = { readonly description: string; readonly input: z.ZodType<I>; handed?(input: I): Json }

function symbolicTool<I>(name: Work['name'], { description, input, handed }: Symbolic<I>): Tool {
  return defineTool({
    name: `math.${name}`,
    description,
    input,
    effect: 'pure',
    trusted: true,
    timeoutMs: 30_000,
    run: async (given, { signal }) => {
      const plain = handed ? handed(given) : (JSON.parse(JSON.stringify(given)) as Json)
      return toolOutput(await mathWork<Answer>({ name, input: plain, signal }))
    },
  }) as Tool
}

export const solveTool = symbolicTool('solve', {
  description:
    'Solves an equation, or several together, for its variables: exactly where that is possible, else by numbers. Every solution is put into the equations before it is told.',
  input: z.object({
    equations: z
      .union([formula, z.array(formula).min(1).max(8)])
      .describe('Such as `x^2 - 5x + 6 = 0`, or a list such as `["x + y = 10", "x - y = 2"]`.'),
    variables: z
      .union([z.string().min(1).max(30), z.array(z.string().min(1).max(30)).min(1).max(8)])
      .optional()
      .describe('What to solve for; needed when there are letters besides.'),
  }),
  handed: ({ equations, variables }) => ({
    equations: asList(equations),
    ...(variables !== undefined && { variables: asList(variables) }),
  }),
})

export const simplifyTool = symbolicTool('simplify', {
  description: 'Writes a formula in a shorter form that has the same values.',
  input: z.object({ expression }),
})

export const deriveTool = symbolicTool('derive', {
  description: 'Finds the derivative of a formula, and checks it by numbers.',
  input: z.object({
    expression,
    variable: variable.describe('The variable to derive by; may be left out when there is only one.'),
    order: z.number().int().min(1).max(6).optional().describe('1 for the first derivative, which it is when left out.'),
  }),
})

export const integrateTool = symbolicTool('integrate', {
  description:
    'Finds the antiderivative of a formula, or with `from` and `to` the area between these bounds, and checks it by numbers.',
  input: z.object({
    expression,
    variable: variable.describe('The variable to integrate by; may be left out when there is only one.'),
    from: z.string().min(1).max(100).optional().describe('The lower bound, such as `0`, `pi/2` or `-inf`.'),
    to: z.string().min(1).max(100).optional().describe('The upper bound, such as `1` or `inf`.'),
  }),
})

export const factorTool = symbolicTool('factor', {
  description: 'Writes a formula as a product, or a whole number as a product of primes.',
  input: z.object({ expression: formula.describe('Such as `x^2 - 4` or `360`.') }),
})

function asList(value: string | readonly string[]): Json {
  return typeof value === 'string' ? [value] : [...value]
}
