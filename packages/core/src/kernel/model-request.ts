/** What a model is really sent: the loop's messages, and what the kernel adds to them. */
import type { Json } from '../json.ts'
import { type Message, system } from '../messages.ts'
import type { Grammar } from '../parsing/grammar.ts'
import type { Model, ModelRequest, ToolSpec } from '../ports/model.ts'
import type { GenerateOptions } from './context.ts'
import type { Unfit } from './overrides.ts'
import type { Scope } from './scope.ts'
import { allUnmarked } from './unmade-call.ts'

/** A structured reply that is asked for. */
export type Output = NonNullable<ModelRequest['output']>

export type ModelAsk = GenerateOptions & {
  readonly output?: Output
  /** The answer that is always kept back: no limit stands in its way. */
  readonly isLast?: true
  /** Given the text piece by piece, as it streams; undefined when it begins anew. */
  readonly onText?: (piece: string | undefined) => void
  /** What a person's result looks like as the reply, where not every text is one. */
  readonly byPerson?: (result: Json) => Json | Unfit
}

/** Whether the shape of the reply is put into the prompt for this model. */
export function needsForm(model: Model, { output }: ModelAsk): boolean {
  return output !== undefined && model.nativeOutput !== true
}

/** How a model is told the shape of what it shall reply. */
export function formPrompt({ name, schema }: Output): string {
  return `Reply with the ${name} as JSON and nothing else. It must fit this JSON Schema:\n${JSON.stringify(schema)}`
}

/** Whether tool calls are written as text with this model. */
export function speaksText(model: Model, { grammar, protocol = 'auto' }: GenerateOptions): boolean {
  if (!grammar || protocol === 'native') return false
  return protocol === 'text' || model.nativeTools === false
}

export function modelRequest(scope: Scope, model: Model, messages: readonly Message[], ask: ModelAsk): ModelRequest {
  const { tools, toolChoice, stop, output, temperature, topP, seed, grammar } = ask
  const isText = speaksText(model, ask)
  return {
    messages,
    tools: isText || tools?.length === 0 ? undefined : tools && shownTools(tools),
    toolChoice: isText ? undefined : toolChoice,
    stop: isText && grammar ? [...(stop ?? []), ...grammar.stop] : stop,
    output,
    temperature,
    topP,
    seed,
    maxOutputTokens: outputCap(scope, ask),
  }
}

/** A loop offers the same list in every turn: it is shown the same one, too. */
const shownLists = new WeakMap<readonly ToolSpec[], readonly ToolSpec[]>()

/** What a tool does to the world is for loops to know. */
function shownTools(tools: readonly ToolSpec[]): readonly ToolSpec[] {
  const shown = shownLists.get(tools) ?? tools.map(({ name, description, input }) => ({ name, description, input }))
  shownLists.set(tools, shown)
  return shown
}

/** A session near the end of its tokens asks for shorter replies. */
function outputCap({ run }: Scope, { maxOutputTokens: wanted, isLast }: ModelAsk): number | undefined {
  const left = isLast || run.account.closing ? run.account.tokensLeft() : undefined
  return left === undefined ? wanted : Math.max(shortestAnswer, Math.min(left, wanted ?? left))
}

/** Even a session that has spent all its tokens gets a sentence out. */
const shortestAnswer = 64

/**
 * The messages with what the kernel adds. Additions that stay come right after the system messages,
 * so that the prefix stays the same from call to call and providers' prompt caches hit; guidance for
 * this one request comes last.
 */
export function assemble(
  scope: Scope,
  model: Model,
  asked: ModelAsk,
  { messages, guidance }: { readonly messages: readonly Message[]; readonly guidance: readonly Message[] },
): readonly Message[] {
  const standing = standingMessages(scope, model, asked)
  const grammar = speaksText(model, asked) ? asked.grammar : undefined
  // Whether there is any is known: a long prompt is not looked through for each request.
  const plain = scope.session.hasUnmade ? allUnmarked(messages) : messages
  return withAdditions(plain, { standing, guidance, grammar })
}

export type Additions = {
  readonly standing: readonly Message[]
  readonly guidance: readonly Message[]
  /** When the prompt is spoken as text. */
  readonly grammar: Grammar | undefined
}

/** A prompt with what was added to it, now or in the journal. */
export function withAdditions(
  messages: readonly Message[],
  { standing, guidance, grammar }: Additions,
): readonly Message[] {
  let sent = messages
  if (standing.length > 0) sent = insertAfterSystem(sent, standing)
  if (guidance.length > 0) sent = [...sent, ...guidance]
  return grammar ? sent.map((message) => grammar.render(message)) : sent
}

/** What is said in every request of this kind. */
export function standingMessages({ session, run }: Scope, model: Model, asked: ModelAsk): readonly Message[] {
  const isAuthor = (asked.role ?? 'author') === 'author'
  const form = needsForm(model, asked) ? asked.output : undefined
  const teaches = speaksText(model, asked) && asked.grammar && asked.tools && asked.tools.length > 0
  if (!(isAuthor && run.instructions) && !teaches && !form && session.contexts.length === 0) return none
  return [
    ...(isAuthor && run.instructions ? [run.instructions] : none),
    ...(teaches && asked.grammar && asked.tools ? [preamble(asked.grammar, asked.tools)] : none),
    ...(form ? [system(formPrompt(form))] : none),
    ...session.contexts,
  ]
}

const none: readonly Message[] = []

function insertAfterSystem(messages: readonly Message[], added: readonly Message[]): readonly Message[] {
  const first = messages.findIndex((message) => message.role !== 'system')
  const at = first < 0 ? messages.length : first
  return [...messages.slice(0, at), ...added, ...messages.slice(at)]
}

/** One grammar with one list of tools is taught in the same words each time. */
const preambles = new WeakMap<readonly ToolSpec[], Map<string, Message>>()

function preamble(grammar: NonNullable<GenerateOptions['grammar']>, tools: readonly ToolSpec[]): Message {
  const known = preambles.get(tools) ?? new Map<string, Message>()
  preambles.set(tools, known)
  const message = known.get(grammar.name) ?? system(grammar.preamble(tools))
  known.set(grammar.name, message)
  return message
}
