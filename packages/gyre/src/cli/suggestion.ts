/** The word that was meant. */

/** The nearest of the known words, when it is near enough for a slip of the fingers. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  let best: { readonly name: string; readonly slips: number } | undefined
  for (const name of known) {
    const slips = distance(word, name)
    const isNear = slips <= Math.floor(Math.max(word.length, name.length) / 3)
    if (isNear && slips < (best?.slips ?? Number.POSITIVE_INFINITY)) best = { name, slips }
  }
  return best?.name
}

/** How many letters must be added, left out, changed or swapped with the next. */
export function distance(from: string, to: string): number {
  let before: number[] = []
  let above = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let row = 1; row <= from.length; row++) {
    const line = [row]
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const change = cell(above, column - 1) + (isSame ? 0 : 1)
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const swap = isSwap ? cell(before, column - 2) + 1 : change
      line.push(Math.min(change, swap, cell(above, column) + 1, cell(line, column - 1) + 1))
    }
    before = above
    above = line
  }
  return cell(above, to.length)
}

function cell(line: readonly number[], at: number): number {
  return line[at] ?? Number.POSITIVE_INFINITY
}
