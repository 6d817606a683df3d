/** Accuracy against what it takes, as SVG: one point an arm, with its interval. */
import type { ArmSummary } from '../summary.ts'
import { type Axis, axisTo } from './axis.ts'
import { type Label, placeLabels } from './labels.ts'
import { escaped } from './markup.ts'
import { spread } from './spread.ts'

const size = { width: 760, height: 440 }
const area = { left: 64, right: 740, top: 24, bottom: 384 }
const colours = ['#0b6e99', '#c2410c', '#15803d', '#7e22ce', '#b91c1c', '#a16207', '#0f766e', '#4b5563']
const capHalf = 5
/** Of a letter of a label, at most, on average. */
const letterWidth = 7.5

type Point = {
  readonly name: string
  readonly colour: string
  readonly x: number
  readonly y: number
  readonly low: number
  readonly high: number
  readonly told: string
}

/** Arms of which nothing was scored are left out. */
export function accuracyPlot(arms: readonly ArmSummary[]): string {
  const shown = arms.filter(({ accuracy }) => accuracy !== null)
  const isCost = isCostShown(shown)
  const amountOf = ({ mean }: ArmSummary) => (isCost ? (mean.costUsd ?? 0) : mean.modelCalls)
  const axis = axisTo(Math.max(0, ...shown.map(amountOf)))
  // Arms that take the same stand side by side: one would hide the other.
  const places = spread(
    shown.map((arm) => xOf(amountOf(arm), axis)),
    { least: 12, from: area.left, to: area.right },
  )
  const points = shown.map((arm, at) => pointOf(arm, rounded(places[at] ?? 0), colours[at % colours.length] ?? ''))
  const title = `Accuracy against ${isCost ? 'cost' : 'model calls'} per task`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" role="img" aria-label="${title}" font-family="system-ui, sans-serif" font-size="12">`,
    `<title>${title}</title>`,
    `<rect width="${size.width}" height="${size.height}" fill="#ffffff"/>`,
    ...accuracyLines(),
    ...amountTicks(axis, isCost),
    ...points.map(pointMarks),
    ...labelMarks(points),
    text(
      (area.left + area.right) / 2,
      size.height - 12,
      isCost ? 'cost per task, USD' : 'model calls per task',
      'middle',
    ),
    `<text x="16" y="${(area.top + area.bottom) / 2}" text-anchor="middle" fill="#374151" transform="rotate(-90 16 ${(area.top + area.bottom) / 2})">accuracy, with 95 % interval</text>`,
    '</svg>',
    '',
  ].join('\n')
}

/** Calls stand for the cost where it is not known of every arm, and where nothing costs anything. */
export function isCostShown(arms: readonly ArmSummary[]): boolean {
  const isKnown = arms.every(({ mean }) => mean.costUsd !== null)
  return isKnown && arms.some(({ mean }) => (mean.costUsd ?? 0) > 0)
}

function pointOf(arm: ArmSummary, x: number, colour: string): Point {
  const { name, accuracy, interval, right, count } = arm
  return {
    name,
    colour,
    x,
    y: yOf(accuracy ?? 0),
    low: yOf(interval.low),
    high: yOf(interval.high),
    told: `${name}: ${right} of ${count} right`,
  }
}

function xOf(amount: number, { end }: Axis): number {
  return rounded(area.left + (amount / end) * (area.right - area.left))
}

function yOf(share: number): number {
  return rounded(area.bottom - share * (area.bottom - area.top))
}

function accuracyLines(): readonly string[] {
  return [0, 0.2, 0.4, 0.6, 0.8, 1].flatMap((share) => [
    `<line x1="${area.left}" x2="${area.right}" y1="${yOf(share)}" y2="${yOf(share)}" stroke="${share === 0 ? '#374151' : '#e5e7eb'}"/>`,
    text(area.left - 8, yOf(share) + 4, `${Math.round(share * 100)} %`, 'end'),
  ])
}

function amountTicks(axis: Axis, isCost: boolean): readonly string[] {
  return axis.ticks.flatMap((tick) => [
    `<line x1="${xOf(tick, axis)}" x2="${xOf(tick, axis)}" y1="${area.bottom}" y2="${area.bottom + 5}" stroke="#374151"/>`,
    text(xOf(tick, axis), area.bottom + 20, isCost ? `$${tick}` : String(tick), 'middle'),
  ])
}

function pointMarks({ x, y, low, high, colour, told }: Point): string {
  const cap = (at: number) => `M${x - capHalf} ${at}H${x + capHalf}`
  return `<g stroke="${colour}" fill="${colour}"><title>${escaped(told)}</title><path d="M${x} ${low}V${high}${cap(low)}${cap(high)}" fill="none" stroke-width="1.5"/><circle cx="${x}" cy="${y}" r="5"/></g>`
}

/** Beside the point, on the side where there is room. One that had to move is tied to its point by a line. */
function labelMarks(points: readonly Point[]): readonly string[] {
  const room = { top: area.top, bottom: area.bottom - 8 }
  const labels = placeLabels(points.map(labelOf), points, room)
  return points.flatMap(({ name, x, y, colour }, at) => {
    const { left, right, height } = labels[at] as Label
    const [near, anchor] = left < x ? [right, 'end'] : [left, 'start']
    const tie = `<line x1="${x}" y1="${y}" x2="${rounded(near)}" y2="${rounded(height)}" stroke="${colour}" stroke-opacity="0.5"/>`
    const word = `<text x="${rounded(near)}" y="${rounded(height + 4)}" text-anchor="${anchor}" fill="${colour}" font-weight="600" paint-order="stroke" stroke="#ffffff" stroke-width="3">${escaped(name)}</text>`
    return Math.abs(height - y) > capHalf ? [tie, word] : [word]
  })
}

function labelOf({ name, x, y }: Point): Label {
  const width = name.length * letterWidth
  const isLeft = x > (area.left + area.right) / 2
  return isLeft
    ? { left: x - 12 - width, right: x - 12, height: y }
    : { left: x + 12, right: x + 12 + width, height: y }
}

function text(x: number, y: number, words: string, anchor: 'start' | 'middle' | 'end'): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="#374151">${escaped(words)}</text>`
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
