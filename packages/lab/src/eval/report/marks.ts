/** What points look like: a shape and a colour each, so that many can be told apart, also without colours. */

/** All of them can be read on white and on black. */
export const colours = ['#3a86c8', '#d9661f', '#2e9e4f', '#a35ad6', '#dd4444', '#a9820f', '#149a94', '#7d8590'] as const

/** Outlines around the middle at 0 0, as far from it as a circle of radius 1 about. */
const shapes: readonly (readonly (readonly [x: number, y: number])[])[] = [
  // Sixteen corners are a circle at this size.
  Array.from({ length: 16 }, (_, at) => [Math.cos((at * Math.PI) / 8), Math.sin((at * Math.PI) / 8)] as const),
  corners([-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]),
  corners([0, -1.25], [1.2, 0.85], [-1.2, 0.85]),
  corners([0, -1.3], [1.3, 0], [0, 1.3], [-1.3, 0]),
  corners([0, 1.25], [1.2, -0.85], [-1.2, -0.85]),
]

export type Mark = { readonly colour: string; readonly outline: (typeof shapes)[number] }

/** Forty differ: five shapes and eight colours change with every mark, and meet again after that. */
export function markAt(index: number): Mark {
  return {
    colour: colours[index % colours.length] as string,
    outline: shapes[index % shapes.length] as Mark['outline'],
  }
}

export type MarkPlace = {
  readonly x: number
  readonly y: number
  /** How many marks it goes around: where points nearly meet, each stands at its own place, and all can be seen. */
  readonly around: number
}

const radius = 5
const ring = 3.5

export function drawnMark({ colour, outline }: Mark, { x, y, around }: MarkPlace): string {
  const size = radius + around * ring
  const path = outline.map(([dx, dy]) => `${rounded(x + dx * size)} ${rounded(y + dy * size)}`).join('L')
  return `<path d="M${path}Z" stroke="${colour}" stroke-width="1.5" fill="${around === 0 ? colour : 'none'}"/>`
}

function corners(...points: readonly (readonly [number, number])[]) {
  return points
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
