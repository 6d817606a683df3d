/** The key of a plot: which mark is which arm, in columns below it. No name stands where an interval could. */

import { drawnMark } from './marks.ts'
import { escaped } from './markup.ts'
import type { Point } from './points.ts'

export type KeyRoom = { readonly left: number; readonly right: number; readonly top: number }

export type Key = { readonly marks: readonly string[]; readonly height: number }

/** Of a letter, at most, on average. */
const letterWidth = 7.5
const lineHeight = 22
const nameLeft = 14
const gap = 24

/** In the order of the points, row by row. */
export function keyOf(points: readonly Point[], { left, right, top }: KeyRoom): Key {
  const most = Math.floor((right - left - nameLeft) / letterWidth)
  const entries = points.map((point) => ({ point, lines: linesOf(point.names, most) }))
  const widest = Math.max(0, ...entries.flatMap(({ lines }) => lines.map(({ length }) => length))) * letterWidth
  const width = nameLeft + widest + gap
  const columns = Math.max(1, Math.floor((right - left + gap) / width))
  const marks: string[] = []
  let y = top
  for (let at = 0; at < entries.length; at += columns) {
    const row = entries.slice(at, at + columns)
    marks.push(...row.map(({ point, lines }, column) => entryMarks(point, lines, { x: left + column * width, y })))
    y += lineHeight * Math.max(...row.map(({ lines }) => lines.length))
  }
  return { marks, height: y - top }
}

/** The names with commas between, as many in a line as fit. */
function linesOf(names: readonly string[], most: number): readonly string[] {
  const lines: string[] = []
  for (const [at, name] of names.entries()) {
    const last = lines.at(-1)
    const word = cut(at < names.length - 1 ? `${name},` : name, most)
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

function entryMarks(
  { mark, told }: Point,
  lines: readonly string[],
  at: { readonly x: number; readonly y: number },
): string {
  const texts = lines.map(
    (line, down) =>
      `<text x="${at.x + nameLeft}" y="${at.y + 4 + down * lineHeight}" fill="${mark.colour}" font-weight="600">${escaped(line)}</text>`,
  )
  const drawn = drawnMark(mark, { x: at.x, y: at.y, around: 0 })
  return `<g class="key"><title>${escaped(told.join('\n'))}</title>${drawn}${texts.join('')}</g>`
}

function cut(name: string, most: number): string {
  const characters = [...name]
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : name
}
