/** What the steps gave, and how it is shown: to a model, and as the best answer so far. */
import { shownText } from '../../fence.ts'
import type { Json } from '../../json.ts'
import type { Suspicion, ToolResult } from '../../messages.ts'
import { shortened, withoutMiddle } from '../../parsing/shortened-text.ts'
import type { Fact } from './memory.ts'
import type { ToolStep } from './plan.ts'
import type { Quality, Scores } from './quality.ts'

/** So many characters are kept of an output, and shown to the judge. */
const longestOutput = 12_000

/** So many are shown of all outputs that count at once, and of each that does not. */
const longestTogether = 48_000
const longestAside = 600

const longestInput = 1_000
const longestName = 300
const longestInterim = 4_000
export const longestReason = 500

export type StepResult = {
  readonly id: string
  readonly tool: string
  readonly goal: string
  /** What the tool was given; null when it was not prepared. */
  readonly input: Json
  /** What it gave; null when it failed. */
  readonly output: string | null
  /** Where that is from: a tool, an address, a file. */
  readonly from: string
  readonly suspected?: readonly Suspicion[]
  readonly scores: Scores | null
  /** The mean of the scores; null where nobody judged. */
  readonly score: number | null
  readonly quality: Quality
  /** What the judge said of it. */
  readonly reason?: string
  /** The call was refused, for it had been made before, or beside it. */
  readonly isRepeat?: true
  /** Why it failed, or why nobody judged. */
  readonly fault?: string
}

/** A step of which nothing is known yet. */
export function begun({ id, tool, goal }: ToolStep): StepResult {
  return { id, tool, goal, input: null, output: null, from: tool, scores: null, score: null, quality: 'failed' }
}

/** What a tool gave, as it is kept. */
export function outputOf({ text, tool, untrusted }: ToolResult): Pick<StepResult, 'output' | 'from' | 'suspected'> {
  const kept = shortened(text, longestOutput)
  const suspected = untrusted?.suspected?.map((each) => moved(each, kept.place))
  const from = withoutMiddle(untrusted?.from ?? tool, longestName)
  return { output: kept.text, from, ...(suspected && suspected.length > 0 && { suspected }) }
}

function moved({ rule, start, end }: Suspicion, place: (at: number) => number): Suspicion {
  return { rule, start: place(start), end: place(end) }
}

/** An output in its fence. */
export function fencedOutput({ output, from, suspected }: StepResult, longest = longestOutput): string {
  const { text, place } = shortened(output ?? '', longest)
  const places = suspected?.map((each) => moved(each, place))
  return shownText({ text, untrusted: { from, ...(places && { suspected: places }) } })
}

/** What a model named or described: on one line it cannot pass for anything else than that. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

export function shownInput(input: Json): string {
  return onOneLine(withoutMiddle(JSON.stringify(input), longestInput))
}

/** Those that gave something, which are the sources of the answer: the first is [1]. */
export function sourcesOf(done: readonly StepResult[]): readonly StepResult[] {
  return done.filter(({ output }) => output !== null)
}

/**
 * The results as a model reads them; undefined when there are none. Those that are needed, all when nothing is said,
 * share the room there is; the others are shortened.
 */
export function shownResults(done: readonly StepResult[], needs?: readonly string[]): string | undefined {
  if (done.length === 0) return undefined
  const sources = sourcesOf(done)
  const isNeeded = ({ id }: StepResult) => needs?.includes(id) ?? true
  const share = Math.max(longestAside, Math.floor(longestTogether / Math.max(1, sources.filter(isNeeded).length)))
  return done
    .map((result) => {
      const number = sources.indexOf(result) + 1
      return shownResult(result, number, isNeeded(result) ? share : longestAside)
    })
    .join('\n\n')
}

/** The results in few words each: for judging how to go on. */
export function shownBriefly(done: readonly StepResult[]): string | undefined {
  return shownResults(done, [])
}

function shownResult(result: StepResult, number: number, longest: number): string {
  const { id, tool, goal, input, output, fault, reason } = result
  const fenced = (text: string, from: string) => shownText({ text, untrusted: { from: `${from} of step ${id}` } })
  return [
    `${number === 0 ? '' : `[${number}] `}${onOneLine(`Step ${id} (${tool}): ${goal}`)}`,
    ...(input === null ? [] : [`Input: ${shownInput(input)}`]),
    `Quality: ${shownQuality(result)}`,
    ...(reason === undefined ? [] : [fenced(reason, 'judge')]),
    ...(fault === undefined ? [] : [fenced(fault, 'fault')]),
    ...(output === null ? [] : [fencedOutput(result, longest)]),
  ].join('\n')
}

function shownQuality({ quality, score }: StepResult): string {
  return score === null ? quality : `${quality} (${score} of 5)`
}

/** Only how the steps went; undefined when there are none. */
export function shownOutcomes(done: readonly StepResult[]): string | undefined {
  if (done.length === 0) return undefined
  return done
    .map(({ id, goal, quality }) => onOneLine(`Step ${id}: ${goal} ${quality === 'failed' ? 'FAILED' : 'OK'}`))
    .join('\n')
}

/** Steps that have not run; undefined when there are none. */
export function shownSteps(steps: readonly ToolStep[]): string | undefined {
  if (steps.length === 0) return undefined
  return steps
    .map(({ id, tool, goal, needs }) => {
      const waits = needs.length === 0 ? '' : `, after ${needs.join(', ')}`
      return onOneLine(`Step ${id} (${tool}${waits}): ${goal}`)
    })
    .join('\n')
}

/** What is known so far, for people: the facts with their sources, else what the steps gave. Undefined for nothing. */
export function interimAnswer(done: readonly StepResult[], facts: readonly Fact[]): string | undefined {
  const sources = sourcesOf(done)
  const numberOf = (step: string) => sources.findIndex(({ id }) => id === step) + 1
  if (facts.length > 0) {
    const lines = facts.map(({ text, step }) => `- ${text} [${numberOf(step)}]`)
    return `${lines.join('\n')}\n\n${sourceList(sources, new Set(facts.map(({ step }) => numberOf(step))))}`
  }
  const usable = sources.filter(({ quality }) => quality !== 'failed')
  const [only] = usable
  const shown = ({ output }: StepResult) => withoutMiddle(output ?? '', longestInterim)
  if (usable.length === 1 && only) return shown(only)
  return usable.length === 0 ? undefined : usable.map((each) => `${each.goal}\n${shown(each)}`).join('\n\n')
}

/** `Sources:` and those of these numbers, a line each. */
export function sourceList(sources: readonly StepResult[], numbers: ReadonlySet<number>): string {
  const lines = sources.flatMap((source, index) => {
    return numbers.has(index + 1) ? [`[${index + 1}] ${sourceName(source)}`] : []
  })
  return ['Sources:', ...lines].join('\n')
}

/** Where a result is from: an address says it all, a tool is told with what it was given. */
export function sourceName({ from, tool, input }: StepResult): string {
  if (input === null) return from
  const name = from.includes('://') ? from : `${from} ${JSON.stringify(input)}`
  return withoutMiddle(name.includes(tool) ? name : `${tool}: ${name}`, longestName).replace(/\s+/g, ' ')
}
