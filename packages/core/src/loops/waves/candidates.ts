/** Several plans for a wave: faults tell them apart first, then a judge. */
import { z } from 'zod'
import { canonicalJson } from '../../json.ts'
import type { LoopContext } from '../../kernel/context.ts'
import { system, user } from '../../messages.ts'
import { material } from '../../parsing/material.ts'
import { draftFaults, plannerOptions } from './plan-form.ts'
import { prompts } from './prompts.ts'
import { type Draft, planSchema } from './schema.ts'
import { shownResults } from './shown-results.ts'
import { planningDay, type Work } from './work.ts'

const verdictSchema = z.object({
  scores: z
    .array(
      z.object({
        plan: z.int().min(1).describe('The number of the plan.'),
        score: z.number().min(0).max(10),
        why: z.string().max(1000).optional().describe('In a sentence.'),
      }),
    )
    .min(1),
})

type Score = z.output<typeof verdictSchema>['scores'][number]

/** The best of several plans; undefined when none of them can be used. */
export async function bestCandidate(ctx: LoopContext, work: Work): Promise<Draft | undefined> {
  const usable = distinct(await drawn(ctx, work)).filter((draft) => draftFaults(draft, work).length === 0)
  const [only, ...others] = usable
  if (!only || others.length === 0) return only
  const { plan, score, why = '' } = await judged(ctx, work, usable)
  const best = usable[plan - 1] ?? only
  ctx.note('score', { score, plan, of: usable.length, why: why || best.action })
  return best
}

/** Plans that are made side by side. What cannot be read is none, and is not asked for again. */
async function drawn(ctx: LoopContext, work: Work): Promise<readonly Draft[]> {
  const { read, label, name, role } = plannerOptions(work)
  const unread: Draft = { status: 'continue', action: '', tools: [] }
  const asked = { read, label, name, role, temperature: 0.7, repairs: 0, fallback: () => unread }
  const numbers = Array.from({ length: work.config.candidates }, (_, index) => index)
  // All of them are one turn.
  const optionsOf = (number: number) => (number === 0 ? { ...asked, turn: true as const } : asked)
  const draw = (number: number, branch: LoopContext) =>
    branch.generateObject(planSchema, work.conversation, optionsOf(number))
  const drafts = await ctx.map(numbers, draw, { label: 'candidates' })
  return drafts.filter((draft) => draft !== unread)
}

/** Plans with other words for the same calls are one. */
function distinct(drafts: readonly Draft[]): readonly Draft[] {
  const byContent = new Map<string, Draft>()
  for (const draft of drafts) {
    const { status, tools, missing = [] } = draft
    const key = canonicalJson({ status, tools, missing: missing.map(({ name }) => name) })
    if (!byContent.has(key)) byContent.set(key, draft)
  }
  return [...byContent.values()]
}

/** The highest score, of equal ones the first. A judge that cannot be read has none to give. */
async function judged(ctx: LoopContext, work: Work, drafts: readonly Draft[]): Promise<Score> {
  const { task, results } = work
  const plans = drafts.map((draft, index) => `Plan ${index + 1}: ${JSON.stringify(draft)}`).join('\n\n')
  const given = material({
    task: task.goal,
    today: planningDay(work),
    results: results.size > 0 ? shownResults([...results.values()]) : undefined,
    plans,
  })
  const isKnown = ({ plan }: Score) => plan <= drafts.length
  const { scores } = await ctx.generateObject(
    verdictSchema,
    [system(ctx.prompt(prompts.judge)), ...task.messages, user(given, ...task.files)],
    {
      label: 'judge',
      name: 'scores',
      role: 'judge',
      temperature: 0,
      check: ({ scores: said }) => (said.some(isKnown) ? [] : [`there are plans 1 to ${drafts.length}`]),
      fallback: () => ({ scores: [{ plan: 1, score: 0, why: 'No score could be read.' }] }),
    },
  )
  return scores.filter(isKnown).reduce((best, each) => (each.score > best.score ? each : best))
}
