/** `a,b,c` and the like. */

/** The words between commas, each once; none when the option was not given. */
export function wordList(text: string | undefined): readonly string[] {
  return [...new Set((text ?? '').split(',').flatMap((word) => word.trim() || []))]
}
