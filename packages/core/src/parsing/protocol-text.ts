/** The protocol taken out of a text, for people. */
import { readJson } from './json-reader.ts'
import { type Fences, type Marker, markersIn } from './reply-text.ts'

/** The words of the protocol, which no person must see at the start of a line. */
export const protocolLabels = ['Thought', 'Thoughts', 'Action', 'Action Input', 'Observation', 'Observations']

/**
 * The text without protocol. A label goes with its block, up to the next blank line or fence; after an `Observation:`
 * all goes, for what follows rests on something invented.
 */
export function withoutProtocol(text: string, fences: Fences = 'own'): string {
  if (!/[:：`]/.test(text)) return text.trim()
  let kept = ''
  let from = 0
  for (const label of markersIn(text, protocolLabels, 'label', fences)) {
    if (label.start < from) continue
    kept += text.slice(from, label.start)
    from = label.name.startsWith('Observation') ? text.length : endOfBlock(text, label)
  }
  return tidied(kept + text.slice(from))
}

function endOfBlock(text: string, label: Marker): number {
  const input = label.name === 'Action Input' ? readJson(text, label.valueStart) : undefined
  const after = input ? (input.ok ? input.end : input.at) : label.valueStart
  blockEnd.lastIndex = after
  const match = blockEnd.exec(text)
  return match ? match.index + 1 : text.length
}

const blockEnd = /\n(?=[ \t]{0,40}(?:[\r\n]|```|~~~))/g

/** Trimmed, without fences that lost their content. */
function tidied(text: string): string {
  const lines = text
    .replace(/^```[^\n`]{0,40}\n\s*```[ \t]*$/gm, '')
    .trim()
    .split('\n')
  const fences = lines.filter(isFence).length
  if (fences % 2 === 1 && isFence(lines.at(-1) ?? '')) lines.pop()
  return lines.join('\n').trim()
}

function isFence(line: string): boolean {
  return /^(?:```|~~~)/.test(line)
}
