/** An answer without the dress it may come in, for comparing it with others. */

/** In what order a model puts these around each other nobody knows, but few of them. */
const mostLayers = 6

/** Without case, spaces and closing points, and without the emphasis, the quotes or the box around all of it. */
export function undressed(written: string): string {
  let words = written.toLowerCase().replace(/\s+/g, ' ').trim()
  for (let layer = 0; layer < mostLayers; layer++) {
    const inside = unwrapped(words.replace(/[.!]{1,20}$/, '').trim())
    if (inside === words) break
    words = inside
  }
  return words
}

/** Each opens and closes an answer, and stands nowhere within. */
const wrappers = [
  /^\*\*([^*]+)\*\*$/,
  /^\*([^*]+)\*$/,
  /^__([^_]+)__$/,
  /^_([^_]+)_$/,
  /^`([^`]+)`$/,
  /^"([^"]+)"$/,
  /^“([^”]+)”$/,
  /^'([^']+)'$/,
  /^‘([^’]+)’$/,
  /^\$([^$]+)\$$/,
  /^\\\(([^\\]+)\\\)$/,
  /^\\boxed ?\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}$/,
]

function unwrapped(words: string): string {
  for (const wrapper of wrappers) {
    const inside = wrapper.exec(words)?.[1]?.trim()
    if (inside) return inside
  }
  return words
}
