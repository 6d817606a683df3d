/** What symbolic work gives back: a text for a model, and data. */
export type Answer = { readonly text: string; readonly data: { readonly [name: string]: unknown } }

export const notVerified = 'This could not be verified by numbers: check it before you rely on it.'
export const onlyPositive = 'This holds for positive values of the variables.'

/** The variable that is meant: the named one, the only one, or x. */
export function chosenVariable(asked: string | undefined, variables: readonly string[]): string {
  const name = asked?.trim()
  if (name !== undefined) {
    if (/^[\p{L}][\p{L}\p{N}_]{0,30}$/u.test(name) && !['e', 'i', 'pi'].includes(name)) return name
    throw new Error(`\`variable\`: \`${name.slice(0, 40)}\` is no name for a variable.`)
  }
  const [only] = variables
  if (variables.length === 1 && only !== undefined) return only
  if (variables.length === 0 || variables.includes('x')) return 'x'
  throw new Error(`\`variable\` is needed: one of ${variables.map((variable) => `\`${variable}\``).join(', ')}.`)
}
