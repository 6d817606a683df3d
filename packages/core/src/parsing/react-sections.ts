/** A reply of the ReAct protocol, cut at its labels. */
import { inputReader, lineAt } from './label-value.ts'
import { protocolLabels } from './protocol-text.ts'
import { type Marker, markersIn } from './reply-text.ts'

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

/** `isTool` says whether a text names a tool: only then is `Tool:` a label and not a word of an answer. */
export function sectionsOf(text: string, isTool: (name: string) => boolean): Sections {
  const markers = [...markersIn(text, labels, 'label'), ...finalsIn(text)].sort((a, b) => a.start - b.start)
  const sections: { kind: SectionKind; marker: Marker | undefined }[] = [{ kind: 'lead', marker: undefined }]
  const seen = new Set<SectionKind>()
  const inputs = inputReader(text)
  let from = 0
  for (const [index, marker] of markers.entries()) {
    const next = markers[index + 1]
    const context = { text, isTool, seen, last: sections.at(-1)?.kind, next }
    const kind = marker.start >= from && counts(marker, context) ? kinds[marker.name] : undefined
    if (kind === 'observation') return { ...closed(text, sections, marker.start), hasObservation: true }
    if (kind === undefined) continue
    seen.add(kind)
    sections.push({ kind, marker })
    if (kind === 'input') from = inputs.endOf(marker, next?.start ?? text.length)
  }
  return { ...closed(text, sections, text.length), hasObservation: false }
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
  readonly isTool: (name: string) => boolean
  readonly seen: ReadonlySet<SectionKind>
  readonly last: SectionKind | undefined
  readonly next: Marker | undefined
}

/** Whether a word that some models use as a label is one here. */
function counts(marker: Marker, { text, isTool, seen, last, next }: Context): boolean {
  switch (marker.name) {
    case 'Tool':
      return (next && kinds[next.name] === 'input') || isTool(lineAt(text, marker.valueStart))
    case 'Input':
    case 'Arguments':
      return last === 'action'
    case 'Answer':
      return seen.has('thought') && !seen.has('final')
    case 'FINAL_ANSWER':
      // In an answer, `Final answer:` is part of the text.
      return !seen.has('final') || marker.written === 'FINAL_ANSWER'
    default:
      return true
  }
}
