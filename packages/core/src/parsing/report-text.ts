/** Lines that look like labels of a protocol and are words of an answer: those of minutes, tickets and lab reports. */
import type { ToolSpec } from '../ports/model.ts'
import { lineAt } from './label-value.ts'
import { protocolLabels, withoutProtocol } from './protocol-text.ts'
import { type Marker, markersIn } from './reply-text.ts'
import { readToolName, toolNamed } from './tool-name.ts'

/** Whether an `Action:` calls: it names a tool, or its input comes next. `Action: Ann calls Bob.` does not. */
export function isCalling(text: string, action: Marker, next: Marker | undefined, tools: readonly ToolSpec[]): boolean {
  const line = lineAt(text, action.valueStart)
  return next?.name === `${action.name} Input` || readToolName(line, tools)?.tool !== undefined
}

/**
 * Whether a reply is such a text, from a model that nobody taught the labels: it begins with other words, calls
 * nothing, and has more of them than thoughts.
 */
export function isReport(text: string, tools: readonly ToolSpec[]): boolean {
  const markers = [...markersIn(text, protocolLabels, 'label')]
  const [first] = markers
  if (!first || text.slice(0, first.start).trim() === '' || markers.every(isThought)) return false
  return !markers.some((marker, index) => {
    if (marker.name !== 'Action') return marker.name === 'Action Input'
    const next = markers[index + 1]
    const line = lineAt(text, marker.valueStart)
    return isCalling(text, marker, next, tools) || meansTool(line, tools) || isFollowed(text, marker, next, tools)
  })
}

/** Without tools any name that stands alone is meant for one. */
function meansTool(line: string, tools: readonly ToolSpec[]): boolean {
  if (tools.length === 0) return readToolName(line, []) !== undefined
  const words = line.match(/[\w.-]*\w/g) ?? []
  return words.some((word) => toolNamed(word, tools) !== undefined)
}

/** Whether what was seen directly follows an action. Where there are tools, it is made up. */
function isFollowed(text: string, action: Marker, next: Marker | undefined, tools: readonly ToolSpec[]): boolean {
  if (tools.length === 0 || !next?.name.startsWith('Observation')) return false
  return !/[\r\n]/.test(text.slice(action.valueStart, next.start).trim())
}

const answerLabels = [...protocolLabels, 'Tool', 'Tool Input']

/**
 * An answer behind its marker, without the call in it. Thoughts and other labels are the model's own and go, unless it
 * is a report: that begins with other words, and says what was done or seen.
 */
export function reported(answer: string, tools: readonly ToolSpec[]): string {
  const markers = [...markersIn(answer, answerLabels, 'label', 'none')]
  const call = markers.find((marker, index) => {
    const next = markers[index + 1]
    // Lists of tools have lines with `Tool:`.
    return marker.name === 'Tool'
      ? next?.name === 'Tool Input'
      : marker.name === 'Action' && isCalling(answer, marker, next, tools)
  })
  const said = answer.slice(0, call?.start)
  const isPlain = markers.every(({ name, start }) => start >= said.length || !/^(?:Action|Observations?)$/.test(name))
  const hasInput = markers.some(({ name, start }) => start < said.length && name === 'Action Input')
  const isReported = markers[0]?.start !== 0 && !isPlain && !hasInput
  const shown = isReported ? said.trim() : withoutProtocol(said, 'none')
  const rest = call?.name === 'Action' ? withoutProtocol(answer.slice(call.start), 'none') : ''
  return [shown, rest].filter((part) => part !== '').join('\n\n')
}

function isThought({ name }: Marker): boolean {
  return name.startsWith('Thought')
}
