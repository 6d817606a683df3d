/** `callTools`: run tools. Whatever goes wrong is an observation the model can act on. */
import { canonicalJson, type Json } from '../json.ts'
import type { Message, ToolCall } from '../messages.ts'
import type { Admission, AdmissionFacts, Clearance, Execution, Refusal, ToolNote } from '../ports/tool-runner.ts'
import type { Tool, ToolOutput } from '../tools/tool.ts'
import { approval, approvedFor, closed, hasAsked } from './approval.ts'
import { ask } from './ask.ts'
import { CallContext } from './call-context.ts'
import type { Labelled } from './context.ts'
import { toolAmounts } from './limits.ts'
import { madeMessage } from './prompt-log.ts'
import type { Scope } from './scope.ts'
import type { NewFact } from './session-journal.ts'
import { step } from './step.ts'
import type { Done } from './verb.ts'
import { Stuck } from './wrap-up.ts'

export async function callTools(
  scope: Scope,
  calls: readonly ToolCall[],
  options: Labelled = {},
): Promise<readonly Message[]> {
  const base = scope.next(options.label ?? 'callTools')
  const [only] = calls
  if (only && calls.length === 1) return [await callTool(scope, `${base}[0]`, only)]
  const settled = await scope.steps.together(() =>
    Promise.allSettled(calls.map((call, index) => callTool(scope, `${base}[${index}]`, call, true))),
  )
  // All have ended: what one of them threw is thrown now, the first in order, as it would be on replay.
  return settled.map((each) => {
    if (each.status === 'rejected') throw each.reason
    return each.value
  })
}

function callTool(scope: Scope, path: string, call: ToolCall, isPart = false): Promise<Message> {
  const { session, run } = scope
  const tool = run.tools.get(call.tool)
  const verdict = scope.duplicates.judge(call.tool, call.input)
  const goesOn = hasAsked(session, path)
  const made = step(scope, {
    kind: 'tool',
    path,
    request: { id: call.id, tool: call.tool, input: session.redact.json(call.input) },
    ...(verdict === 'fresh' && tool && { need: () => toolAmounts(call.tool) }),
    effect: () => {
      if (verdict === 'stuck') throw new Stuck('duplicate')
      return verdict === 'refuse' ? notMade(repeated(call)) : admitted(scope, path, call)
    },
    revive: (result) => madeMessage(observed(call, result as ToolOutput), session, path),
    rides: tool?.effect === 'pure',
    isPart,
    byPerson: personsResult,
  })
  // It asked before a crash, and may be over without getting there again.
  return goesOn ? made.finally(() => closed(scope, path)) : made
}

function repeated(call: ToolCall): string {
  return `Not run: \`${call.tool}\` was called with exactly these arguments twice already. Use what it said, change the arguments, or answer.`
}

/** What the runner says of a call, a person asked where it says so, then the call itself. */
function admitted(scope: Scope, path: string, call: ToolCall): Promise<Done> | Done {
  if (call.fault !== undefined) {
    return notMade(`Not run: the arguments of \`${call.tool}\` cannot be read: ${call.fault}`)
  }
  const admission = scope.session.ports.toolRunner.admit(call, factsFor(scope, path))
  return admission.kind === 'ask' ? approved(scope, path, call, admission) : decided(scope, path, call, admission)
}

function factsFor(scope: Scope, path: string): AdmissionFacts {
  const { session, run } = scope
  return { session: session.id, tools: run.tools, approved: approvedFor(scope, path), token: run.token }
}

function decided(scope: Scope, path: string, call: ToolCall, clearance: Clearance): Promise<Done> | Done {
  if (clearance.kind === 'refuse') return denied(path, call, clearance)
  const { tool, input } = clearance
  return tool.effect === 'once' ? runOnce(scope, path, { call, tool, input }) : execute(scope, path, tool, input)
}

/** A call that a check refused: the refusal is a fact of its own, and the answer the model reads. */
function denied(path: string, call: ToolCall, { by, text }: Pick<Refusal, 'by' | 'text'>): Done {
  const { result } = notMade(text)
  const facts = noteFacts(path, [{ name: 'tool.denied', value: { tool: call.tool, by, why: text } }])
  return { result, data: { made: false, denied: by }, facts }
}

function noteFacts(path: string, notes: readonly ToolNote[]): readonly NewFact[] {
  return notes.map(({ name, value }, index) => {
    return { type: 'note', path: `${path}/note#${index + 1}`, kind: 'note', data: { name, value } }
  })
}

