/** Running a loop: the session's own, or a child's. Whatever happens inside, it ends with a typed outcome. */
import { z } from 'zod'
import { GyreError } from '../errors.ts'
import { type Json, type JsonSchema, plainCopy } from '../json.ts'
import { type Message, system, user } from '../messages.ts'
import { fitSchema } from '../parsing/fit.ts'
import { parseJsonText } from '../parsing/json-text.ts'
import type { Tool } from '../tools/tool.ts'
import { Account } from './account.ts'
import type { ChildResult, LoopContext, RunLoopOptions } from './context.ts'
import { askModel } from './generate.ts'
import { formPrompt, generateObject } from './generate-object.ts'
import type { Loop, LoopResult, Task } from './loop.ts'
import type { Outcome } from './outcome.ts'
import type { LoopRun, Scope } from './scope.ts'
import { step } from './step.ts'
import { Stuck, WrapUp } from './wrap-up.ts'

export type LoopEnd = ChildResult

/** How the verbs are handed to a loop; given by whoever composes them. */
export type ContextOf = (scope: Scope) => LoopContext

type ChildLoop = { readonly loop: Loop; readonly task: Task; readonly options: RunLoopOptions<unknown> }

/** `runLoop`: a child loop, journaled as a whole when it has ended. */
export function runChild(scope: Scope, contextOf: ContextOf, child: ChildLoop): Promise<LoopEnd> {
  const { loop, task, options } = child
  const path = scope.next(options.label ?? 'runLoop')
  const config = readConfig(loop, options.config ?? {})
  return step(scope, {
    kind: 'loop',
    path,
    request: scope.session.redact.json({
      loop: loop.name,
      version: loop.version,
      task: task as unknown as Json,
      config: config as Json,
    }),
    container: true,
    effect: async () => {
      const run = childRun(scope, loop, `${path}/${loop.name}`, options)
      const end = await runIn(scope.below(`${path}/${loop.name}`, run), contextOf, { task, config })
      return { result: end as unknown as Json }
    },
    revive: (result) => plainCopy(result) as unknown as LoopEnd,
  })
}

function childRun(scope: Scope, loop: Loop, path: string, options: RunLoopOptions<unknown>): LoopRun {
  const parent = scope.run
  const { budget, models, tools, instructions } = options
  for (const tool of tools ?? []) scope.session.tools.set(tool.name, tool)
  if (loop.traits.auditablePlan) scope.session.canPlan = true
  return {
    loop,
    path,
    account: budget ? new Account(budget, { path, home: scope.branch, parent: parent.account }) : parent.account,
    models: models ? { ...parent.models, ...models } : parent.models,
    ...(tools ? toolsOf(tools) : { tools: parent.tools, toolSpecs: parent.toolSpecs }),
    instructions: instructions === undefined ? parent.instructions : instructionsOf(instructions),
    ...fresh(scope),
  }
}

/** What every run starts with. */
export function fresh(
  scope: Pick<Scope, 'branch'>,
): Pick<LoopRun, 'home' | 'best' | 'lastRequest' | 'lastText' | 'cut' | 'abort'> {
  return {
    home: scope.branch,
    best: undefined,
    lastRequest: undefined,
    lastText: '',
    cut: () => {},
    abort: () => {},
  }
}

export function toolsOf(tools: readonly Tool[]): Pick<LoopRun, 'tools' | 'toolSpecs'> {
  return {
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    toolSpecs: tools.map(({ name, description, input }) => ({ name, description, input })),
  }
}

export function instructionsOf(text: string): Message | undefined {
  return text === '' ? undefined : system(text)
}

/** The config with its defaults; the caller's mistakes are told field by field. */
export function readConfig(loop: Loop, config: unknown): unknown {
  const parsed = loop.config.safeParse(config)
  if (parsed.success) return parsed.data
  throw new GyreError('config-invalid', `Config of \`${loop.name}\`: ${z.prettifyError(parsed.error)}`, {
    loop: loop.name,
    issues: parsed.error.issues.map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message })),
  })
}

/** Runs a loop in its scope to a typed end. Faults that are not the loop's to judge are thrown on. */
export async function runIn(
  scope: Scope,
  contextOf: ContextOf,
  given: { readonly task: Task; readonly config: unknown },
): Promise<LoopEnd> {
  const { run, session } = scope
  session.enlist(run)
  try {
    return await new Promise<LoopEnd>((resolve, reject) => {
      run.abort = () => resolve(abortedEnd(run))
      // However far the loop came over its records: one that was aborted has not ended otherwise.
      wholeRun(scope, contextOf, given).then(
        (end) => resolve(session.isAborted ? abortedEnd(run) : end),
        // What a child threw before the abort its parent saw, too.
        (error) => (session.isAborted && run.path === '' ? run.abort() : reject(error)),
      )
    })
  } finally {
    session.delist(run)
  }
}

function abortedEnd({ best }: LoopRun): LoopEnd {
  return { answer: best?.answer ?? null, outcome: 'aborted', gap: null, details: null }
}

