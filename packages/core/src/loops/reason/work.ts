/** What every part of the loop knows, and how far it has come. */
import type { Json } from '../../json.ts'
import type { LoopContext } from '../../kernel/context.ts'
import type { LoopResult, Task } from '../../kernel/loop.ts'
import type { Config } from './config.ts'
import { memoryText, type WorkingMemory } from './memory.ts'
import type { PlanBounds, ToolStep, Tools } from './plan.ts'
import type { StepResult } from './results.ts'

/** A decision as it is written down. */
export type Decided = {
  readonly decision: string
  readonly why: string
  readonly by: 'rule' | 'model'
  readonly confidence?: number
}

/** It grows: everything in it follows from what the verbs gave, so that a replay comes to the same. */
export type Progress = {
  memory: WorkingMemory
  /** Rounds of steps that were made. */
  iterations: number
  /** New plans that were made because the old one did not do, or was taken for done too early. */
  adjusts: number
  /** All new plans, those after an answer of a person included. */
  replans: number
  /** Failures in a row. */
  failures: number
  /** The steps of the plan that had not run when it was shown last. */
  left: readonly ToolStep[]
  /** What was found to be missing when it was taken for done without being sure, until an end is sure. */
  missing: string | undefined
  readonly done: StepResult[]
  /** The same, round by round. */
  readonly rounds: (readonly StepResult[])[]
  readonly decisions: (Decided & { readonly iteration: number })[]
}

export type Work = {
  readonly task: Task
  readonly config: Config
  /** Those that a plan may use. */
  readonly tools: Tools
  /** What was known before: fenced. */
  readonly prior: string | undefined
  readonly progress: Progress
}

/** Why the rounds end. With an `answer` it is written from what there is. */
export type End = {
  readonly kind: 'end'
  readonly stop: string
  readonly answers: boolean
  /** An answer is written whatever there is: a call was kept back for it. */
  readonly isForced?: true
  readonly outcome?: NonNullable<LoopResult['outcome']>
  readonly gap?: string
}

/** With what was found to be missing, and nobody knows to be there since. */
export function withMissing(end: End, { missing }: Progress): End {
  if (missing === undefined) return end
  const own = end.gap === undefined ? [] : [end.gap]
  return { ...end, gap: [missingLine(missing), ...own].join('\n') }
}

export function missingLine(missing: string): string {
  return `Missing: ${missing}`
}

/** How it goes on: with these steps, or not at all. */
export type Next = { readonly kind: 'steps'; readonly steps: readonly ToolStep[] } | End

export function idsOf(done: readonly StepResult[]): ReadonlySet<string> {
  return new Set(done.map(({ id }) => id))
}

export function boundsOf(ctx: LoopContext, { config, tools, progress }: Work): PlanBounds {
  return { allowed: tools, offered: ctx.tools, maxSteps: config.maxPlanSteps, done: idsOf(progress.done) }
}

/** Takes over a new working memory, and shows it where it has changed. */
export function remember(ctx: LoopContext, { progress }: Work, memory: WorkingMemory): void {
  const shown = shownToPeople(memory)
  if (JSON.stringify(shown) !== JSON.stringify(shownToPeople(progress.memory))) ctx.note('working-memory', shown)
  progress.memory = memory
}

function shownToPeople(memory: WorkingMemory): { readonly text: string; readonly facts: Json } {
  return { text: memoryText(memory), facts: memory.facts }
}

/** Writes a decision down, whoever made it. */
export function record(ctx: LoopContext, { progress }: Work, decided: Decided): void {
  ctx.note('decision', decided)
  progress.decisions.push({ ...decided, iteration: progress.iterations })
}
