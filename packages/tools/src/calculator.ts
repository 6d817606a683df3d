/** Arithmetic for models, which are bad at it. */
import { defineTool, evaluateArithmetic } from '@gyre/core'
import { z } from 'zod'

export const calculator = defineTool({
  name: 'math.calculate',
  description:
    'Evaluates an arithmetic expression: + - * / % ^, parentheses, sqrt abs round floor ceil min max, pi, e.',
  input: z.object({ expression: z.string().min(1).describe('For example `17 * 6 + 14`.') }),
  effect: 'pure',
  run: ({ expression }) => String(evaluateArithmetic(expression)),
})
