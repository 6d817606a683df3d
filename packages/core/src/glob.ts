/** Names by pattern: `web.*`, `*.read`, `files.read`. A `*` stands for any characters. */
export function matchesGlob(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return pattern === name
  const last = rest.pop() ?? ''
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false
  let at = first.length
  const end = name.length - last.length
  // What comes first is taken as early as it can be: then the most is left for the rest.
  for (const piece of rest) {
    const found = name.indexOf(piece, at)
    if (found < 0 || found + piece.length > end) return false
    at = found + piece.length
  }
  return true
}
