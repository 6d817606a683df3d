/** The lab as SVG: what was measured, with its interval, against what had to come; a line for each claim, grouped by loop. */
import { escaped } from '../eval/report/markup.ts'
import type { Row, Verdict } from '../gate/row.ts'
import type { LabReport } from '../run-lab.ts'
import { expectation, labNotice, shown, shownCalls, shownZ, tasksEach, totalLine, verdicts } from './lab-table.ts'

const width = 1360
const area = { left: 620, right: 1040 }
const lineHeight = 22
const headHeight = 108
const footHeight = 34
/** A claim that is longer is cut; pointing at it shows the whole. */
const mostCharacters = 94

// Greys in the middle and no ground of its own: it can be read on white and on black.
const style = `text{font:12px system-ui,sans-serif;fill:#767b84}.strong{font-weight:600}.grid{stroke:#888;stroke-opacity:.3}
.form{stroke:#c07a00;fill:none;stroke-width:2}.holds{stroke:#3a86c8;fill:#3a86c8}.fails{stroke:#dd4444;fill:#dd4444}.undecided{stroke:#8a8f98;fill:#8a8f98}
text.fails{stroke:none;font-weight:600}.interval{stroke-width:2}.tick{text-anchor:middle}`

type Line = { readonly loop: string } | Row

/** The report as SVG: a line for each claim, grouped by loop. */
export function labPlot({ rows, total, n, seed }: LabReport): string {
  const groups = Map.groupBy(rows, ({ loop }) => loop)
  const lines: readonly Line[] = [...groups].flatMap(([loop, all]) => [{ loop }, ...all])
  const bottom = headHeight + lines.length * lineHeight
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${bottom + footHeight}" width="${width}" height="${bottom + footHeight}" role="img" aria-label="What the loops reach, measured against closed forms">`,
    `<title>${labNotice}</title>`,
    `<style>${style}</style>`,
    text(16, 24, labNotice, 'strong'),
    text(16, 44, `${totalLine(total)} ${tasksEach(n)}, seed ${seed}.`),
    ...legend(),
    ...grid(bottom),
    ...lines.flatMap((line, at) => lineMarks(line, headHeight + (at + 0.5) * lineHeight)),
    '</svg>',
    '',
  ].join('\n')
}

function legend(): readonly string[] {
  const y = 70
  return [
    measuredMarks({ low: 16, at: 32, high: 48 }, y, 'holds'),
    text(56, y + 4, 'measured, with its 95 % interval'),
    formMark('equals', 272, y),
    text(284, y + 4, 'closed form'),
    `${formMark('at-least', 376, y)}${formMark('at-most', 394, y)}`,
    text(406, y + 4, 'lower, upper bound'),
    formMark('beats', 540, y),
    text(552, y + 4, 'the arm to beat'),
    formMark('control', 662, y),
    text(674, y + 4, 'the arm not to be beaten'),
    text(area.left, headHeight - 14, 'shares: of all tasks; amounts: of the largest in the line'),
  ]
}

function grid(bottom: number): readonly string[] {
  return [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
    `<path class="grid" d="M${xOf(share)} ${headHeight - 6}V${bottom}"/>`,
    text(xOf(share), bottom + 18, String(share), 'tick'),
  ])
}

function lineMarks(line: Line, y: number): readonly string[] {
  if (!('claim' in line)) return [text(16, y + 4, line.loop, 'strong')]
  const { claim, of, measured, expected, interval, verdict, why } = line
  const whole = wholeOf(line)
  const told = `${claim}: ${shown(measured, of)}, ${expectation(line)}, z ${shownZ(line)}, ${callsText(line)}`
  return [
    `<g><title>${escaped(why === undefined ? told : `${told}: ${why}`)}</title>`,
    text(28, y + 4, cut(claim)),
    formMark(line.kind, xOf(expected / whole), y),
    measuredMarks(
      { low: xOf(interval.low / whole), at: xOf(measured / whole), high: xOf(interval.high / whole) },
      y,
      verdict,
    ),
    text(
      area.right + 20,
      y + 4,
      `${verdicts[verdict]}, z ${shownZ(line)}, ${callsText(line)}`,
      verdict === 'fails' ? 'fails' : '',
    ),
    '</g>',
  ]
}

/** `31 calls`; of two arms `3.10 calls against 1`, or `31 calls = 32` where the claim holds only at no more calls. */
function callsText({ calls, overCalls, atEqualCalls }: Row): string {
  const own = `${shownCalls(calls)} ${calls === 1 ? 'call' : 'calls'}`
  if (overCalls === undefined) return own
  return `${own} ${atEqualCalls ? '=' : 'against'} ${shownCalls(overCalls)}`
}

/** What the right end of a line stands for: all tasks, or the largest of its amounts. */
function wholeOf({ of, measured, expected, interval: { high } }: Row): number {
  return of === undefined ? 1 : Math.max(measured, expected, high) || 1
}

/** A bar for a closed form, a bracket open to the side a bound allows, a diamond for another arm, dashed in a control. */
function formMark(kind: Row['kind'], x: number, y: number): string {
  const shapes: Readonly<Record<Row['kind'], string>> = {
    equals: `M${x} ${y - 8}v16`,
    'at-least': `M${x + 5} ${y - 8}h-5v16h5`,
    'at-most': `M${x - 5} ${y - 8}h5v16h-5`,
    beats: `M${x} ${y - 7}l6 7l-6 7l-6 -7z`,
    saves: `M${x} ${y - 7}l6 7l-6 7l-6 -7z`,
    control: `M${x} ${y - 7}l6 7l-6 7l-6 -7z`,
  }
  return `<path class="form" d="${shapes[kind]}"${kind === 'control' ? ' stroke-dasharray="2 2"' : ''}/>`
}

function measuredMarks(
  { low, at, high }: { readonly low: number; readonly at: number; readonly high: number },
  y: number,
  kind: Verdict,
): string {
  return `<path class="interval ${kind}" d="M${low} ${y}H${high}"/><circle class="${kind}" cx="${at}" cy="${y}" r="3.5"/>`
}

function text(x: number, y: number, words: string, kind = ''): string {
  return `<text x="${x}" y="${y}"${kind && ` class="${kind}"`}>${escaped(words)}</text>`
}

function xOf(part: number): number {
  const share = Math.min(1, Math.max(0, part))
  return Math.round((area.left + share * (area.right - area.left)) * 100) / 100
}

function cut(claim: string): string {
  const characters = [...claim]
  return characters.length > mostCharacters ? `${characters.slice(0, mostCharacters - 1).join('')}…` : claim
}
