/** Where the names of points stand: as near to them as can be, over no other name and no other point. */

type Dot = { readonly x: number; readonly y: number }

/** From where to where a label reaches, and the height of its middle. */
export type Label = { readonly left: number; readonly right: number; readonly height: number }

type Heights = { readonly top: number; readonly bottom: number }

/** How near two labels, and a label and a dot, may come. */
const nearest = { label: 15, dot: 12 }
const step = 3

/** The labels with the heights they are given, in the order of the list. One that fits nowhere stays where it is. */
export function placeLabels(labels: readonly Label[], dots: readonly Dot[], room: Heights): readonly Label[] {
  const placed: Label[] = []
  for (const label of labels) {
    const free = candidates(label, room).find((each) => isFree(each, placed, dots))
    placed.push(free ?? label)
  }
  return placed
}

/** The same label at all heights, the nearest first. */
function candidates(label: Label, { top, bottom }: Heights): readonly Label[] {
  const count = Math.ceil((bottom - top) / step)
  const moves = Array.from({ length: count + 1 }, (_, at) => [at * step, -at * step]).flat()
  return moves
    .map((move) => ({ ...label, height: label.height + move }))
    .filter(({ height }) => height >= top && height <= bottom)
}

function isFree(label: Label, placed: readonly Label[], dots: readonly Dot[]): boolean {
  const { left, right, height } = label
  const isOverLabel = placed.some(
    (other) => other.left < right && left < other.right && Math.abs(other.height - height) < nearest.label,
  )
  const isOverDot = dots.some(({ x, y }) => x > left - 6 && x < right + 6 && Math.abs(y - height) < nearest.dot)
  return !isOverLabel && !isOverDot
}
