/** Accuracy against what it takes, as SVG: a point with its interval for each arm, and a key below. */
import type { ArmSummary } from '../summary.ts'
import { type Axis, axisTo } from './axis.ts'
import { keyOf } from './key.ts'
import { drawnMark } from './marks.ts'
import { escaped } from './markup.ts'
import { type Point, pointsOf } from './points.ts'

const width = 760
const area = { left: 72, right: 736, top: 24, bottom: 384 }
const keyTop = area.bottom + 72
/** Half of the end of an interval, and by how much it is wider where another one stands at the same place. Five differ. */
const cap = { half: 5, wider: 3, widths: 5 }
// A grey in the middle, and no ground of its own: it can be read on white and on black.
const grey = '#767b84'

/** Arms of which nothing was scored are left out. */
export function accuracyPlot(arms: readonly ArmSummary[]): string {
  const shown = arms.filter(({ accuracy }) => accuracy !== null)
  const isCost = isCostShown(shown)
  const amountOf = ({ mean }: ArmSummary) => (isCost ? (mean.costUsd ?? 0) : mean.modelCalls)
  const axis = axisTo(Math.max(0, ...shown.map(amountOf)))
  const points = pointsOf(shown, { xOf: (arm) => xOf(amountOf(arm), axis), yOf })
  const key = keyOf(points, { left: area.left, right: area.right, top: keyTop })
  const height = keyTop + key.height
  const title = `Accuracy against ${isCost ? 'cost' : 'model calls'} per session`
  const middle = (area.top + area.bottom) / 2
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}" font-family="system-ui, sans-serif" font-size="12">`,
    `<title>${title}</title>`,
    ...accuracyLines(),
    ...amountTicks(axis, isCost),
    // Marks come last: no interval goes over them.
    ...points.map(intervalMarks),
    ...points.map(pointMark),
    text((area.left + area.right) / 2, area.bottom + 42, unitWords(isCost), 'middle'),
    `<text x="14" y="${middle}" text-anchor="middle" fill="${grey}" transform="rotate(-90 14 ${middle})">accuracy, with 95 % interval</text>`,
    ...key.marks,
    '</svg>',
    '',
  ].join('\n')
}

/** Calls stand for the cost where it is not known of every arm, and where nothing costs anything. */
export function isCostShown(arms: readonly ArmSummary[]): boolean {
  const isKnown = arms.every(({ mean }) => mean.costUsd !== null)
  return isKnown && arms.some(({ mean }) => (mean.costUsd ?? 0) > 0)
}

function unitWords(isCost: boolean): string {
  return isCost ? 'cost per session, USD' : 'model calls per session'
}

function xOf(amount: number, { end }: Axis): number {
  return rounded(area.left + (amount / end) * (area.right - area.left))
}

function yOf(share: number): number {
  return rounded(area.bottom - share * (area.bottom - area.top))
}

function accuracyLines(): readonly string[] {
  return [0, 0.2, 0.4, 0.6, 0.8, 1].flatMap((share) => [
    `<line x1="${area.left}" x2="${area.right}" y1="${yOf(share)}" y2="${yOf(share)}" stroke="${grey}" stroke-opacity="${share === 0 ? 1 : 0.25}"/>`,
    text(area.left - 12, yOf(share) + 4, `${Math.round(share * 100)} %`, 'end'),
  ])
}

function amountTicks(axis: Axis, isCost: boolean): readonly string[] {
  return axis.ticks.flatMap((tick) => [
    `<line x1="${xOf(tick, axis)}" x2="${xOf(tick, axis)}" y1="${area.bottom}" y2="${area.bottom + 5}" stroke="${grey}"/>`,
    text(xOf(tick, axis), area.bottom + 20, isCost ? `$${tick}` : String(tick), 'middle'),
  ])
}

function intervalMarks({ x, low, high, width: size, mark, told }: Point): string {
  const half = cap.half + (size % cap.widths) * cap.wider
  const end = (at: number) => `M${rounded(x - half)} ${at}H${rounded(x + half)}`
  return `<path class="interval" d="M${x} ${low}V${high}${end(low)}${end(high)}" stroke="${mark.colour}" stroke-width="1.5" stroke-opacity="0.75" fill="none"><title>${escaped(told.join('\n'))}</title></path>`
}

function pointMark({ x, y, around, mark, told }: Point): string {
  return `<g class="point"><title>${escaped(told.join('\n'))}</title>${drawnMark(mark, { x, y, around })}</g>`
}

function text(x: number, y: number, words: string, anchor: 'middle' | 'end'): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${grey}">${escaped(words)}</text>`
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