function notMade(text: string): Done {
  return { result: { text, error: true }, data: { made: false } }
}

async function approved(
  scope: Scope,
  path: string,
  call: ToolCall,
  asked: Extract<Admission, { kind: 'ask' }>,
): Promise<Done> {
  const answer = await approval(scope, path, call, asked)
  if (answer === undefined) return admitted(scope, path, call)
  if (answer.text !== 'approve') {
    const why = answer.reason ? `: ${answer.reason}` : '.'
    return denied(path, call, { by: 'approval', text: `Not run: a person refused this call of \`${call.tool}\`${why}` })
  }
  const { toolRunner } = scope.session.ports
  return decided(scope, path, call, toolRunner.clear(asked.tool, answer.input ?? call.input, factsFor(scope, path)))
}

type OnceCall = { readonly call: ToolCall; readonly tool: Tool; readonly input: unknown }

/** A call that must not be repeated: its intent is on disk before it begins. */
async function runOnce(scope: Scope, path: string, { call, tool, input }: OnceCall): Promise<Done> {
  const { session } = scope
  if (session.intended.has(path)) return settleUncertain(scope, path, { call, tool, input })
  const stub = await forkedResult(scope, path, call)
  if (stub) return stub
  await session.journal.append([
    { type: 'step.intended', path, kind: 'tool', data: { tool: tool.name, input: session.redact.json(call.input) } },
  ])
  return execute(scope, path, tool, input)
}

/** It was begun before a crash, and nobody knows how far it came. */
async function settleUncertain(scope: Scope, path: string, { call, tool, input }: OnceCall): Promise<Done> {
  const inside = scope.inside(path)
  const answer = await ask(inside, {
    path: inside.next('uncertain'),
    kind: 'uncertain',
    question: `\`${call.tool}\` was begun when the process died. It may or may not have happened.`,
    choices: ['retry', 'treat as done', 'fail'],
    data: { tool: call.tool, input: call.input },
  })
  if (answer.text === 'retry') return execute(scope, path, tool, input)
  if (answer.text === 'treat as done') return { result: { text: 'Done.' }, data: { made: false, assumed: true } }
  return {
    result: { text: `\`${call.tool}\` was interrupted; it may not have happened.`, error: true },
    data: { made: false },
  }
}

/** In a fork the world is not changed a second time: the source's result stands in, or a person decides. */
async function forkedResult(scope: Scope, path: string, call: ToolCall): Promise<Done | undefined> {
  const { session } = scope
  if (!session.definition.fork || session.definition.fork.allowOnce) return undefined
  const equal = `${call.tool} ${canonicalJson(call.input)}`
  const stub = session.stubs?.get(`${path} ${equal}`) ?? session.stubs?.get(equal)
  if (stub !== undefined) return { result: stub, data: { made: false, stubbed: true } }
  const inside = scope.inside(path)
  const answer = await ask(inside, {
    path: inside.next('fork'),
    kind: 'fork',
    question: `This is a fork. Run \`${call.tool}\` all the same?`,
    choices: ['approve', 'reject'],
    data: { tool: call.tool, input: call.input },
  })
  return answer.text === 'approve'
    ? undefined
    : notMade(`Not run: this is a fork, and a person kept \`${call.tool}\` from running again.`)
}

function execute(scope: Scope, path: string, tool: Tool, input: unknown): Promise<Done> | Done {
  const { ports, unrepeatable } = scope.session
  const execution = ports.toolRunner.execute(tool, input, new CallContext({ scope, path, callTools }))
  if (!(execution instanceof Promise)) return executed(scope, path, tool, execution)
  const done = execution.then((later) => executed(scope, path, tool, later))
  if (tool.effect !== 'once') return done
  unrepeatable.add(path)
  return done.finally(() => unrepeatable.delete(path))
}

function executed({ session }: Scope, path: string, tool: Tool, { output, record, notes }: Execution): Done {
  const facts = notes && noteFacts(path, session.redact.json(notes as readonly Json[]) as readonly ToolNote[])
  return { result: output, data: { tool: tool.name, ...record }, spent: toolAmounts(tool.name), facts }
}

function personsResult(result: Json): Json {
  return {
    text: typeof result === 'string' ? result : JSON.stringify(result),
    ...(typeof result !== 'string' && { data: result }),
  }
}

function observed(call: ToolCall, output: ToolOutput): Message {
  return { role: 'tool', parts: [{ type: 'tool-result', id: call.id, tool: call.tool, ...output }] }
}
