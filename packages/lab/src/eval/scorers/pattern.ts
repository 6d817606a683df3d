/** The answer fits a regular expression. */
import { createContext, Script } from 'node:vm'

/** `/…/flags`, or the pattern alone; throws a SyntaxError when it is none. */
export function readPattern(text: string): RegExp {
  const [, source, flags = ''] = /^\/(.+)\/([a-z]*)$/su.exec(text) ?? []
  // What keeps its place between two looks would make the second one another.
  return source === undefined ? new RegExp(text, 'u') : new RegExp(source, flags.replace(/[gy]/g, ''))
}

const look = new Script('pattern.test(answer)')

/** Some patterns take longer than anybody waits, on an answer of thirty letters: `^(a+)+$`. */
const longestLookMs = 1000

/**
 * Somewhere in it; a pattern that means all of it says so by `^` and `$`. Undefined when a second was not enough to
 * tell: a pattern that comes with a data set must not hold up everything else.
 */
export function fitsPattern(answer: string, accepted: string): boolean | undefined {
  const pattern = readPattern(accepted)
  try {
    return look.runInContext(createContext({ pattern, answer }), { timeout: longestLookMs }) === true
  } catch (error) {
    if (isTimeout(error)) return undefined
    throw error
  }
}

/** It may come from the context, where `Error` is another one. */
function isTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}
