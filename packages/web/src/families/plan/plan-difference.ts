/** What is other in a plan than in the one before it, line by line. */
import type { Planned } from './planned.ts'

/** A piece of a line: as it was, or what came or went. */
export type Piece = { readonly text: string; readonly is: 'same' | 'added' | 'removed' }

export type DifferenceLine = { readonly sign: '+' | '−' | ''; readonly key: string; readonly pieces: readonly Piece[] }

/** Unchanged steps in one line, then those that changed, went and came. */
export function differenceOf(before: readonly Planned[], after: readonly Planned[]): readonly DifferenceLine[] {
  const known = new Map(before.map((step) => [step.id, step]))
  const unchanged = after.filter((step) => isSame(known.get(step.id), step))
  const ids = new Set(after.map(({ id }) => id))
  const went = before.filter(({ id }) => !ids.has(id))
  const lines: DifferenceLine[] = unchanged.length === 0 ? [] : [unchangedLine(unchanged)]
  for (const step of went) lines.push({ sign: '−', key: `- ${step.key}`, pieces: [same(lineOf(step))] })
  for (const step of after) {
    const old = known.get(step.id)
    if (!old) lines.push({ sign: '+', key: `+ ${step.key}`, pieces: [same(lineOf(step))] })
    else if (!isSame(old, step)) lines.push(...changedLines(old, step))
  }
  return lines
}

function unchangedLine(steps: readonly Planned[]): DifferenceLine {
  const text = `${steps.map(({ id }) => id).join(', ')} unchanged`
  return { sign: '', key: 'unchanged', pieces: [same(text)] }
}

function changedLines(old: Planned, step: Planned): readonly DifferenceLine[] {
  const [before, after] = [wordsOf(lineOf(old)), wordsOf(lineOf(step))]
  return [
    { sign: '−', key: `- ${old.key}`, pieces: marked(before, common(before, after), 'removed') },
    { sign: '+', key: `+ ${step.key}`, pieces: marked(after, common(after, before), 'added') },
  ]
}

function same(text: string): Piece {
  return { text, is: 'same' }
}

/** A step in a line: `s4 maths “Cost per winter” needs s1 s3`. */
export function lineOf({ id, tool, goal, needs }: Planned): string {
  const needed = needs.length === 0 ? [] : [`needs ${needs.join(' ')}`]
  return [id, ...(tool === undefined ? [] : [tool]), `“${goal}”`, ...needed].join(' ')
}

function isSame(one: Planned | undefined, other: Planned): boolean {
  return one !== undefined && lineOf(one) === lineOf(other)
}

function wordsOf(line: string): readonly string[] {
  return line.split(/(?<= )/)
}

/** Whether each of these words is among the longest run, with gaps, that both lines have in common. */
function common(words: readonly string[], others: readonly string[]): readonly boolean[] {
  const longest = runLengths(words, others)
  const kept = words.map(() => false)
  for (let row = 0, column = 0; row < words.length && column < others.length; ) {
    if (isEqual(words[row], others[column])) {
      kept[row] = true
      row += 1
      column += 1
    } else if (longest(row + 1, column) >= longest(row, column + 1)) row += 1
    else column += 1
  }
  return kept
}

/** How long the longest common run is from these two places on. */
function runLengths(words: readonly string[], others: readonly string[]): (row: number, column: number) => number {
  const width = others.length + 1
  const lengths = new Array<number>((words.length + 1) * width).fill(0)
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = words.length - 1; row >= 0; row--) {
    for (let column = others.length - 1; column >= 0; column--) {
      const longest = Math.max(at(row + 1, column), at(row, column + 1))
      lengths[row * width + column] = isEqual(words[row], others[column]) ? at(row + 1, column + 1) + 1 : longest
    }
  }
  return at
}

function isEqual(one: string | undefined, other: string | undefined): boolean {
  return one?.trim() === other?.trim()
}

/** Neighbours of one kind are one piece. */
function marked(words: readonly string[], kept: readonly boolean[], other: 'added' | 'removed'): readonly Piece[] {
  const pieces: Piece[] = []
  for (const [index, word] of words.entries()) {
    const is = kept[index] === true ? 'same' : other
    const last = pieces.at(-1)
    if (last?.is === is) pieces[pieces.length - 1] = { text: last.text + word, is }
    else pieces.push({ text: word, is })
  }
  return pieces
}
