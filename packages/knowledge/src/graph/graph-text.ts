/** How facts and what they rest on are written for a model. */
import type { GraphFact, GraphReference } from './graph-fact.ts'
import { oneLine, shownName } from './plain-words.ts'

export function factLine({ from, relation, to, references, differs }: Omit<GraphFact, 'score'>): string {
  const marks = references.map((number) => `[${number}]`).join('')
  const remark = differs ? ' (told in more than one way: compare)' : ''
  return `- ${from} — ${relation} → ${to} ${marks}${remark}`
}

export function referenceLine({ number, title, source, text }: GraphReference): string {
  const [place, heading] = [oneLine(source), oneLine(title)]
  const name = heading === '' || heading === place ? place : `${heading} (${place})`
  return `[${number}] ${name}: ${oneLine(text)}`
}

export function graphText(
  names: readonly string[],
  facts: readonly GraphFact[],
  references: readonly GraphReference[],
): string {
  if (names.length === 0) return 'The graph has no name that the question speaks of. Search the text instead.'
  const about = `Names: ${names.map(shownName).join('; ')}`
  if (facts.length === 0) return `${about}\nNothing is told of them.`
  return [about, '', 'Facts:', ...facts.map(factLine), '', 'References:', ...references.map(referenceLine)].join('\n')
}
