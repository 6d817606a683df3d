/** The loop that is tried first: by rules where they are clear, else by the one routing call. */
import type { LoopCard, LoopContext } from '../../kernel/context.ts'
import type { Task } from '../../kernel/loop.ts'
import { material } from '../../parsing/material.ts'
import { prompts } from './prompts.ts'
import { requestAbout } from './request.ts'
import { type Choice, routeByRules } from './router.ts'
import { routeSchema } from './schema.ts'

type Routing = { readonly loops: readonly LoopCard[]; readonly route: 'auto' | 'model' | 'rules' }

export async function firstChoice(ctx: LoopContext, task: Task, { loops, route }: Routing): Promise<Choice> {
  const { isClear, ...ruled } = routeByRules({ goal: task.goal, hasTools: ctx.tools.length > 0, loops })
  if (loops.length === 1 || route === 'rules' || (route === 'auto' && isClear)) return ruled
  ctx.phase('planning')
  const tools = ctx.tools.map(({ name, description }) => `- ${name}: ${description}`).join('\n')
  const cards = loops.map(({ name, traits, summary }) => `- ${name}: best for ${traits.bestFor || summary}`).join('\n')
  const names = loops.map(({ name }) => name)
  const parts = material({ task: task.goal, tools: tools || 'none', loops: cards })
  const { loop, reason } = await ctx.generateObject(routeSchema, requestAbout(ctx.prompt(prompts.route), task, parts), {
    label: 'route',
    name: 'route',
    role: 'planner',
    temperature: 0,
    check: (chosen) =>
      names.includes(chosen.loop) ? [] : [`loop: expected one of ${names.join(', ')}, got ${chosen.loop}`],
    fallback: () => ({ loop: ruled.loop, reason: `${ruled.why} The routing call gave nothing that can be read.` }),
  })
  return { loop, why: reason }
}
