/** The number in what a tool or an earlier answer says. */

const number = String.raw`-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[+-]?\d+)?`
const afterEquals = new RegExp(`=\\s*(${number})`, 'gi')
const anywhere = new RegExp(number, 'gi')

/** The number after the last `=`, else the only number there is. */
export function numberIn(text: string): number | undefined {
  return numbersIn(text).at(-1)
}

/** All numbers after a `=`, else the only number there is. */
export function numbersIn(text: string): readonly number[] {
  // Tags and brackets around what a tool says are no part of it.
  const said = text.replace(/<[^<>\n]*>|\[[^[\]\n]*\]/g, ' ').replaceAll('−', '-')
  const results = [...said.matchAll(afterEquals)].map(([, written = '']) => written)
  const all = results.length > 0 ? results : (said.match(anywhere) ?? [])
  return results.length > 0 || all.length === 1 ? all.map((written) => Number(written.replaceAll(',', ''))) : []
}
