/** Eager dispatch: a call begins as soon as it is complete in the plan that is being written. */
import type { Json } from '../../json.ts'
import { Foresight, hasPureTools } from './foresight.ts'
import { looseCall } from './loose-plan.ts'
import { planSchema } from './schema.ts'
import type { Work } from './work.ts'

const entrySchema = planSchema.shape.tools.element

/** Where people are asked first, nothing begins before that. */
export function eagerEntries(work: Work) {
  const { ctx, config } = work
  if (!config.eager || config.approve || !hasPureTools(ctx)) return undefined
  const foresight = new Foresight(ctx, work)
  const take = (entry: Json) => {
    const read = entrySchema.safeParse(looseCall(entry, ctx.tools, ''))
    if (!read.success) return
    const { id, tool, args, needs = [] } = read.data
    foresight.foresee({ id, tool, args: args as Json, needs })
  }
  return { of: 'tools', take }
}
