/** Running a loop: the session's own, or a child's. Whatever happens inside, it ends with a typed outcome. */
import { GyreError, toGyreError } from '../errors.ts'
import { suggestion } from '../faults/nearest.ts'
import { type Json, plainCopy } from '../json.ts'
import type { LoopContext, LoopEnd, RunLoopOptions } from './context.ts'
import { fittedEnd, personsEnd } from './fit-answer.ts'
import { answerNow, lastWords } from './last-answer.ts'
import { type Limits, readLimits, refuseUnpricedLimit, withinBoth } from './limits.ts'
import type { Loop, LoopResult, Task } from './loop.ts'
import { innerLoopNames, knownLoops, readConfig, refuseLoopsOff } from './loop-config.ts'
import { abortedEnd, fresh, instructionsOf, type LoopRun, withTools } from './loop-run.ts'
import { type Outcome, readOutcome } from './outcome.ts'
import { rememberEnd } from './remember-end.ts'
import type { Scope } from './scope.ts'
import { step } from './step.ts'
import { Trace } from './trace.ts'
import { Stuck, WrapUp } from './wrap-up.ts'

/** How the verbs are handed to a loop; given by whoever composes them. */
export type ContextOf = (scope: Scope) => LoopContext

type ChildLoop = { readonly loop: Loop | string; readonly task: Task; readonly options: RunLoopOptions<unknown> }

/** `runLoop`: a child loop, journaled as a whole when it has ended. */
export async function runChild(scope: Scope, contextOf: ContextOf, child: ChildLoop): Promise<LoopEnd> {
  const { task, options } = child
  const path = scope.next(options.label ?? 'runLoop')
  const { ports, definition } = scope.session
  const known = knownLoops(ports.loops(), scope.run.loop)
  const loop = typeof child.loop === 'string' ? loopNamed(child.loop, known) : child.loop
  const config = readConfig(loop, options.config ?? {}, known)
  if (definition.loopsOff) {
    const named = typeof child.loop === 'string' ? [loop.name] : []
    refuseLoopsOff([...named, ...innerLoopNames(loop, config, known)], definition.loopsOff)
  }
  checkBudget(scope, options)
  return step(scope, {
    kind: 'loop',
    path,
    request: scope.session.redact.json({
      loop: loop.name,
      version: loop.version,
      task: task as Json,
      config: config as Json,
    }),
    container: true,
    effect: async () => {
      const run = childRun(scope, `${path}/${loop.name}`, { loop, task, options, limits: loop.limits?.(config) })
      const trace = options.traced ? new Trace() : undefined
      const heard: ContextOf = trace ? (each) => trace.hear(contextOf(each)) : contextOf
      const running = () => runIn(scope.below(run.path, run), heard, { task, config })
      const end = await whileItsChild(scope, run, running).catch((error) => withCalls(error, trace))
      return { result: trace ? { ...end, trace: trace.entries(), calls: trace.calls() } : end }
    },
    revive: (result) => plainCopy(result) as unknown as LoopEnd,
    byPerson: (answer) => personsEnd(task, answer),
  })
}

/** What a loop did before it failed is known to the loop that runs it. */
function withCalls(error: unknown, trace: Trace | undefined): never {
  if (!trace || error instanceof WrapUp || error instanceof Stuck) throw error
  const { code, message, details } = toGyreError(error, 'loop-failed')
  throw new GyreError(code, message, { ...details, calls: trace.calls(), cause: error })
}

function loopNamed(name: string, known: readonly Loop[]): Loop {
  const loop = known.find((each) => each.name === name)
  if (loop) return loop
  const names = known.map((each) => each.name)
  throw new GyreError('loop-unknown', `There is no loop \`${name}\`: ${suggestion(name, names)}`, {
    name,
    known: names,
  })
}

/** What can be wrong with the limits of a child is found before anything is paid for. */
function checkBudget({ run }: Scope, { budget, models }: RunLoopOptions<unknown>): void {
  const { costUsd = run.account.costLimit } = budget ? readLimits(budget) : {}
  if (budget || models) refuseUnpricedLimit({ costUsd }, Object.values({ ...run.models, ...models }))
}

