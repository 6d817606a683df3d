/** What is wrong with an expression, and where. */

export function expressionFault(expression: string, why: string): Error {
  const shown = expression.length > 80 ? `${expression.slice(0, 79)}…` : expression
  return new Error(`Cannot evaluate \`${shown}\`: ${why}.`)
}

type SyntaxFault = Error & { readonly char?: number }

/** The library's own words, with the place as people count it. */
export function syntaxFault(expression: string, thrown: unknown): Error {
  if (thrown instanceof RangeError) return expressionFault(expression, 'it is nested too deeply')
  const fault = thrown as SyntaxFault
  const said = fault instanceof Error ? fault.message : String(thrown)
  const words = said.replace(/\s*\(char \d+\)$/, '')
  const why = `${words.charAt(0).toLowerCase()}${words.slice(1)}`
  if (fault.char === undefined) return expressionFault(expression, why)
  const around = expression.slice(Math.max(0, fault.char - 6), fault.char + 6).trim()
  const place = fault.char > expression.length ? 'its end' : `character ${fault.char} (near \`${around}\`)`
  return expressionFault(expression, `${why}, at ${place}`)
}
