/** Formulas changed part by part. */
import type { MathNode } from 'mathjs'

/** The formula with every part made anew, the innermost first. */
export function rebuilt(node: MathNode, change: (node: MathNode) => MathNode): MathNode {
  return change(node.map((child) => rebuilt(child, change)))
}