/** The parent knows of a child as long as it runs; one that was cut short is what the forced answer is made from. */
async function whileItsChild(scope: Scope, child: LoopRun, work: () => Promise<LoopEnd>): Promise<LoopEnd> {
  const { run: parent, isOwn } = scope
  if (!isOwn) return work()
  parent.child = child
  try {
    const end = await work()
    parent.child = undefined
    return end
  } catch (error) {
    if (!(error instanceof WrapUp)) parent.child = undefined
    throw error
  }
}

type KnownChild = ChildLoop & { readonly loop: Loop; readonly limits: Limits | undefined }

function childRun(scope: Scope, path: string, { loop, task, options, limits }: KnownChild): LoopRun {
  const { run: parent, session } = scope
  const { models, tools, instructions } = options
  const budget = options.budget || limits ? withinBoth(options.budget ?? {}, limits) : undefined
  for (const tool of tools ?? []) session.tools.set(tool.name, tool)
  if (loop.traits.auditablePlan) session.canPlan = true
  return {
    ...withTools(parent, tools ?? [...parent.tools.values()], session),
    loop,
    goal: task.goal,
    path,
    account: budget ? session.budget.ofChild(budget, path, scope, loop) : parent.account,
    models: models ? { ...parent.models, ...models } : parent.models,
    instructions: instructions === undefined ? parent.instructions : instructionsOf(instructions),
    ...fresh(),
  }
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
      // The promise's own function: a closure written onto an object keeps all it knows from being young garbage.
      run.end = resolve
      // However far the loop came over its records: one that was aborted has not ended otherwise.
      wholeRun(scope, contextOf, given).then(
        (end) => resolve(session.isAborted ? abortedEnd(run) : end),
        // What a child threw before the abort its parent saw, too.
        (error) => (session.isAborted && run.path === '' ? resolve(abortedEnd(run)) : reject(error)),
      )
    })
  } finally {
    for (const ahead of run.aheads ?? []) ahead.giveUp()
    session.foreseen.forget(run)
    session.delist(run)
  }
}

/** The loop, the answer forced out of it where it was told to end, the form the task asks for, and what is remembered. */
async function wholeRun(
  scope: Scope,
  contextOf: ContextOf,
  given: { readonly task: Task; readonly config: unknown },
): Promise<LoopEnd> {
  const { run, session } = scope
  const result = await ended(scope, contextOf, given)
  // Whatever is wrong with the rest of it, the answer is kept.
  const answer = result.answer ?? null
  if (answer !== null) run.best = { answer: plainCopy(answer), score: Number.POSITIVE_INFINITY }
  const outcome = readOutcome(result.outcome)
  const end: LoopEnd = {
    answer: run.best?.answer ?? (outcome.startsWith('limit:') ? lastWords(run) : null),
    outcome: outcome === 'answered' ? endingOf(scope) : outcome,
    gap: result.gap ?? null,
    details: plainCopy(result.details ?? null),
  }
  const fitted = await fittedEnd(scope, given.task, end)
  if (run.path === '' && session.definition.remembers) await rememberEnd(scope, given.task, fitted)
  return fitted
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
    const result = await new Promise<LoopResult>((resolve, reject) => {
      run.cut = reject
      const running = async () => resultOf(await run.loop.run(contextOf(scope), task, config))
      running().then(resolve, reject)
    })
    const told = toldEnding(run)
    return told && !run.best && isNoAnswer(result) ? answerNow(scope, task, told) : result
  } catch (error) {
    if (error instanceof WrapUp && error.account.path !== run.path) throw error
    // Whatever a loop makes of it that was told to wrap up: what was kept back is for an answer.
    const told = error instanceof WrapUp ? error.outcome : toldEnding(run)
    if (told) return answerNow(scope, task, told)
    if (error instanceof Stuck) return { answer: null, outcome: `stuck:${error.why}` }
    throw error
  }
}

/** How a run ends whose own account told somebody to wrap up. */
function toldEnding({ account, path }: LoopRun): Outcome | undefined {
  return account.path === path && account.isTold ? account.ending : undefined
}

/** A loop that names another outcome has judged for itself. */
function isNoAnswer({ answer, outcome = 'answered' }: LoopResult): boolean {
  return outcome === 'answered' && (answer ?? '') === ''
}

/** A bare value is an answer. */
function resultOf(result: LoopResult | Json | undefined): LoopResult {
  if (result === undefined) throw new GyreError('loop-failed', 'The loop returned nothing.')
  if (typeof result === 'object' && result !== null && !Array.isArray(result) && 'answer' in result)
    return result as LoopResult
  return { answer: result as Json }
}