/** The loop, the answer forced out of it where it was told to end, and the form the task asks for. */
async function wholeRun(
  scope: Scope,
  contextOf: ContextOf,
  given: { readonly task: Task; readonly config: unknown },
): Promise<LoopEnd> {
  const { run } = scope
  const result = await ended(scope, contextOf, given)
  const outcome = result.outcome ?? 'answered'
  const end: LoopEnd = {
    answer: plainCopy(result.answer ?? (outcome.startsWith('limit:') ? lastWords(run) : (run.best?.answer ?? null))),
    outcome: outcome === 'answered' ? endingOf(scope) : outcome,
    gap: result.gap ?? null,
    details: plainCopy(result.details ?? null),
  }
  return fittedEnd(scope, given.task, end)
}

/** A loop that caught the end of its budget and answered has still met a limit. */
function endingOf({ run }: Scope): Outcome {
  return run.account.path === run.path && run.account.closing ? (run.account.ending ?? 'answered') : 'answered'
}

async function ended(
  scope: Scope,
  contextOf: ContextOf,
  { task, config }: { readonly task: Task; readonly config: unknown },
): Promise<LoopResult> {
  const { run } = scope
  try {
    return await new Promise<LoopResult>((resolve, reject) => {
      run.cut = reject
      const running = async () => resultOf(await run.loop.run(contextOf(scope), task, config))
      running().then(resolve, reject)
    })
  } catch (error) {
    if (error instanceof Stuck) return { answer: null, outcome: `stuck:${error.why}` }
    if (error instanceof WrapUp && error.account.path === run.path) return answerNow(scope, task, error)
    throw error
  }
}

/** A bare value is an answer. */
function resultOf(result: LoopResult | Json | undefined): LoopResult {
  if (result === undefined) throw new GyreError('loop-failed', 'The loop returned nothing.')
  if (typeof result === 'object' && result !== null && !Array.isArray(result) && 'answer' in result)
    return result as LoopResult
  return { answer: result as Json }
}

const answerNowPrompt = 'Answer now, from what is above. Say what is uncertain. No more tools can be used.'

/** The one call that is always kept back: the author answers from what there is. */
async function answerNow(scope: Scope, task: Task, { outcome }: WrapUp): Promise<LoopResult> {
  const { run } = scope
  const best = run.best ? `\n\nThe best answer so far:\n${textOfAnswer(run.best.answer)}` : ''
  const last = run.lastRequest
  const asked = last ? last.messages.slice(0, last.length) : [user(task.goal)]
  const form = task.output ? `\n\n${formPrompt({ name: 'answer', schema: task.output })}` : ''
  const messages = [...asked, user(`${answerNowPrompt}${best}${form}`)]
  try {
    const reply = await askModel(scope, scope.next('wrap-up'), messages, { ...last?.spoken, isLast: true })
    return { answer: reply.text === '' ? lastWords(run) : reply.text, outcome }
  } catch (error) {
    if (!(error instanceof GyreError)) throw error
    const answer = lastWords(run)
    // Whatever there is, is better than none; a loop that went on asking has had what was kept back.
    if (answer !== null || error.code === 'budget-exhausted') return { answer, outcome }
    throw error
  }
}

/** The best there is when no answer comes: what was proposed, what the author said last, what a tool said last. */
function lastWords({ best, lastText, lastRequest }: LoopRun): Json {
  if (best) return best.answer
  if (lastText !== '') return lastText
  const [result] = lastRequest?.messages.findLast((message) => message.role === 'tool')?.parts ?? []
  return result?.type === 'tool-result' ? result.text : null
}

function textOfAnswer(answer: Json): string {
  return typeof answer === 'string' ? answer : JSON.stringify(answer)
}

/** The answer in the form asked for, if there is something left to convert it with: of what was kept back, too. */
async function fittedEnd(scope: Scope, task: Task, end: LoopEnd): Promise<LoopEnd> {
  for (;;) {
    const wasClosing = scope.run.account.closing
    try {
      return await fitAnswer(scope, task, end)
    } catch (error) {
      if (!(error instanceof WrapUp) || error.account.path !== scope.run.path) throw error
      if (wasClosing) return { ...end, outcome: error.outcome }
    }
  }
}

/** An answer that does not fit the task's schema is converted, once. */
async function fitAnswer(scope: Scope, task: Task, end: LoopEnd): Promise<LoopEnd> {
  if (!task.output || end.answer === null) return end
  const schema = z.fromJSONSchema(task.output as JsonSchema & z.core.JSONSchema.JSONSchema)
  const read = typeof end.answer === 'string' ? parseJsonText(end.answer) : undefined
  for (const value of [end.answer, ...(read?.ok ? [read.value] : [])]) {
    const fitted = fitSchema(schema, value)
    if (fitted.ok) return { ...end, answer: fitted.value as Json }
  }
  const prompt = `Put this answer into the form asked for. Change nothing of what it says.\n\nQuestion: ${task.goal}\n\nAnswer: ${textOfAnswer(end.answer)}`
  // Should that fail, the answer is kept as it is.
  scope.run.best = { answer: end.answer, score: Number.POSITIVE_INFINITY }
  const answer = await generateObject(scope, schema, [user(prompt)], { label: 'output', name: 'answer' })
  return { ...end, answer: answer as Json }
}
