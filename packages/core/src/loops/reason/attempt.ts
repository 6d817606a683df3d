/** One step of a plan: prepare the input, run the tool, judge what it gave. A loop of its own, with time of its own. */
import { z } from 'zod'
import { GyreError } from '../../errors.ts'
import { canonicalJson, type Json } from '../../json.ts'
import type { LoopContext } from '../../kernel/context.ts'
import { defineLoop, type Loop, type LoopResult } from '../../kernel/loop.ts'
import { system, type ToolResult, user } from '../../messages.ts'
import { schemaOfJson } from '../../parsing/json-schema.ts'
import { material } from '../../parsing/material.ts'
import { isOwnEnd } from '../own-end.ts'
import { ownFailure } from '../own-failure.ts'
import { evaluate, unjudged } from './evaluation.ts'
import { readLooseInput } from './loose-reply.ts'
import { shownMemory } from './memory.ts'
import { isRepeatable, type ToolStep } from './plan.ts'
import { begun, onOneLine, outputOf, type StepResult, shownInput, shownResults } from './results.ts'
import { preparedSchema } from './schema.ts'
import type { Work } from './work.ts'

/** What came of a step. */
export type StepEnd = {
  readonly result: StepResult
  /** The text of the working memory as the step left it; null when it said nothing of it. */
  readonly text: string | null
  /** What the output says that the task needs. */
  readonly facts: readonly string[]
}

export type Assignment = {
  readonly step: ToolStep
  readonly work: Work
  /** The prompts in the words of the session, which belong to the loop that hands this out. */
  readonly asked: { readonly prepare: string; readonly evaluate: string }
  /** What was made just before it in the same round, by a tool that is not to be called twice by mistake. */
  readonly before: readonly StepResult[]
  /** Whether no other step runs beside it: then the phases are its own. */
  readonly isAlone: boolean
  /** Takes what there is of it, which counts when the work ends before the step does. */
  keep(end: StepEnd): void
}

const name = 'reason-step'

/** A call is made so often, if it may be repeated. Each step is a run of its own, so the kernel does not see that it repeats another. */
const mostRepeats = 2

/** Nobody can ask for it by its name: what it works on is handed over in the closure. */
export function stepLoop(given: Assignment): Loop {
  return defineLoop({ name, run: (ctx) => attempt(ctx, given) })
}

async function attempt(ctx: LoopContext, given: Assignment): Promise<LoopResult> {
  const { step, work, isAlone } = given
  let end: StepEnd = { result: begun(step), text: null, facts: [] }
  try {
    const prepared = await prepare(ctx, given)
    if (prepared instanceof GyreError) return ended(failed(end, `Its input could not be prepared: ${prepared.message}`))
    const { input, working_memory: text } = prepared
    end = { ...end, text: text ?? null, result: { ...end.result, input } }
    const why = whyRefused(given, input)
    if (why !== undefined) return ended(refused(end, why))
    const made = await act(ctx, given, input)
    if (made.error) return ended(failed(end, made.text))
    end = { ...end, result: { ...end.result, ...outputOf(made) } }
    given.keep(unjudged(end, 'the work ended before.'))
    if (isAlone) ctx.phase('evaluating')
    return ended(await evaluate(ctx, given, end))
  } catch (error) {
    if (!isOwnEnd(ctx, error)) throw error
    const late = failed(end, `It took longer than ${work.config.stepTimeoutSeconds} seconds.`)
    return { ...ended(late), outcome: error.outcome }
  }
}

function ended(end: StepEnd): LoopResult {
  return { answer: end.result.output, details: end as unknown as Json }
}

function failed(end: StepEnd, fault: string): StepEnd {
  return { ...end, result: { ...end.result, quality: 'failed', fault } }
}

const twiceAlready = 'Not run: it was called with exactly this input twice already.'
const onceAlready = 'Not run: it was called with exactly this input already, and must not be repeated.'
const besideIt = 'Not run: another step of this round made exactly this call.'

/** Why a call is not made that others made before; undefined when it may be. */
function whyRefused({ step, work, before }: Assignment, input: Json): string | undefined {
  if (sameCalls(before, step.tool, input).length > 0) return besideIt
  const made = sameCalls(work.progress.done, step.tool, input)
  // One that gave nothing may be tried once more, whatever it is.
  const hasGiven = made.some(({ output }) => output !== null)
  if (hasGiven && !isRepeatable(step.tool, work.tools)) return onceAlready
  return made.length >= mostRepeats ? twiceAlready : undefined
}

function refused(end: StepEnd, why: string): StepEnd {
  const { result, ...others } = failed(end, why)
  return { ...others, result: { ...result, isRepeat: true } }
}

type Prepared = { readonly input: Json; readonly working_memory?: string | undefined }

/** The model is always asked: what the plan said was written before the results were there. */
async function prepare(ctx: LoopContext, { step, work, asked, before }: Assignment): Promise<Prepared | GyreError> {
  const { task, tools, progress } = work
  const tool = tools.find((each) => each.name === step.tool)
  // A person or a plan names no other: both were validated.
  if (!tool) return new GyreError('tool-unknown', `There is no tool \`${step.tool}\`.`)
  const given = material({
    task: task.goal,
    results: shownResults([...progress.done, ...before], [...step.needs, ...before.map(({ id }) => id)]),
    memory: shownMemory(progress.memory),
    tool: `${tool.name}: ${tool.description}`,
    hint: step.input === undefined ? undefined : shownInput(step.input),
    step: onOneLine(step.goal),
  })
  const messages = [system(asked.prepare), ...task.messages, user(given, ...task.files)]
  const prepared = await ctx
    .generateObject(preparedSchema(inputSchema(tool.input)), messages, {
      label: 'prepare',
      name: 'input',
      repairs: 1,
      read: (text) => readLooseInput(text, tool),
    })
    .catch(ownFailure)
  return prepared instanceof GyreError ? prepared : { ...prepared, input: (prepared.input ?? {}) as Json }
}

/** The form of the tool's input; any object where it cannot be read. The tool itself checks what it is given. */
function inputSchema(input: LoopContext['tools'][number]['input']): z.ZodType {
  try {
    const schema = schemaOfJson(input)
    z.toJSONSchema(schema, { io: 'input' })
    return schema
  } catch {
    return z.record(z.string(), z.unknown())
  }
}

async function act(ctx: LoopContext, { step, work }: Assignment, input: Json): Promise<ToolResult> {
  const { id, tool } = step
  const call = { type: 'tool-call', id, tool, input } as const
  const timeoutMs = work.config.toolTimeoutSeconds * 1000
  const [message] = await ctx.callTools([call], { label: 'act', timeoutMs, isPlanned: true })
  const [part] = message?.parts ?? []
  return part?.type === 'tool-result' ? part : { type: 'tool-result', id, tool, text: 'No result came.', error: true }
}

/** The steps that wanted this call. */
function sameCalls(done: readonly StepResult[], tool: string, input: Json): readonly StepResult[] {
  const wanted = canonicalJson(input)
  return done.filter((each) => each.tool === tool && each.input !== null && canonicalJson(each.input) === wanted)
}
