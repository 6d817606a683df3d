/** The lines below the finished steps, as a pure function of what is known and of the width. */

import type { Sink } from '../io.ts'
import { shownCost, shownCount, shownTime } from '../output/amounts.ts'
import type { Meter } from './budget-meter.ts'
import type { LineInput } from './line-input.ts'
import { oneLine } from './one-line.ts'
import { fitEnd, fitStart, widthOf } from './text-width.ts'

/** What the last line is for. */
export type Mode =
  /** Nobody can press keys. */
  | { readonly kind: 'watch' }
  | { readonly kind: 'keys' }
  | { readonly kind: 'help' }
  | { readonly kind: 'confirm'; readonly question: string }
  | { readonly kind: 'input'; readonly prompt: string; readonly line: LineInput }

export type FrameView = {
  /** Steps under way, the oldest first. */
  readonly running: readonly { readonly name: string; readonly ms: number; readonly text: string }[]
  /** What it does when no step is under way, or what a person should know: `paused`. */
  readonly state: string
  /** How far the loop is, as it tells. */
  readonly progress: readonly string[]
  /** What people want and is not done yet. */
  readonly wishes: readonly string[]
  readonly isWorking: boolean
  readonly isPaused: boolean
  /** Goes up as time passes. */
  readonly tick: number
  readonly meter: Meter | undefined
  readonly tokens: number
  readonly costUsd: number | null
  readonly activeMs: number
  readonly mode: Mode
  /** Whether it is one call of a tool: it can be aborted, and nothing else. */
  readonly isOneCall: boolean
  readonly paint: Sink['paint']
}

export type Frame = {
  readonly lines: readonly string[]
  /** The column of the cursor in the last line; none when it is hidden. */
  readonly cursor?: number
}

const spinner = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'

const helpLines = [
  'p  pause, or go on',
  's  steer: say something to the model',
  'n  one more step, then pause',
  'f  finish now with what there is',
  'a  abort',
  '^C pause and leave; twice: leave at once',
]
const callHelpLines = ['a  abort', '^C abort; twice: leave at once']

/** No line is wider than `width` less one: in the last column some terminals wrap. */
export function frame(view: FrameView, width: number): Frame {
  const columns = Math.max(1, width - 1)
  const { mode } = view
  const upper = [runningLine(view, columns), ...progressPart(view, columns), ...wishLine(view, columns)]
  if (mode.kind === 'input') {
    const { text, cursor } = inputLine(mode.prompt, mode.line, columns)
    return { lines: [...upper, text], cursor }
  }
  if (mode.kind === 'confirm') return { lines: [...upper, fitStart(`${mode.question} [y/N]`, columns)] }
  const help = mode.kind === 'help' ? (view.isOneCall ? callHelpLines : helpLines) : []
  const dim = help.map((line) => view.paint('dim', fitStart(line, columns)))
  return { lines: [...upper, ...dim, statusBar(view, columns)] }
}

function progressPart({ progress, paint }: FrameView, columns: number): readonly string[] {
  return progress.map((line) => paint('dim', fitStart(`  ${line}`, columns)))
}

function wishLine({ wishes, paint }: FrameView, columns: number): readonly string[] {
  return wishes.length === 0 ? [] : [paint('dim', fitStart(`  ${wishes.join(' · ')}`, columns))]
}

function runningLine({ running, state, isWorking, isPaused, tick, paint }: FrameView, columns: number): string {
  const mark = isWorking ? (spinner[tick % spinner.length] ?? '') : isPaused ? '‖' : '?'
  const step = running.at(-1)
  if (!step || !isWorking) return `${paint('cyan', mark)} ${fitStart(state, columns - 2)}`
  const others = running.length > 1 ? ` +${running.length - 1}` : ''
  const head = fitStart(`${step.name}${others}`, columns - 2)
  const time = `  ${shownTime(step.ms)}`
  const room = columns - 2 - widthOf(head) - 2
  const hasTime = room >= widthOf(time)
  const text = fitEnd(oneLine(step.text), hasTime ? room - widthOf(time) : room)
  return `${paint('cyan', mark)} ${head}${text ? `  ${text}` : ''}${hasTime ? paint('dim', time) : ''}`
}

/** A part of the bar. Those of a lower rank go first when there is no room for all. */
type BarPart = { readonly text: string; readonly rank: number; readonly isKey?: boolean }

function statusBar(view: FrameView, columns: number): string {
  const { meter, tokens, costUsd, activeMs, mode, isPaused, isOneCall } = view
  const parts: BarPart[] = [
    ...(meter ? [{ text: `${gauge(meter.share)} ${meter.text}`, rank: 3 }] : []),
    ...(meter ? [{ text: meter.text, rank: 10 }] : []),
    { text: `${shownCount(tokens)} tok`, rank: 5 },
    ...(costUsd === 0 ? [] : [{ text: shownCost(costUsd), rank: 7 }]),
    { text: shownTime(activeMs), rank: 8 },
    ...(mode.kind === 'watch' ? [] : isOneCall ? callKeyParts : keyParts(isPaused)),
  ]
  const kept = fitting(parts, columns)
  return joined(kept, (part) => (part.isKey ? view.paint('dim', part.text) : part.text))
}

function keyParts(isPaused: boolean): readonly BarPart[] {
  return [
    { text: isPaused ? '[p] go on' : '[p]ause', rank: 7, isKey: true },
    { text: '[s]teer', rank: 6, isKey: true },
    { text: '[n]ext step', rank: 1, isKey: true },
    { text: '[f]inish', rank: 2, isKey: true },
    { text: '[a]bort', rank: 4, isKey: true },
    { text: '[?]', rank: 9, isKey: true },
  ]
}

const callKeyParts: readonly BarPart[] = [
  { text: '[a]bort', rank: 7, isKey: true },
  { text: '[?]', rank: 9, isKey: true },
]

/** The parts of the highest ranks that fit, in their order. */
function fitting(parts: readonly BarPart[], columns: number): readonly BarPart[] {
  let kept: readonly BarPart[] = []
  for (const part of parts.toSorted((a, b) => b.rank - a.rank)) {
    // The limit with a gauge stands in the place of the limit alone.
    const others = kept.filter(({ text }) => !part.text.endsWith(` ${text}`))
    const tried = parts.filter((each) => each === part || others.includes(each))
    if (widthOf(joined(tried, ({ text }) => text)) <= columns) kept = tried
  }
  return kept
}

function joined(parts: readonly BarPart[], shown: (part: BarPart) => string): string {
  let text = ''
  for (const [at, part] of parts.entries()) {
    const before = parts[at - 1]
    const between = before?.isKey && part.isKey ? ' ' : ' · '
    text += (before ? between : '') + shown(part)
  }
  return text
}

const gaugeWidth = 8

function gauge(share: number): string {
  const full = Math.round(share * gaugeWidth)
  return '█'.repeat(full) + '░'.repeat(gaugeWidth - full)
}

/** The line that is typed, moved so that the cursor is in view. */
function inputLine(prompt: string, { characters, cursor }: LineInput, columns: number) {
  const head = fitStart(`${prompt} `, Math.floor(columns / 2))
  const room = columns - widthOf(head) - 1
  const before = characters.slice(0, cursor).join('')
  const shownBefore = fitEnd(before, room)
  const after = fitStart(characters.slice(cursor).join(''), room - widthOf(shownBefore))
  return { text: `${head}${shownBefore}${after}`, cursor: widthOf(head) + widthOf(shownBefore) }
}
