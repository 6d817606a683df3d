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
    return isCalling(text, marker, markers[index + 1], tools) || beginsWithTool(lineAt(text, marker.valueStart), tools)
  })
}

/** Without tools any name that stands alone is meant for one. */
function beginsWithTool(line: string, tools: readonly ToolSpec[]): boolean {
  const [word = ''] = /^[\w.-]+/.exec(line) ?? []
  return tools.length === 0 ? readToolName(line, []) !== undefined : toolNamed(word, tools) !== undefined
}

const answerLabels = [...protocolLabels, 'Tool', 'Tool Input']

/**
 * An answer behind its marker, up to a call. Thoughts and other labels are the model's own and go, unless it is a
 * report: that begins with other words, and says what was done or seen.
 */
export function reported(answer: string, tools: readonly ToolSpec[]): string {
  const markers = [...markersIn(answer, answerLabels, 'label')]
  const call = markers.find((marker, index) => {
    return /^(?:Action|Tool)$/.test(marker.name) && isCalling(answer, marker, markers[index + 1], tools)
  })
  const said = answer.slice(0, call?.start)
  const isPlain = markers.every(({ name, start }) => start >= said.length || !/^(?:Action|Observations?)$/.test(name))
  const hasInput = markers.some(({ name, start }) => start < said.length && name === 'Action Input')
  const isReported = markers[0]?.start !== 0 && !isPlain && !hasInput
  return isReported ? said.trim() : withoutProtocol(said)
}

function isThought({ name }: Marker): boolean {
  return name.startsWith('Thought')
}
