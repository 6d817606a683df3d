/** What a reply of the self-ask protocol says: follow-up questions, calls, the answer, or why it is none of them. */
import type { ToolSpec } from '../ports/model.ts'
import { beforeTags, holdsTags, wholeAnswer } from './call-remains.ts'
import { callFault, unknownTool } from './call-values.ts'
import type { Parsed, ParsedCall } from './grammar.ts'
import { nativeCalls } from './native-calls.ts'
import { withoutProtocol } from './protocol-text.ts'
import { markerValue, stripFences } from './reply-text.ts'
import { isReport, reported } from './report-text.ts'
import { isNone, questionsIn, questionsInJson } from './self-ask-questions.ts'
import { type SelfAskSection, type SelfAskSections, selfAskSections } from './self-ask-sections.ts'
import { spokenTurn } from './spoken-turn.ts'
import { readInput, readKeywords, type ToolInput } from './tool-input.ts'
import { type NamedTool, readToolName, toolNamed } from './tool-name.ts'

/** The name under which a plain follow-up question is a call. */
export const followUpName = 'follow_up'

/** `isTaught` says whether the model was told the labels: others may write them in a report. */
export function parseSelfAskReply(reply: string, tools: readonly ToolSpec[], isTaught = true): Parsed {
  const said = spokenTurn(reply)
  if (said === '') {
    const fault = `the reply ${reply.trim() === '' ? 'is empty' : 'holds only thinking'}`
    return { kind: 'fault', fault, salvage: '' }
  }
  const sections = selfAskSections(
    stripFences(said),
    (name) => canNameTool(name, tools),
    (name = followUpName) => readToolName(name, tools)?.tool !== undefined,
  )
  if (!isTaught && sections.list.every(({ kind }) => kind === 'lead' || kind === 'talk') && isReport(said, tools))
    return { kind: 'answer', text: said }
  return (
    decided(sections, tools) ??
    trained(sections, tools) ??
    bareInput(sections) ??
    remaining(sections) ??
    prose(sections, tools) ?? { kind: 'fault', fault: faultOf(sections), salvage: thoughtOf(sections) }
  )
}

/** One word, or the name of a tool, however it is decorated. `Tool: a hammer` is talk. */
function canNameTool(written: string, tools: readonly ToolSpec[]): boolean {
  return !isNone(written) && readToolName(written, tools) !== undefined
}

/** What comes first decides: an answer before any question is the answer; after one it would rest on nothing. */
function decided({ list, text }: SelfAskSections, tools: readonly ToolSpec[]): Parsed | undefined {
  const calls = list.flatMap((section, index) => callsOf({ list, text, index, section }, tools))
  const firstCall = calls[0]?.at ?? Number.POSITIVE_INFINITY
  const answer = finalText({ list, text }, firstCall, tools)
  if (answer !== '') return wholeAnswer(answer)
  const parsed = calls.map(({ call }) => call)
  const [broken] = parsed
  if (!broken) return undefined
  const thought = thoughtOf({ list, text })
  if (parsed.some((call) => call.fault === undefined)) return { kind: 'calls', thought, calls: parsed }
  return { kind: 'fault', fault: callFault(broken), salvage: thought }
}

type Place = Pick<SelfAskSections, 'list' | 'text'> & { readonly index: number; readonly section: SelfAskSection }

type PlacedCall = { readonly at: number; readonly call: ParsedCall }

function callsOf({ list, text, index, section }: Place, tools: readonly ToolSpec[]): readonly PlacedCall[] {
  if (section.kind === 'ask') {
    const value = section.marker ? markerValue(text, section.marker, section.end) : ''
    return questionsIn(value).map((question) => {
      return { at: section.start, call: { tool: followUpName, input: { question } } }
    })
  }
  if (section.kind !== 'tool') return []
  const next = list[index + 1]
  const input = next?.kind === 'input' ? text.slice(next.start, next.end) : undefined
  const call = toolCall(text.slice(section.start, section.end), input, tools)
  return call ? [{ at: section.start, call }] : []
}

function toolCall(written: string, input: string | undefined, tools: readonly ToolSpec[]): ParsedCall | undefined {
  const named = readToolName(written, tools)
  if (!named) return undefined
  const given = input ?? argumentsIn(named.rest) ?? named.rest
  const read = readArguments(given, named, input === undefined)
  if (read.ok) return { tool: named.name, input: read.input }
  return { tool: named.name, input: given.trim(), fault: read.fault }
}

