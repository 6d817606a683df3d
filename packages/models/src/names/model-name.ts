/** Names of models, as people write them: `provider/model`. */

export type ModelName = { readonly provider: string; readonly model: string }

/** Undefined when it is no such name. The model's part may hold slashes itself. */
export function parseModelName(name: string): ModelName | undefined {
  const at = name.indexOf('/')
  const provider = name.slice(0, Math.max(at, 0)).trim()
  const model = name.slice(at + 1).trim()
  return at > 0 && provider !== '' && model !== '' ? { provider, model } : undefined
}

/** The one of some names that is written most like this one, if any is near. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  let nearest: string | undefined
  let least = Math.max(2, Math.floor(name.length / 3)) + 1
  for (const candidate of names) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase())
    if (distance < least) {
      least = distance
      nearest = candidate
    }
  }
  return nearest
}

/** How many letters must be added, taken away or replaced. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...to].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
