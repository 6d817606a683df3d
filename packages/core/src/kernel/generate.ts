/** `generate`: ask a model, and read what it says. */
import type { Json } from '../json.ts'
import { type Message, type ToolCall, textOf, user } from '../messages.ts'
import type { Grammar } from '../parsing/grammar.ts'
import type { Model } from '../ports/model.ts'
import { type Amounts, modelAmounts } from './amounts.ts'
import type { GenerateOptions, Reply } from './context.ts'
import { costOf } from './limits.ts'
import type { LoopRun } from './loop-run.ts'
import { ModelCall } from './model-call.ts'
import { type ModelAsk, speaksText } from './model-request.ts'
import type { LoggedPrompt } from './prompt-log.ts'
import { personsCall, personsReply, type ReplyRecord, readReply, reviveReply } from './reply-record.ts'
import { withSampling } from './sampling.ts'
import type { Scope } from './scope.ts'
import { step } from './step.ts'
import { withinTime } from './within-time.ts'

/** The longest part of a malformed reply that is shown to the model again. */
const shownOfMalformed = 4000

export async function generate(
  scope: Scope,
  messages: readonly Message[],
  options: GenerateOptions = {},
): Promise<Reply> {
  const path = scope.next(options.label ?? 'generate')
  noteRequest(scope, messages, options)
  const { onToolCall } = options
  const reply = await (onToolCall
    ? askEagerly(scope, path, messages, { ...options, onToolCall })
    : askModel(scope, path, messages, options))
  if (reply.fault === undefined || !options.grammar) return reply
  return repair(scope, path, reply, { ...options, grammar: options.grammar })
}

/** Hands out every call of the reply: as it streams, else, as on replay, when it is there. */
async function askEagerly(
  scope: Scope,
  path: string,
  messages: readonly Message[],
  options: GenerateOptions & Required<Pick<GenerateOptions, 'onToolCall'>>,
): Promise<Reply> {
  const handed = new Set<string>()
  const onToolCall = (call: ToolCall) => {
    handed.add(call.id)
    options.onToolCall(call)
  }
  const reply = await scope.steps.whileStreaming(() => askModel(scope, path, messages, { ...options, onToolCall }))
  for (const call of reply.toolCalls) if (!handed.has(call.id)) onToolCall(call)
  return reply
}

/** Who answers in the end. */
function isAuthor({ role = 'author' }: Pick<GenerateOptions, 'role'>): boolean {
  return role === 'author'
}

/** What the author said last, as far as people may see it: a value or an aside that a loop asks for is none of it. */
function noteText(run: LoopRun, { output, aside }: ModelAsk, text: string): void {
  if (text !== '' && !output && !aside) run.lastText = text
}

/**
 * Keeps what a forced answer would start from. Prompts of a judge or of a tool, asides, requests for a value and
 * repairs are not what the author goes by.
 */
export function noteRequest(
  { run, isOwn }: Scope,
  messages: readonly Message[],
  spoken: Pick<GenerateOptions, 'grammar' | 'protocol' | 'role' | 'aside'>,
): void {
  if (!isAuthor(spoken) || spoken.aside) return
  if (isOwn) run.lastRequest = { messages, length: messages.length, spoken }
  // A loop that asks in branches alone is asked for its answer in their protocol.
  else if (spoken.grammar) run.lastRequest ??= { messages: [], length: 0, spoken }
}

/** One more turn with a shorter prompt and the exact fault. */
function repair(
  scope: Scope,
  path: string,
  reply: Reply,
  options: GenerateOptions & { readonly grammar: Grammar },
): Promise<Reply> {
  const { onToolCall: _, turn: __, ...rest } = options
  const said = textOf(reply.message).slice(0, shownOfMalformed)
  const prompt = user(`${options.grammar.repair(reply.fault ?? '', options.tools ?? [])}\n\nYour reply was:\n${said}`)
  return askModel(scope, scope.below(path).next('repair'), [prompt], rest)
}

/** One call, one step. */
export function askModel(scope: Scope, path: string, messages: readonly Message[], asked: ModelAsk): Promise<Reply> {
  const { session, run } = scope
  const ask = withSampling(scope, asked)
  const model = run.models[ask.role ?? 'author']
  const goesOn = session.journal.peek(path)?.request?.startsWith('{"parent":') === true
  const prompt = session.prompts.log(messages, path, scope.line, goesOn)
  const call = new ModelCall(scope, model, { path, node: prompt.node }, ask)
  return step(scope, {
    kind: 'generate',
    path,
    request: requestOf(scope, prompt, ask),
    need: () => estimated(scope, model, prompt, ask),
    isLast: ask.isLast === true,
    effect: async (hands) => {
      const reply = await withinTime(scope, (signal) => call.run(hands, signal))
      const record = readReply(reply, path, ask, speaksText(model, ask))
      const { data, spent } = call.account()
      return { result: record as Json, data, spent, facts: call.facts }
    },
    revive: (result) => {
      const reply = reviveReply(scope, path, result as unknown as ReplyRecord)
      if (scope.isOwn && isAuthor(ask)) noteText(run, ask, reply.text)
      return reply
    },
    replayed: (data) => call.replayed(data),
    byPerson: ask.byPerson ?? ((result) => personsReply(result, ask.grammar)),
    callByPerson: (override) => personsCall(override, path, ask.tools),
    partial: () => call.partial(),
  })
}

/** What a call will probably cost. */
function estimated({ session }: Scope, model: Model, { node }: LoggedPrompt, ask: ModelAsk): Amounts {
  const estimate = session.budget.estimator.estimate(node.characters, ask.maxOutputTokens)
  return modelAmounts(estimate, costOf(model, estimate), ask.turn === true)
}

/** What is compared on replay and shown in the audit. The tools themselves are listed with the session. */
function requestOf(scope: Scope, prompt: LoggedPrompt, ask: ModelAsk): Json {
  const { tools, grammar, protocol } = ask
  const request: Record<string, Json> = prompt.parent === undefined ? {} : { parent: prompt.parent }
  for (const name of plainOptions) if (ask[name] !== undefined) request[name] = ask[name] as Json
  if (tools) request['tools'] = tools === scope.run.toolSpecs ? '*' : tools.map((tool) => tool.name)
  if (grammar) request['grammar'] = `${grammar.name}/${grammar.version}`
  if (protocol && protocol !== 'auto') request['protocol'] = protocol
  if (scope.run.instructions !== scope.session.rootRun?.instructions) request['instructions'] = instructionsText(scope)
  request['append'] = prompt.append
  return request
}

/** Instructions of a child loop that are not those of the session, which stand in its definition. */
function instructionsText({ run, session }: Scope): string {
  return run.instructions ? session.redact.text(textOf(run.instructions)) : ''
}

/** Options stored as they are. */
const plainOptions = ['role', 'toolChoice', 'stop', 'temperature', 'topP', 'maxOutputTokens', 'seed', 'output'] as const
