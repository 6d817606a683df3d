/** The form a reply must have: known by grammar markers, schemas and tools, never by the prose around them. */
import {
  claimsGrammar,
  type JsonSchema,
  type ModelRequest,
  scoreGrammar,
  textOf,
  thoughtGrammar,
  verdictGrammar,
} from '@gyre/core'
import { isFollowUp, teachesTools } from './offered-tools.ts'

/**
 * Native calls and plain answers; the ReAct protocol; self-ask; prose that ends in a marked answer; a judge's verdict
 * or score; a thought of a tree; claims to be checked; what is still missing; JSON; or plain text.
 */
export type ReplyForm =
  /** `mayAsk` is false when no more questions can be asked. */
  | { readonly kind: 'self-ask'; readonly isNative: boolean; readonly mayAsk: boolean }
  | { readonly kind: 'native' | 'react' | 'verdict' | 'score' | 'thought' | 'claims' | 'gap' | 'json' | 'plain' }
  | { readonly kind: 'marked'; readonly marker: string }

/** What a loop asks to have as data. */
export type Wanted = 'plan' | 'edits' | 'route' | 'confidence' | 'wave' | 'scores' | Worked | Researched

/** The parts of a plan whose steps name tools, and a plan whose tasks are divided among experts. */
type Worked = 'tool-plan' | 'input' | 'evaluation' | 'decision' | 'compression' | 'task-plan'

/** The parts of a research. */
type Researched = 'outline' | 'research_plan' | 'front'

const taughtForms = [
  ['verdict', verdictGrammar.preamble([])],
  ['score', scoreGrammar.preamble([])],
  ['thought', thoughtGrammar.preamble([])],
  ['claims', claimsGrammar.preamble([])],
] as const

export function formOf(request: ModelRequest, schema: JsonSchema | undefined): ReplyForm {
  if (schema) return { kind: 'json' }
  const texts = teachingTexts(request)
  const { messages, tools = [], stop = [] } = request
  if (tools.length > 0)
    return tools.some(isFollowUp) ? { kind: 'self-ask', isNative: true, mayAsk: true } : { kind: 'native' }
  const taught = texts.map(taughtForm).find((form) => form !== undefined)
  if (taught) return taught
  // A protocol that has taught its tools before is still known by the text at which it stops.
  if (stop.some((text) => text.trim() === 'Intermediate answer:'))
    return { kind: 'self-ask', isNative: false, mayAsk: false }
  if (messages.some(teachesTools) || stop.some((text) => text.trim() === 'Observation:')) return { kind: 'react' }
  const marker = texts.findLast((text) => text.includes('FINAL') && finalMarker.test(text))
  return marker === undefined ? { kind: 'plain' } : { kind: 'marked', marker: finalMarker.exec(marker)?.[0] ?? '' }
}

const finalMarker = /FINAL[ _]ANSWER(?=:)/

function taughtForm(text: string): ReplyForm | undefined {
  for (const [kind, form] of taughtForms) if (text.includes(form)) return { kind }
  if (text.includes('Follow up:') && text.includes('So the final answer is:'))
    return { kind: 'self-ask', isNative: false, mayAsk: true }
  if (text.includes('COMPLETION_STATUS:') && text.includes('NEXT_FOCUS:')) return { kind: 'gap' }
  return undefined
}

/** System messages; and the last message when it is alone, for a repair turn says the form in it. */
function teachingTexts({ messages }: ModelRequest): readonly string[] {
  const last = messages.at(-1)
  return messages.flatMap((message) => {
    const isTaught = message.role === 'system' || (message === last && message.role === 'user' && isFirst(messages))
    return isTaught ? [textOf(message)] : []
  })
}

/** Whether nothing was said before the last message. */
function isFirst(messages: ModelRequest['messages']): boolean {
  return messages.slice(0, -1).every(({ role }) => role === 'system')
}

/** The properties of each value, for a form that is written into the prompt and has no name there. */
const wantedValues: ReadonlyMap<string, Wanted> = new Map([
  ['steps', 'plan'],
  ['edits', 'edits'],
  ['loop reason', 'route'],
  ['confidence reason', 'confidence'],
  ['status action slots tools missing reasoning', 'wave'],
  ['scores', 'scores'],
  ['steps working_memory', 'tool-plan'],
  ['input working_memory', 'input'],
  ['relevance completeness usability goal_progress reason working_memory', 'evaluation'],
  ['relevance completeness usability goal_progress reason working_memory facts', 'evaluation'],
  ['action confidence reason question new_plan missing working_memory', 'decision'],
  ['compressed', 'compression'],
  ['tasks', 'task-plan'],
  ['topics', 'outline'],
  ['critique thought plan', 'research_plan'],
  ['title abstract', 'front'],
])
const wantedNames: ReadonlySet<string> = new Set(wantedValues.values())

/** What loops call those whose names say less than what they are. */
const calledPlans: ReadonlySet<Wanted> = new Set(['tool-plan', 'task-plan'])

export function wantedOf({ output }: ModelRequest, schema: JsonSchema | undefined): Wanted | undefined {
  const shape = wantedValues.get(Object.keys((schema?.['properties'] as object | undefined) ?? {}).join(' '))
  if (!output) return shape
  if (output.name === 'plan' && shape !== undefined && calledPlans.has(shape)) return shape
  return wantedNames.has(output.name) ? (output.name as Wanted) : undefined
}
