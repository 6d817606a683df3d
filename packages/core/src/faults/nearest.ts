/** Names that are like one that was written wrongly. */

const mostShown = 12
const longestCompared = 80

/** The known names that are most like the written one, the nearest first; none when all are far off. */
export function nearestNames(written: string, known: readonly string[], most = 3): readonly string[] {
  const asked = written.slice(0, longestCompared).toLowerCase()
  const near = known
    .map((name) => ({ name, distance: editDistance(asked, name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= tolerance(asked, name))
    .sort((a, b) => a.distance - b.distance)
  const furthest = (near[0]?.distance ?? 0) + 1
  return near
    .filter(({ distance }) => distance <= furthest)
    .slice(0, most)
    .map(({ name }) => name)
}

/** What to write instead: the nearest names, else all there are. */
export function suggestion(written: string, known: readonly string[]): string {
  const near = nearestNames(written, known).map(quoted)
  if (near.length > 0) return `did you mean ${near.join(' or ')}?`
  if (known.length === 0) return 'there are none.'
  const more = known.length - mostShown
  return `there are ${known.slice(0, mostShown).map(quoted).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

/** A third of the letters may be wrong; a name that begins like the written one is near, too. */
function tolerance(asked: string, name: string): number {
  if (asked.length >= 3 && name.toLowerCase().startsWith(asked)) return name.length
  return Math.max(1, Math.floor(Math.max(asked.length, name.length) / 3))
}

/** How many letters must be changed, put in, left out or swapped with their neighbour. */
export function editDistance(a: string, b: string): number {
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const change = cell(last, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1)
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const swap = isSwap ? cell(beforeLast, column - 2) + 1 : change
      current.push(Math.min(change, swap, cell(last, column) + 1, cell(current, column - 1) + 1))
    }
    beforeLast = last
    last = current
  }
  return cell(last, b.length)
}

function cell(row: readonly number[], column: number): number {
  return row[column] ?? 0
}

function quoted(name: string): string {
  return `\`${name}\``
}
