/** A reply of the ReAct protocol, cut at its labels. */
import type { ToolSpec } from '../ports/model.ts'
import { spokenMarkers } from './fenced-calls.ts'
import { inputReader, lineAt } from './label-value.ts'
import { protocolLabels } from './protocol-text.ts'
import { type Marker, markersIn } from './reply-text.ts'
import { isCalling } from './report-text.ts'
import { readToolName } from './tool-name.ts'

export type SectionKind = 'lead' | 'thought' | 'action' | 'input' | 'final' | 'answer'

/** A label and what it labels, up to `end`; the lead, before the first label, has none. */
export type Section = {
  readonly kind: SectionKind
  readonly marker: Marker | undefined
  readonly start: number
  readonly end: number
}

export type Sections = {
  readonly list: readonly Section[]
  /** The reply up to the first observation: what the model says of a result it never saw does not count. */
  readonly text: string
  readonly hasObservation: boolean
}

const kinds: Readonly<Record<string, SectionKind | 'observation'>> = {
  Thought: 'thought',
  Thoughts: 'thought',
  Action: 'action',
  'Action Input': 'input',
  Tool: 'action',
  'Tool Input': 'input',
  Input: 'input',
  Arguments: 'input',
  Observation: 'observation',
  Observations: 'observation',
  Answer: 'answer',
  FINAL_ANSWER: 'final',
}

const labels = [...protocolLabels, 'Tool', 'Tool Input', 'Input', 'Arguments', 'Answer']

export function sectionsOf(text: string, tools: readonly ToolSpec[]): Sections {
  const markers = markersOf(text, tools)
  const sections: { kind: SectionKind; marker: Marker | undefined }[] = [{ kind: 'lead', marker: undefined }]
  const seen = new Map<SectionKind, Marker>()
  const inputs = inputReader(text)
  let from = 0
  for (const [index, marker] of markers.entries()) {
    const next = markers[index + 1]
    const context = { text, tools, seen, last: sections.at(-1)?.kind, next }
    const kind = marker.start >= from && counts(marker, context) ? kinds[marker.name] : undefined
    if (kind === 'observation') return { ...closed(text, sections, marker.start), hasObservation: true }
    if (kind === undefined) continue
    seen.set(kind, marker)
    sections.push({ kind, marker })
    if (kind === 'input') from = inputs.endOf(marker, next?.start ?? text.length)
  }
  return { ...closed(text, sections, text.length), hasObservation: false }
}

function markersOf(text: string, tools: readonly ToolSpec[]): readonly Marker[] {
  const namesTool = ({ valueStart }: Marker) => readToolName(lineAt(text, valueStart), tools)?.tool !== undefined
  const labelled = spokenMarkers(
    [...markersIn(text, labels, 'label', 'all')],
    (marker) => kinds[marker.name] === 'action' && namesTool(marker),
    ({ name }) => name === 'Answer',
  )
  return [...labelled, ...finalsIn(text)].sort((a, b) => a.start - b.start)
}

function closed(
  text: string,
  open: readonly Pick<Section, 'kind' | 'marker'>[],
  end: number,
): Omit<Sections, 'hasObservation'> {
  const list = open.map(({ kind, marker }, index): Section => {
    return { kind, marker, start: marker?.valueStart ?? 0, end: open[index + 1]?.marker?.start ?? end }
  })
  return { list, text: text.slice(0, end) }
}

/** In a thought `final answer` may begin a line by chance, so it needs a colon, capitals or decoration. */
function finalsIn(text: string): readonly Marker[] {
  return [...markersIn(text, ['FINAL_ANSWER'])].filter(({ written, separator, decoration }) => {
    return /^[:：]$/.test(separator) || written === written.toUpperCase() || decoration !== ''
  })
}

type Context = {
  readonly text: string
  readonly tools: readonly ToolSpec[]
  /** The last label of each kind. */
  readonly seen: ReadonlyMap<SectionKind, Marker>
  readonly last: SectionKind | undefined
  readonly next: Marker | undefined
}

/**
 * Whether a word is a label here. In an answer only a call is one, another answer, and the result that was made up for
 * a call: others may be lines of a report. `Tool:` is one before the name of a tool alone.
 */
function counts(marker: Marker, { text, tools, seen, last, next }: Context): boolean {
  const final = seen.get('final')
  if (final && !countsInAnswer(marker, final, seen.has('action'))) return false
  switch (marker.name) {
    case 'Tool':
      return (
        (next && kinds[next.name] === 'input') ||
        readToolName(lineAt(text, marker.valueStart), tools)?.tool !== undefined
      )
    case 'Action':
      return !final || isCalling(text, marker, next, tools)
    case 'Input':
    case 'Arguments':
      return last === 'action'
    case 'Answer':
      return seen.has('thought')
    default:
      return true
  }
}

/** Nothing that is fenced, and no other mark of an answer than `FINAL_ANSWER`, or the same again in capitals. */
function countsInAnswer({ name, written, fence }: Marker, final: Marker, hasCall: boolean): boolean {
  if (fence) return false
  if (name !== 'FINAL_ANSWER') return name === 'Action' || (hasCall && name !== 'Answer')
  return written === name || (written === final.written && written === written.toUpperCase())
}
