/** How results are shown: to a model, and to people as the best answer so far. */
import { shownText } from '../../fence.ts'
import { canonicalJson } from '../../json.ts'
import { shortened, withoutMiddle } from '../../parsing/shortened-text.ts'
import type { CallResult } from './results.ts'

/** So many characters are shown of all results at once, of so many of them, and of the arguments of one. */
const longestTogether = 48_000
const mostShown = 200
const longestArguments = 2_000

/** What a text that loses its middle says about it takes less than this. */
const gapNote = 40

/** The results as a model reads them, whoever wrote them: fenced. They share the room there is. */
export function shownResults(results: readonly CallResult[]): string {
  const shown = results.slice(-mostShown)
  const left = results.length - shown.length
  const argumentsEach = Math.min(longestArguments, Math.floor(longestTogether / (4 * shown.length)))
  const frames = shown.map((result) => frameOf(result, argumentsEach))
  const framing = frames.map(({ fenced }) => fenced('').length + gapNote)
  const room = longestTogether - gapNote - framing.reduce((sum, length) => sum + length, 0)
  const share = fairShare(
    shown.map(({ text }) => text.length),
    room,
  )
  const earlier = left > 0 ? [`… ${left} earlier results left out …`] : []
  return [...earlier, ...frames.map(({ result, fenced }) => fenced(result.text, share))].join('\n\n')
}

/** The longest that each may be, so that all fit: what short ones do not take is left to the others. */
function fairShare(lengths: readonly number[], room: number): number {
  let left = Math.max(0, room)
  let others = lengths.length
  for (const length of lengths.toSorted((one, other) => one - other)) {
    const share = Math.floor(left / others)
    if (length > share) return share
    left -= length
    others -= 1
  }
  return Number.POSITIVE_INFINITY
}

/** A result without its text, which is put in when it is known how much of it fits. */
function frameOf(result: CallResult, longest: number) {
  const { id, tool, plannedAs, sameAs, status, args, planned } = result
  const said = { ok: 'gave', empty: 'gave nothing', failed: 'failed', 'not-made': 'was not made' }[status]
  const renamed = plannedAs === undefined ? '' : `, planned as \`${plannedAs}\`, an id that was taken,`
  const same = sameAs === undefined ? '' : ` (not made again: it is the same call as \`${sameAs}\`)`
  // What was taken from a result is as foreign as the result.
  const isResolved = canonicalJson(args) !== canonicalJson(planned)
  const given = isResolved ? `Arguments: ${withoutMiddle(JSON.stringify(args), longest)}\n` : ''
  const head = `Call \`${id}\` of ${tool}${renamed} ${said}${same}:\n`
  const fenced = (text: string, share = 0) => `${head}${fencedText({ ...result, text }, given, share)}`
  return { result, fenced }
}

function fencedText({ tool, text, untrusted }: CallResult, before: string, longest: number): string {
  const { text: kept, place } = shortened(text, longest)
  const suspected = untrusted?.suspected?.map(({ rule, start, end }) => ({
    rule,
    start: before.length + place(start),
    end: before.length + place(end),
  }))
  const from = untrusted?.from ?? tool
  return shownText({ text: `${before}${kept}`, untrusted: { from, ...(suspected && { suspected }) } })
}

/** What there is to show a person before the answer is written; undefined when no call gave anything. */
export function interimAnswer(results: readonly CallResult[]): string | undefined {
  const given = results.filter(({ status, sameAs }) => status === 'ok' && sameAs === undefined)
  const share = fairShare(
    given.map(({ text }) => text.length),
    longestTogether,
  )
  if (given.length <= 1) return given[0] && withoutMiddle(given[0].text, share)
  return given.map(({ tool, text }) => `${tool}: ${withoutMiddle(text, share)}`).join('\n\n')
}