function readArguments(given: string, { tool }: NamedTool, isCallForm: boolean): ToolInput {
  const keywords = tool && isCallForm && given.trim() !== '' ? readKeywords(given, tool) : undefined
  return keywords ? { ok: true, input: keywords } : readInput(given, tool)
}

/** What stands in the brackets right after a name: those that close on its line, before any talk, or all. */
function argumentsIn(rest: string): string | undefined {
  return (/^[([]([^\r\n]*)[)\]][`;.]{0,4}[ \t]*(?:[\r\n]|$)/.exec(rest) ?? /^[([]([\s\S]*)[)\]]$/.exec(rest))?.[1]
}

/** The last answer before `limit` that is not empty. */
function finalText(
  { list, text }: Pick<SelfAskSections, 'list' | 'text'>,
  limit: number,
  tools: readonly ToolSpec[],
): string {
  const finals = list.filter(({ kind, start }) => kind === 'final' && start < limit)
  const values = finals.map(({ marker, end }) => (marker ? reported(markerValue(text, marker, end), tools) : ''))
  return values.findLast((value) => value !== '') ?? ''
}

/** Calls in the form the model was trained on. */
function trained({ list, text }: SelfAskSections, tools: readonly ToolSpec[]): Parsed | undefined {
  const found = nativeCalls(text, tools)
  if (!found) return undefined
  const calls = found.calls.map((call) =>
    toolNamed(call.tool, tools) ? call : { ...call, tool: call.tool || unknownTool },
  )
  const thought = list.length === 1 ? withoutProtocol(beforeTags(found.rest)) : ''
  if (calls.some((call) => call.fault === undefined)) return { kind: 'calls', thought, calls }
  return { kind: 'fault', fault: calls[0] ? callFault(calls[0]) : 'the tool call cannot be read', salvage: thought }
}

/** What is left of calls in tags is for nobody to see. */
function remaining({ list, text }: SelfAskSections): Parsed | undefined {
  if (!holdsTags(text)) return undefined
  const salvage = list.length === 1 ? withoutProtocol(beforeTags(text)) : ''
  return { kind: 'fault', fault: 'the tool call cannot be read', salvage }
}

/** The input of a follow-up, and not a word of whose it is. */
function bareInput({ list, text, hasInvented }: SelfAskSections): Parsed | undefined {
  const written = hasInvented || list.some(({ kind }) => kind !== 'lead') ? undefined : questionsInJson(text)
  if (!written) return undefined
  const calls = written.questions.map((question) => ({ tool: followUpName, input: { question } }))
  return { kind: 'calls', thought: withoutProtocol(written.lead), calls }
}

/** Prose without a word of protocol is an answer, and so is what follows the word that no question is needed. */
function prose({ list, text, hasInvented }: SelfAskSections, tools: readonly ToolSpec[]): Parsed | undefined {
  if (hasInvented || list.some(({ kind }) => kind !== 'lead' && kind !== 'needed')) return undefined
  const said = list.map(({ kind, start, end }) => {
    const part = text.slice(start, end)
    return kind === 'needed' ? part.trimStart().replace(/^[^\r\n]*/, '') : part
  })
  const whole = said.join('\n')
  const answer = isReport(whole, tools) ? whole.trim() : withoutProtocol(whole)
  return answer === '' ? undefined : { kind: 'answer', text: answer }
}

function faultOf({ list, hasInvented }: SelfAskSections): string {
  const has = (kind: SelfAskSection['kind']) => list.some((section) => section.kind === kind)
  if (hasInvented) return '`Intermediate answer:` is written by tools only, and there is no `Follow up:` before it'
  if (has('final')) return 'there is no answer after `So the final answer is:`'
  if (has('ask')) return 'there is no question after `Follow up:`'
  return 'there is neither a `Follow up:` nor a `So the final answer is:`'
}

/** What the model said to itself before and between its questions. */
function thoughtOf({ list, text }: Pick<SelfAskSections, 'list' | 'text'>): string {
  const texts = list
    .filter(({ kind }) => kind === 'lead' || kind === 'talk')
    .map(({ marker, start, end }) => withoutProtocol(marker ? markerValue(text, marker, end) : text.slice(start, end)))
  return texts.filter((said) => said !== '').join('\n')
}
