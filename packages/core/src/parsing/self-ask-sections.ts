/** A reply of the self-ask protocol, cut at its labels. */
import { spokenMarkers } from './fenced-calls.ts'
import { inputReader, lineAt } from './label-value.ts'
import { type Marker, markersIn } from './reply-text.ts'
import { withLabelsOnLines } from './self-ask-lines.ts'

type SelfAskKind = 'lead' | 'needed' | 'talk' | 'ask' | 'tool' | 'input' | 'final'

/** A label and what it labels, up to `end`; the lead, before the first label, has none. */
export type SelfAskSection = {
  readonly kind: SelfAskKind
  readonly marker: Marker | undefined
  readonly start: number
  readonly end: number
}

export type SelfAskSections = {
  readonly list: readonly SelfAskSection[]
  /** The reply up to the first answer that only a tool may give: what rests on it does not count. */
  readonly text: string
  readonly hasInvented: boolean
}

const kinds: Readonly<Record<string, SelfAskKind | 'invented'>> = {
  'Follow up': 'ask',
  'Follow ups': 'ask',
  'Follow up question': 'ask',
  'Follow up questions': 'ask',
  'Are follow up questions needed here': 'needed',
  'Are follow up questions needed': 'needed',
  'Intermediate answer': 'invented',
  'Intermediate answers': 'invented',
  Observation: 'invented',
  Observations: 'invented',
  Tool: 'tool',
  Action: 'tool',
  'Tool Input': 'input',
  'Action Input': 'input',
  Thought: 'talk',
  Thoughts: 'talk',
  'So the final answer is': 'final',
  'The final answer is': 'final',
  'Final answer': 'final',
}

const labels = Object.keys(kinds)

/**
 * `isTool` says whether a text can name a tool: only then is `Tool:` a label and not a word of an answer. `isOffered`
 * says that it names one there is, and whether follow-ups can be asked.
 */
export function selfAskSections(
  written: string,
  isTool: (name: string) => boolean,
  isOffered: IsOffered = () => false,
): SelfAskSections {
  const text = withLabelsOnLines(written)
  const markers = markersOf(text, isOffered)
  const open: { readonly kind: SelfAskKind; readonly marker: Marker | undefined }[] = [
    { kind: 'lead', marker: undefined },
  ]
  const inputs = inputReader(text)
  let from = 0
  for (const [index, marker] of markers.entries()) {
    const { kind: last, marker: before } = open.at(-1) ?? {}
    const kind = marker.start < from ? undefined : kindOf(marker, before)
    if (kind === 'invented') return { ...closed(text, open, marker.start), hasInvented: true }
    if (kind === undefined || !counts(kind, last, () => isTool(lineAt(text, marker.valueStart)))) continue
    open.push({ kind, marker })
    if (kind === 'input') from = inputs.endOf(marker, markers[index + 1]?.start ?? text.length)
  }
  return { ...closed(text, open, text.length), hasInvented: false }
}

type IsOffered = (name?: string) => boolean

function markersOf(text: string, isOffered: IsOffered): readonly Marker[] {
  return spokenMarkers(
    [...markersIn(text, labels, 'label', 'all')],
    ({ name, valueStart }) => {
      return kinds[name] === 'tool' ? isOffered(lineAt(text, valueStart)) : kinds[name] === 'ask' && isOffered()
    },
    ({ name }) => kinds[name] === 'final',
  )
}

/** What a text says before the first answer that it made up; all of it, as it is, when there is none. */
export function beforeInvented(text: string): string {
  const sections = selfAskSections(text, () => false)
  return sections.hasInvented ? sections.text.trim() : text
}

/**
 * In an answer nothing that is fenced is a label, and after `FINAL_ANSWER` no other form of it. Nothing was asked that
 * `Observation:` could be the answer to: it may be a word of a log.
 */
function kindOf({ name, written, fence }: Marker, before: Marker | undefined): SelfAskKind | 'invented' | undefined {
  const kind = kinds[name]
  if (!before || kinds[before.name] !== 'final') return kind
  const isOtherForm = name === before.name && before.written === 'FINAL_ANSWER' && written !== before.written
  return fence || isOtherForm || name.startsWith('Observation') ? undefined : kind
}

/** In an answer only another question is a label; a tool must have a name, and an input a tool. */
function counts(kind: SelfAskKind, last: SelfAskKind | undefined, namesTool: () => boolean): boolean {
  if (last === 'final') return kind === 'ask' || kind === 'final'
  if (kind === 'input') return last === 'tool'
  return kind !== 'tool' || namesTool()
}

function closed(
  text: string,
  open: readonly Pick<SelfAskSection, 'kind' | 'marker'>[],
  end: number,
): Omit<SelfAskSections, 'hasInvented'> {
  const list = open.map(({ kind, marker }, index) => {
    return { kind, marker, start: marker?.valueStart ?? 0, end: open[index + 1]?.marker?.start ?? end }
  })
  return { list, text: text.slice(0, end) }
}
