/** What a reply of the ReAct protocol says: calls, an answer, or why it is neither. */
import type { ToolSpec } from '../ports/model.ts'
import { beforeTags, holdsTags, wholeAnswer } from './call-remains.ts'
import { callFault, unknownTool } from './call-values.ts'
import type { Parsed, ParsedCall } from './grammar.ts'
import { lineAt } from './label-value.ts'
import { answerText, nativeAnswer, nativeCalls } from './native-calls.ts'
import { withoutProtocol } from './protocol-text.ts'
import { onLines } from './quoted-text.ts'
import { type Section, type Sections, sectionsOf } from './react-sections.ts'
import { markerValue, stripFences } from './reply-text.ts'
import { isReport, reported } from './report-text.ts'
import { spokenTurn } from './spoken-turn.ts'
import { excerpt, readInput, readKeywords, type ToolInput } from './tool-input.ts'
import { type NamedTool, readToolName, toolNamed } from './tool-name.ts'

/** What every form of the protocol has at least one of. Most answers have none, and need no closer look. */
const protocolSigns = /action|answer|final|function|input|observation|thought|tool|[<>{}`|[\]]|^[\w.]{1,64}\(/iu

/** `isTaught` says whether the model was told the labels: others may write them in a report. */
export function parseReactReply(reply: string, tools: readonly ToolSpec[], isTaught = true): Parsed {
  const said = spokenTurn(reply)
  if (said === '') {
    return {
      kind: 'fault',
      fault: `the reply ${reply.trim() === '' ? 'is empty' : 'holds only thinking'}`,
      salvage: '',
    }
  }
  if (!protocolSigns.test(said)) return { kind: 'answer', text: said }
  const sections = bestSections(said, tools)
  if (!isTaught && !sections.list.some(({ kind }) => kind === 'final') && isReport(said, tools))
    return { kind: 'answer', text: said }
  const actions = actionsOf(sections)
  return (
    decided(sections, actions, tools) ??
    native(sections, tools) ??
    remaining(sections) ??
    unmarkedAnswer(sections) ?? { kind: 'fault', fault: faultOf(sections, actions), salvage: thoughtOf(sections) }
  )
}

/** The sections of the reply, or of what is inside its one fence, or of the same with lost line breaks restored. */
function bestSections(said: string, tools: readonly ToolSpec[]): Sections {
  const isTool = (name: string) => readToolName(name, tools)?.tool !== undefined
  const inside = sectionsOf(stripFences(said), tools)
  if (decides(inside)) return inside
  const broken = sectionsOf(withLineBreaks(said), tools)
  const isMeant = broken.list.every(({ kind, start }) => kind !== 'action' || isTool(lineAt(broken.text, start)))
  return decides(broken) && isMeant ? broken : sectionsOf(said, tools)
}

function decides({ list }: Sections): boolean {
  return list.some(({ kind }) => kind === 'final' || kind === 'action')
}

/** Labels in the middle of a line, moved to lines of their own: those before any JSON, and the mark of the answer. */
function withLineBreaks(said: string): string {
  const brace = said.indexOf('{')
  const head = brace < 0 ? said : said.slice(0, brace)
  const broken = onLines(head, /(?<=[ \t])(?:Action(?: Input)?|Observation):/g)
  return onLines(broken + said.slice(head.length), /(?<=[ \t])FINAL_ANSWER:/g)
}

/** An action and the input that belongs to it. */
type Action = { readonly section: Section; readonly text: string; readonly input: string | undefined }

function actionsOf({ list, text }: Sections): readonly Action[] {
  return list.flatMap((section, index) => {
    if (section.kind !== 'action') return []
    const next = list[index + 1]
    const input = next?.kind === 'input' ? text.slice(next.start, next.end) : undefined
    const whole = text.slice(section.start, section.end)
    // Some models write both labels on one line.
    const [both, name = whole] = /^([^\n{(]*?)[ \t](?:Action|Tool) Input:/i.exec(whole) ?? []
    const inline = both === undefined ? undefined : whole.slice(both.length)
    return [{ section, text: name.trim(), input: input?.trim() ? input : inline }]
  })
}

/** What comes first decides: an answer before any call is the answer; after a call it would rest on nothing. */
function decided(sections: Sections, actions: readonly Action[], tools: readonly ToolSpec[]): Parsed | undefined {
  const calling = actions.filter((action) => !isFinish(action, tools))
  const firstCall = calling[0]?.section.start ?? Number.POSITIVE_INFINITY
  const answer = finalText(sections, firstCall, tools) || finishText(actions, firstCall, tools)
  if (answer !== '') return wholeAnswer(answer)
  const calls = calling.flatMap((action) => callsOf(action, tools))
  const thought = thoughtOf(sections)
  if (calls.some((call) => call.fault === undefined)) return { kind: 'calls', thought, calls }
  const [broken] = calls
  if (!broken) return undefined
  const late = calls.every((call) => call.tool === unknownTool)
    ? finalText(sections, Number.POSITIVE_INFINITY, tools)
    : ''
  return late === '' ? { kind: 'fault', fault: callFault(broken), salvage: thought } : wholeAnswer(late)
}

/** The last answer before `limit` that is not empty, with all that follows it but a call. */
function finalText({ list, text }: Sections, limit: number, tools: readonly ToolSpec[]): string {
  const finals = list.filter((section) => section.kind === 'final' && section.start < limit)
  const texts = finals.map(({ marker }, index) => {
    return marker ? reported(markerValue(text, marker, finals[index + 1]?.marker?.start), tools) : ''
  })
  return texts.findLast((value) => value !== '') ?? ''
}

const finishNames = [
  ...[
    'none',
    'n/a',
    'null',
    'nothing',
    'finish',
    'finished',
    'final[ _]?answer',
    'answer',
    'done',
    'respond',
    'complete',
  ],
  'no (?:further |more )?(?:action|tool)s?(?: is| are)?(?: needed| required| necessary)?',
]
const finishWords = new RegExp(`^[\`"'*[(<\\s]*(${finishNames.join('|')})[\`"'*\\])>.]*[ \\t]*(?=[([{\\r\\n]|$)`, 'i')

/** `Action: none` and the like end the work, unless a tool has that name. */
function isFinish({ text }: Action, tools: readonly ToolSpec[]): boolean {
  const word = finishWords.exec(text)?.[1]
  return word === undefined ? isJson(text) && nativeAnswer(text) !== undefined : toolNamed(word, tools) === undefined
}

function isJson(text: string): boolean {
  return /^(?:[{[<]|```)/.test(text)
}

function finishText(actions: readonly Action[], limit: number, tools: readonly ToolSpec[]): string {
  const finishing = actions.filter((action) => action.section.start < limit && isFinish(action, tools))
  return finishing.map(finishAnswer).find((answer) => answer !== '') ?? ''
}

function finishAnswer({ text, input }: Action): string {
  const given = input ?? argumentsIn(text.replace(finishWords, '').trim()) ?? ''
  const read = readInput(given, undefined)
  if (isJson(text)) return withoutProtocol(nativeAnswer(text) ?? '')
  return read.ok && given.trim() !== '' ? withoutProtocol(answerText(read.input)) : ''
}

function callsOf(action: Action, tools: readonly ToolSpec[]): readonly ParsedCall[] {
  const written = isJson(action.text) ? nativeCalls(action.text, tools, true) : undefined
  if (written) return written.calls
  const named = readToolName(action.text, tools)
  if (!named) {
    const found = `\`${excerpt(action.text)}\``
    const fault = `\`Action:\` must be followed by the name of one tool and nothing else, not by ${found}`
    return [{ tool: unknownTool, input: action.text, fault }]
  }
  const given = action.input ?? argumentsIn(named.rest) ?? ''
  const read = readArguments(given, named, action.input === undefined)
  return [
    read.ok ? { tool: named.name, input: read.input } : { tool: named.name, input: given.trim(), fault: read.fault },
  ]
}

function readArguments(given: string, { tool, rest }: NamedTool, isCallForm: boolean): ToolInput {
  const keywords = tool && isCallForm && rest.startsWith('(') ? readKeywords(given, tool) : undefined
  return keywords && given.trim() !== '' ? { ok: true, input: keywords } : readInput(given, tool)
}

/** What stands in the brackets right after a name: `("x")`, `[x]`, `{…}` or a fence. Talk is not an argument. */
function argumentsIn(rest: string): string | undefined {
  const closer = rest.startsWith('(') ? ')' : rest.startsWith('[') ? ']' : ''
  if (closer === '') return /^(?:\{|```)/.test(rest) ? rest : undefined
  const end = rest.lastIndexOf(closer)
  return rest.slice(1, end < 0 ? undefined : end)
}

/** Calls in the form the model was trained on. */
function native({ text, list }: Sections, tools: readonly ToolSpec[]): Parsed | undefined {
  if (list.some((section) => section.kind === 'input')) return undefined
  const answer = nativeAnswer(text)
  if (answer) return { kind: 'answer', text: withoutProtocol(answer) }
  const found = nativeCalls(text, tools)
  if (!found) return undefined
  const thought = proseOf(beforeTags(found.rest))
  if (found.calls.some((call) => call.fault === undefined)) return { kind: 'calls', thought, calls: found.calls }
  return {
    kind: 'fault',
    fault: found.calls[0] ? callFault(found.calls[0]) : 'the tool call cannot be read',
    salvage: thought,
  }
}

/** What is left of calls in tags is for nobody to see. */
function remaining({ text }: Sections): Parsed | undefined {
  if (!holdsTags(text)) return undefined
  return { kind: 'fault', fault: 'the tool call cannot be read', salvage: proseOf(beforeTags(text)) }
}

/** Thoughts and talk in a text that may still hold labels. */
function proseOf(text: string): string {
  const sections = sectionsOf(text, [])
  return thoughtOf(sections)
}

/** An answer with no marker, or only `Answer:` after a thought. Prose without a word of protocol is an answer. */
function unmarkedAnswer({ list, text, hasObservation }: Sections): Parsed | undefined {
  const answer = list.findLast((section) => section.kind === 'answer')
  const isProse = list.length === 1 && !hasObservation
  const said = answer?.marker ? markerValue(text, answer.marker, answer.end) : isProse ? text : ''
  const shown = withoutProtocol(said)
  return shown === '' ? undefined : { kind: 'answer', text: shown }
}

function faultOf({ list, hasObservation }: Sections, actions: readonly Action[]): string {
  const has = (kind: Section['kind']) => list.some((section) => section.kind === kind)
  if (has('final')) return 'there is no answer after `FINAL_ANSWER:`'
  if (actions.length > 0) return 'the action names no tool, and there is no `FINAL_ANSWER:`'
  if (has('input')) return 'there is an `Action Input:` but no `Action:` with the name of a tool before it'
  if (hasObservation && !has('thought'))
    return 'there is an `Observation:`, which only tools may write, and no `Action:` before it'
  if (!has('thought')) return 'the reply says nothing'
  return 'there is a `Thought:` but neither an `Action:` nor a `FINAL_ANSWER:`'
}

/** What the model said to itself before and between its calls. */
function thoughtOf({ list, text }: Sections): string {
  const texts = list
    .filter(({ kind }) => kind === 'lead' || kind === 'thought' || kind === 'answer')
    .map(({ marker, start, end }) => withoutProtocol(marker ? markerValue(text, marker, end) : text.slice(start, end)))
  return texts.filter((said) => said !== '').join('\n')
}
