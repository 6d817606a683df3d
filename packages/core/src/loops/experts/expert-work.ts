/** Tasks for experts: a loop of their own, or one call to the model of a role. */
import { GyreError } from '../../errors.ts'
import { textOfAnswer } from '../../kernel/answer-text.ts'
import type { LoopContext } from '../../kernel/context.ts'
import type { Task } from '../../kernel/loop.ts'
import { callsBefore } from '../../kernel/trace.ts'
import { system, user } from '../../messages.ts'
import { material } from '../../parsing/material.ts'
import { reactGrammar } from '../../parsing/react-grammar.ts'
import { withoutMiddle } from '../../parsing/shortened-text.ts'
import { lackOf } from '../cut-off.ts'
import { modelFailure } from '../model-failure.ts'
import { ownFailure } from '../own-failure.ts'
import { react } from '../react.ts'
import type { Config, Expert } from './config.ts'
import { readExpertReply } from './expert-reply.ts'
import { prompts } from './prompts.ts'
import { type Confidence, longestOutput, lower, type TaskResult } from './result.ts'
import type { PlannedTask } from './tasks.ts'
import { type CallFacts, readCalls } from './trace-reading.ts'

export type ExpertTask = {
  readonly task: PlannedTask
  /** What it is told to do: the task with results in the places of its placeholders. */
  readonly step: string
  /** What the tasks it depends on gave. */
  readonly results: string | undefined
  readonly whole: Task
  readonly config: Config
  readonly expert: Expert
  readonly round: number
}

export async function askExpert(ctx: LoopContext, given: ExpertTask): Promise<TaskResult> {
  const said = await (given.expert.role === undefined ? runExpert(ctx, given) : callExpert(ctx, given))
  const reply = readExpertReply(said.text)
  const output = withoutMiddle(reply.answer, longestOutput) || null
  const { task, round } = given
  return {
    id: task.id,
    round,
    category: task.category,
    kind: 'expert',
    question: task.goal,
    output,
    confidence: output === null ? 'low' : surenessOf(reply.confidence, said.outcome),
    gaps: reply.gaps,
    referral: reply.referral,
    outcome: said.outcome,
    evidence: output === null ? [] : [{ text: output, untrusted: { from: `step ${task.id}` } }],
    ...(task.supersedes !== undefined && { supersedes: task.supersedes }),
    ...said.facts,
  }
}

/** Who says nothing of it is neither sure nor unsure, however short the answer. One that ended early cannot be sure. */
function surenessOf(said: Confidence | undefined, outcome: string): Confidence {
  return outcome === 'answered' ? (said ?? 'medium') : lower(said ?? 'medium', 'medium')
}

type Said = { readonly text: string; readonly outcome: string; readonly facts: CallFacts }

const noFacts = readCalls([], [])

async function runExpert(ctx: LoopContext, given: ExpertTask): Promise<Said> {
  const { whole, config, expert } = given
  const { loop, config: own } = expert.loop ?? config.expert
  const goal = goalOf(given)
  const messages = [...whole.messages, system(askedOf(ctx, given))]
  const inner = loop === react.name ? { maxIterations: config.maxExpertIterations, ...own } : own
  const options = { config: inner, label: 'expert', traced: true }
  const end = await ctx.runLoop(loop, { goal, messages, files: whole.files }, options).catch(ownFailure)
  // What one of them fails at the others may still do. What it did before cannot be undone.
  if (end instanceof GyreError) {
    return { text: '', outcome: `failed:${end.code}`, facts: readCalls(callsBefore(end), ctx.tools) }
  }
  const { answer, outcome, calls = [] } = end
  return {
    text: answer === null ? '' : textOfAnswer(answer),
    outcome,
    facts: readCalls(calls, ctx.tools),
  }
}

async function callExpert(ctx: LoopContext, given: ExpertTask): Promise<Said> {
  const { whole, expert } = given
  const messages = [system(askedOf(ctx, given)), ...whole.messages, user(goalOf(given), ...whole.files)]
  const options = { label: 'expert', grammar: reactGrammar, ...(expert.role && { role: expert.role }) }
  const reply = await ctx.generate(messages, options).catch(modelFailure)
  if (reply instanceof GyreError) return { text: '', outcome: `failed:${reply.code}`, facts: noFacts }
  return { text: reply.text, outcome: lackOf(reply) === '' ? 'answered' : 'limit:tokens', facts: noFacts }
}

/** The goal holds no words of ours: a loop may choose by it what to do. */
function goalOf({ whole, results, step }: ExpertTask): string {
  return material({ task: whole.goal, results, step })
}

function askedOf(ctx: LoopContext, { expert }: ExpertTask): string {
  const { category, description, instructions } = expert
  return ctx.prompt(prompts.expert, { category, description, instructions })
}
