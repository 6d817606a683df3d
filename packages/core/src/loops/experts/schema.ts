/** The form of the plans of experts. */
import { z } from 'zod'

/** Keys that are not known stay: planners have other words for them. */
const task = z.looseObject({
  id: z.string().trim().max(60).optional().describe('A short name of its own, such as `1`.'),
  category: z.string().trim().max(60).optional().describe('Who does it.'),
  task: z.string().trim().min(1).max(4000).describe('What to find out or do, and what result to give.'),
  depends_on: z.array(z.string().trim()).max(50).optional().describe('Ids of the tasks whose results it uses.'),
  query: z.string().trim().max(2000).optional().describe('What to search for, or the expression to work out.'),
  tool: z.string().trim().max(200).optional().describe('A tool to be called with `args`, without an expert.'),
  args: z.record(z.string(), z.json()).optional(),
  supersedes: z.string().trim().max(60).optional().describe('The task of an earlier round that this one replaces.'),
})

/** A plan. One that is too long can be read, so that it can be cut: the model is told the limit all the same. */
export function planSchema(maxTasks: number) {
  return z.object({ tasks: z.array(task).min(1).meta({ maxItems: maxTasks }) })
}
