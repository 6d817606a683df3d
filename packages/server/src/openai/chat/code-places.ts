/** Where a text shows code: fences, and spans of a line in backticks. What stands there is shown, and means nothing. */

export type Place = { readonly start: number; readonly end: number }

/** In the order of the text. A fence that is never closed reaches to the end. One pass. */
export function codePlaces(text: string): readonly Place[] {
  return [...placesIn(text)]
}

function* placesIn(text: string): Generator<Place> {
  let fence: (Mark & { readonly start: number }) | undefined
  for (const line of linesOf(text)) {
    const mark = fenceMark(text.slice(line.start, line.end))
    if (!fence && !mark) yield* spansOf(text, line)
    else if (!fence) fence = mark && { ...mark, start: line.start }
    else if (mark?.isBare && mark.ticks.startsWith(fence.ticks)) {
      yield { start: fence.start, end: line.end }
      fence = undefined
    }
  }
  if (fence) yield { start: fence.start, end: text.length }
}

function* linesOf(text: string): Generator<Place> {
  for (let start = 0; start < text.length; ) {
    const lineBreak = text.indexOf('\n', start)
    const end = lineBreak < 0 ? text.length : lineBreak
    yield { start, end }
    start = end + 1
  }
}

type Mark = { readonly ticks: string; readonly isBare: boolean }

/** What opens or closes a fence; only one with nothing behind it closes. */
function fenceMark(line: string): Mark | undefined {
  const [, ticks] = /^[ \t]{0,3}(`{3,}|~{3,})/.exec(line) ?? []
  if (ticks === undefined) return undefined
  const rest = line.slice(line.indexOf(ticks) + ticks.length)
  // With a backtick behind it, it is a span of one line.
  return ticks.startsWith('`') && rest.includes('`') ? undefined : { ticks, isBare: rest.trim() === '' }
}

/** As many backticks as began a span end it. */
function spansOf(text: string, { start, end }: Place): readonly Place[] {
  const runs = [...text.slice(start, end).matchAll(/`+/g)].map(({ 0: ticks, index }) => ({
    start: start + index,
    length: ticks.length,
  }))
  const ends = nextOfLength(runs.map(({ length }) => length))
  const spans: Place[] = []
  for (let at = 0; at < runs.length; at += 1) {
    const opening = runs[at]
    const closing = runs[ends[at] ?? -1]
    if (!opening || !closing) continue
    spans.push({ start: opening.start, end: closing.start + closing.length })
    at = ends[at] ?? at
  }
  return spans
}

/** For each run the place of the next one that is as long. */
function nextOfLength(lengths: readonly number[]): readonly (number | undefined)[] {
  const next = new Map<number, number>()
  const found: (number | undefined)[] = []
  for (let at = lengths.length - 1; at >= 0; at -= 1) {
    const length = lengths[at] ?? 0
    found[at] = next.get(length)
    next.set(length, at)
  }
  return found
}
