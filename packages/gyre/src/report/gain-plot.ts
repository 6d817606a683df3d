/** What each round of a research brought, as SVG: its gain as a bar, and the coverage that was reached as a line. */
import type { Report } from '@gyre/core'

const width = 760
const height = 400
const area = { left: 64, right: 736, top: 64, bottom: 336 }
/** Of the room of a round. */
const barShare = 0.5
/** A bar alone in the plot would be a wall. */
const widestBar = 64
/** More numbers below the axis would run into each other. */
const mostNumbers = 25
// They can be read on white and on black; there is no ground of its own.
const grey = '#767b84'
const gainColour = '#3a86c8'
const coverageColour = '#d9661f'

const title = 'Gain of each round and coverage reached'

type Round = Report['history'][number]

/** A research that made no round has a plot that says so. */
export function gainPlot({ history }: Pick<Report, 'history'>): string {
  const room = (area.right - area.left) / Math.max(1, history.length)
  const xOf = (at: number) => rounded(area.left + (at + 0.5) * room)
  const points = history.map(({ total }, at) => `${xOf(at)} ${yOf(total)}`)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}" font-family="system-ui, sans-serif" font-size="12">`,
    `<title>${title}</title>`,
    text(area.left, 24, title, 'font-weight="600"'),
    ...key(),
    ...shareLines(),
    ...history.map((round, at) => bar(round, at, xOf(at), Math.min(widestBar, room * barShare))),
    ...(points.length > 1
      ? [`<path d="M${points.join('L')}" fill="none" stroke="${coverageColour}" stroke-width="2"/>`]
      : []),
    ...history.map((round, at) => mark(round, at, xOf(at))),
    ...numbers(history.length, xOf),
    text((area.left + area.right) / 2, area.bottom + 44, 'round', 'text-anchor="middle"'),
    ...(history.length === 0 ? [text(400, 200, 'No round was made.', 'text-anchor="middle"')] : []),
    '</svg>',
    '',
  ].join('\n')
}

function key(): readonly string[] {
  const y = 46
  return [
    `<rect x="${area.left}" y="${y - 10}" width="12" height="12" fill="${gainColour}"/>`,
    text(area.left + 18, y, 'gain of the round'),
    `<path d="M${area.left + 148} ${y - 4}h24" stroke="${coverageColour}" stroke-width="2"/>`,
    text(area.left + 178, y, 'coverage of all topics'),
  ]
}

function shareLines(): readonly string[] {
  return [0, 0.2, 0.4, 0.6, 0.8, 1].flatMap((share) => [
    `<path d="M${area.left} ${yOf(share)}H${area.right}" stroke="${grey}" stroke-opacity="${share === 0 ? 1 : 0.25}"/>`,
    text(area.left - 10, yOf(share) + 4, share.toFixed(1), 'text-anchor="end"'),
  ])
}

function bar(round: Round, at: number, x: number, size: number): string {
  const top = yOf(round.gain)
  return `<rect class="gain" x="${rounded(x - size / 2)}" y="${top}" width="${rounded(size)}" height="${rounded(area.bottom - top)}" fill="${gainColour}"><title>${told(round, at)}</title></rect>`
}

function mark(round: Round, at: number, x: number): string {
  return `<circle class="coverage" cx="${x}" cy="${yOf(round.total)}" r="4" fill="${coverageColour}"><title>${told(round, at)}</title></circle>`
}

function told({ gain, total, searches, pages, accepted }: Round, at: number): string {
  const found = `${searches} searches, ${pages} pages, ${accepted} passages taken`
  return `Round ${at + 1}: gain ${gain.toFixed(3)}, coverage ${total.toFixed(3)}; ${found}`
}

function numbers(count: number, xOf: (at: number) => number): readonly string[] {
  const every = Math.ceil(count / mostNumbers)
  const shown = Array.from({ length: count }, (_, at) => at).filter((at) => at % every === 0)
  return shown.map((at) => text(xOf(at), area.bottom + 20, String(at + 1), 'text-anchor="middle"'))
}

/** What lies beyond the axis stands at its end. */
function yOf(share: number): number {
  return rounded(area.bottom - Math.min(1, Math.max(0, share)) * (area.bottom - area.top))
}

/** Only words of this file and numbers. */
function text(x: number, y: number, words: string, more = ''): string {
  return `<text x="${x}" y="${y}" fill="${grey}"${more && ` ${more}`}>${words}</text>`
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
