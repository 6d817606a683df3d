/** A text without its middle where it is too long; the gap says how much is missing. */

/** The text, and where a place of it is now. */
export type Shortened = { readonly text: string; place(at: number): number }

export function shortened(text: string, longest: number): Shortened {
  if (text.length <= longest) return { text, place: (at) => at }
  const start = Math.floor(longest / 2)
  const end = text.length - start
  const gap = `\n… ${end - start} characters left out …\n`
  const place = (at: number) => (at <= start ? at : at < end ? start : at - (end - start) + gap.length)
  // No half of a pair may stay: a provider might refuse it.
  return { text: `${text.slice(0, start)}${gap}${text.slice(end)}`.toWellFormed(), place }
}

export function withoutMiddle(text: string, longest: number): string {
  return shortened(text, longest).text
}
