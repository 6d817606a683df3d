/** The demo model's arithmetic: it finds an expression in the question and knows how to work it out. */
import { evaluateArithmetic } from '@gyre/core'

/** A run of numbers, operators and parentheses with at least one operator between two numbers. */
const expressionIn = /[-+(]*\s*\d[\d\s.,+\-*/×÷−^%()]*[+\-*/×÷−^%]\s*[-+(]*\s*\d[\d\s.,+\-*/×÷−^%()]*/u

/** The first arithmetic expression in a text that has a value. */
export function findExpression(text: string): string | undefined {
  const found = expressionIn.exec(text)?.[0]
  if (!found) return undefined
  const expression = found
    .replace(/(\d),(?=\d{3}\b)/g, '$1')
    .replace(/[\s.,+\-*/×÷−^%(]+$/u, '')
    .trim()
  return isEvaluable(expression) ? expression : undefined
}

function isEvaluable(expression: string): boolean {
  try {
    evaluateArithmetic(expression)
    return true
  } catch {
    return false
  }
}
