/** Equations whose values come again and again. */
import type { FunctionNode, MathNode, SymbolNode } from 'mathjs'
import { mentions } from '../degree.ts'
import type { Formula } from '../formula.ts'
import { evaluator, isFinitePoint, isNear } from '../sampling.ts'

const turning = new Set(['sin', 'cos', 'tan', 'sec', 'csc', 'cot'])

/** Pi or twice pi, when its values come again after that; the variable must be inside such functions alone. */
export function periodOf(formula: Formula, variable: string): number | undefined {
  if (!mentions(formula.tree, [variable]) || isOutside(formula.tree, variable)) return undefined
  const evaluate = evaluator(formula)
  return [Math.PI, 2 * Math.PI].find((period) =>
    [0.37, 1.21, 2.9, -0.83].every((x) => {
      const [here, later] = [evaluate({ [variable]: x }), evaluate({ [variable]: x + period })]
      return isFinitePoint(here) && isNear(here, later, 1e-9)
    }),
  )
}

/** Whether the variable is anywhere but inside functions that turn. */
function isOutside(node: MathNode, variable: string): boolean {
  if (node.type === 'SymbolNode') return (node as SymbolNode).name === variable
  if (node.type === 'FunctionNode' && turning.has(((node as FunctionNode).fn as SymbolNode).name)) return false
  let isFound = false
  node.forEach((child) => {
    isFound ||= isOutside(child, variable)
  })
  return isFound
}
