/** Which of the known words a misspelt one may have meant. */

/** The known ones with the fewest changed letters, nearest first; those that share nothing are left out. */
export function nearestWords(word: string, known: Iterable<string>, count: number): readonly string[] {
  const scored: { readonly known: string; readonly distance: number }[] = []
  const most = Math.max(1, Math.floor(word.length / 3))
  for (const candidate of known) {
    const distance = candidate.includes(word) ? 1 : changedLetters(word, candidate, most)
    if (distance <= most) scored.push({ known: candidate, distance })
  }
  scored.sort((a, b) => a.distance - b.distance || a.known.length - b.known.length || (a.known < b.known ? -1 : 1))
  return scored.slice(0, count).map(({ known: name }) => name)
}

/** How many letters must be changed, added, left out or swapped with a neighbour; counting stops above `most`. */
export function changedLetters(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return most + 1
  let before: number[] = []
  let last: number[] = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let row = 1; row <= from.length; row += 1) {
    const line = nextLine({ from, to, row, last, before })
    if (Math.min(...line) > most) return most + 1
    before = last
    last = line
  }
  return last[to.length] ?? most + 1
}

type Lines = {
  readonly from: string
  readonly to: string
  readonly row: number
  readonly last: readonly number[]
  readonly before: readonly number[]
}

function nextLine({ from, to, row, last, before }: Lines): number[] {
  const line = [row]
  for (let column = 1; column <= to.length; column += 1) {
    const same = from[row - 1] === to[column - 1]
    const at = (cells: readonly number[], index: number) => cells[index] ?? Number.POSITIVE_INFINITY
    let cost = Math.min(at(last, column) + 1, at(line, column - 1) + 1, at(last, column - 1) + (same ? 0 : 1))
    const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
    if (row > 1 && column > 1 && swapped) cost = Math.min(cost, at(before, column - 2) + 1)
    line.push(cost)
  }
  return line
}
