/** A text as an id of a call: letters, digits and dashes. What is too long is cut, and told apart by a sum over all of it. */

const longest = 40

export function slug(text: string): string {
  const whole = text
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  if (whole.length <= longest) return whole
  return `${whole.slice(0, longest - 7).replace(/-[^-]*$/, '')}-${sumOf(whole)}`
}

function sumOf(text: string): string {
  let sum = 0
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 2_176_782_336
  return sum.toString(36).padStart(6, '0')
}
