/** What a planner is asked, and the key under which its plan is kept. */
import { canonicalJson, type Json } from '../../json.ts'
import type { LoopContext } from '../../kernel/context.ts'
import { type Message, system, user } from '../../messages.ts'
import { material } from '../../parsing/material.ts'
import { withoutMiddle } from '../../parsing/shortened-text.ts'
import { toolLines } from '../tool-lines.ts'
import { prompts } from './prompts.ts'
import { earlierWork, replanParts, shownGap } from './replan-material.ts'
import { expertsOf, type State } from './state.ts'
import { categoriesOf, retrieval } from './work.ts'

/** So much of a task is shown again when its plan has to be repaired. */
const longestTask = 4_000

/** The first plan, or one for the gap that is known. */
export function planRequest(ctx: LoopContext, state: State): readonly Message[] {
  const { task, config, round, gap } = state
  const maxTasks = String(config.maxTasks)
  const max = String(config.maxAgenticRounds)
  const isReplan = round > 0 && gap !== undefined
  const asked = isReplan
    ? ctx.prompt(prompts.replan, { n: String(round), max, maxTasks })
    : ctx.prompt(prompts.plan, { maxTasks })
  const given = material({
    task: task.goal,
    experts: expertLines(ctx, state),
    tools: ctx.tools.length === 0 ? undefined : toolLines(ctx.tools),
    ...(isReplan && { ...earlierWork(state), ...replanParts(ctx, state, gap) }),
  })
  return [system(asked), ...task.messages, user(given, ...task.files)]
}

/** Shorter than the first request: small models lose themselves when they are sent all of it again. */
export function repairRequest(ctx: LoopContext, state: State, faults: readonly string[]): readonly Message[] {
  const { task, config, gap } = state
  const asked = ctx.prompt(prompts.repairPlan, {
    maxTasks: String(config.maxTasks),
    categories: categoriesOf(expertsOf(config), ctx.tools).join(', '),
    faults: faults.map((fault) => `- ${fault}`).join('\n'),
  })
  const given = { task: withoutMiddle(task.goal, longestTask), gap: gap && shownGap(gap.gap) }
  return [system(asked), user(material(given), ...task.files)]
}

function expertLines(ctx: LoopContext, { config }: State): string {
  const experts = expertsOf(config)
  const lines = experts.map(({ category, description }) => `- ${category}: ${description}`)
  const isOffered = !experts.some(({ category }) => category === retrieval)
  const hasDocuments = isOffered && categoriesOf(experts, ctx.tools).includes(retrieval)
  return [...lines, ...(hasDocuments ? [`- ${retrieval}: what the indexed documents say`] : [])].join('\n')
}

/**
 * All that a first plan depends on: the whole input, the tools, the words of the prompts and the settings. Never a part
 * of the input: two tasks that begin alike are two tasks.
 */
export function planKey(ctx: LoopContext, state: State, request: readonly Message[]): string {
  const { config } = state
  const tools = ctx.tools.map(({ name, description, input }) => ({ name, description, input }))
  return `experts/plan/1/${canonicalJson({ request, tools, config } as unknown as Json)}`
}
