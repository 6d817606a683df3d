/** The text without its middle where it is too long; the gap says how much is missing. */
export function withoutMiddle(text: string, longest: number): string {
  if (text.length <= longest) return text
  const half = Math.floor(longest / 2)
  const gap = `\n… ${text.length - 2 * half} characters left out …\n`
  // No half of a pair may stay: a provider might refuse it.
  return `${text.slice(0, half)}${gap}${text.slice(text.length - half)}`.toWellFormed()
}
