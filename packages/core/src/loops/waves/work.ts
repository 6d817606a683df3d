/** What every part of the loop knows. */
import type { JsonObject } from '../../json.ts'
import type { LoopContext } from '../../kernel/context.ts'
import type { Task } from '../../kernel/loop.ts'
import { type Message, system, user } from '../../messages.ts'
import { material } from '../../parsing/material.ts'
import { requiredOf } from '../../parsing/tool-input.ts'
import type { Config } from './config.ts'
import type { Call, Known } from './plan.ts'
import { prompts } from './prompts.ts'
import type { CallResult } from './results.ts'
import type { Draft } from './schema.ts'
import { type Today, todayOf } from './today.ts'

/** A question that a person has answered. */
export type Answered = { readonly question: string; readonly answer: string }

export type Work = {
  readonly ctx: LoopContext
  readonly task: Task
  readonly config: Config
  readonly today: Today
  /** What the planner is shown. It grows at its end alone, so that providers know its beginning. */
  readonly conversation: Message[]
  /** By id, in the order they were made. */
  readonly results: Map<string, CallResult>
  /** Results that the planner has not been shown. */
  unseen: CallResult[]
  readonly answers: Answered[]
  /** The newest plan. */
  plan: Draft | undefined
  /** A person changed what became of it. */
  isEdited: boolean
  slots: JsonObject
  /** Plans that were made, and waves that were run. */
  iterations: number
  waves: number
  /** Some calls of the wave were taken back: those that come next belong to it. */
  isHalfDone: boolean
  /** How often calls were made: a wave that is half done is taken up again. */
  runs: number
  corrections: number
  /** Gives up what is guessed of the next wave. */
  giveUp: () => void
}

/** What comes next: calls, or none and why. */
export type Next = {
  readonly calls: readonly Call[]
  readonly isDone: boolean
  /** It is new, so people are asked whether it may be carried out. */
  readonly isNew: boolean
  /** Which correction it is, and why. */
  readonly change?: { readonly round: number; readonly reason: string }
  readonly end?: End
}

export type Stop = 'done' | 'turns' | 'unreadable' | 'unanswered'

/** Why nothing more is planned, and what is open. */
export type End = { readonly stop: Stop; readonly gap?: string }

export async function beginWork(ctx: LoopContext, task: Task, config: Config): Promise<Work> {
  const today = todayOf(await ctx.now())
  const given = material({ task: task.goal, today: planningDay({ today, config }), tools: toolCatalogue(ctx) })
  const conversation = [system(plannerPrompt(ctx, config)), ...task.messages, user(given, ...task.files)]
  return {
    ctx,
    task,
    config,
    today,
    conversation,
    results: new Map(),
    unseen: [],
    answers: [],
    plan: undefined,
    isEdited: false,
    slots: {},
    iterations: 0,
    waves: 0,
    isHalfDone: false,
    runs: 0,
    corrections: 0,
    giveUp: () => {},
  }
}

/** What a plan may hang on: one that is kept for later must not know the time of day. */
export function planningDay({ today, config }: Pick<Work, 'today' | 'config'>): string {
  return config.planCache ? today.date : today.text
}

export function plannerPrompt(ctx: LoopContext, { maxTools, maxWaves }: Config): string {
  const manner = ctx.prompt(maxWaves === 1 ? prompts.atOnce : prompts.inWaves)
  return `${ctx.prompt(prompts.plan, { maxTools: `${maxTools}` })} ${manner}`
}

/** The tools as they are registered: nothing about them is written by hand. */
function toolCatalogue({ tools }: LoopContext): string {
  const entry = (tool: LoopContext['tools'][number]) => {
    const { $schema: _, ...schema } = tool.input
    const required = requiredOf(tool).join(', ') || 'none'
    return `- ${tool.name}: ${tool.description}\n  arguments: ${JSON.stringify(schema)}\n  required: ${required}`
  }
  return tools.map(entry).join('\n') || 'There are none.'
}

/** What a plan is held against now. */
export function knownTo({ ctx, results }: Pick<Work, 'ctx' | 'results'>): Known {
  return { tools: ctx.tools, taken: new Set(results.keys()) }
}
