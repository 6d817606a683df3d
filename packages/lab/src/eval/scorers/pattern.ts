/** The answer fits a regular expression. */

/** `/…/flags`, or the pattern alone; throws a SyntaxError when it is none. */
export function readPattern(text: string): RegExp {
  const [, source, flags = ''] = /^\/(.+)\/([a-z]*)$/su.exec(text) ?? []
  // What keeps its place between two looks would make the second one another.
  return source === undefined ? new RegExp(text, 'u') : new RegExp(source, flags.replace(/[gy]/g, ''))
}

/** Somewhere in it; a pattern that means all of it says so by `^` and `$`. */
export function fitsPattern(answer: string, accepted: string): boolean {
  return readPattern(accepted).test(answer)
}
