/** A wave before it is carried out: people see it, may edit it, and may have to agree to it. */
import type { Json } from '../../json.ts'
import type { PlanStep } from '../../kernel/context.ts'
import { readInput } from '../../parsing/tool-input.ts'
import { agreedPlan } from '../agreed-plan.ts'
import { type Call, callFaults, callKey, inOrder, isSamePlan, shownCall } from './plan.ts'
import { prompts } from './prompts.ts'
import { withRenamed } from './references.ts'
import { knownTo, type Next, type Work } from './work.ts'

/** Who agrees to a call has to see it: so many characters of each are shown. */
const longestAskedFor = 4_000

/** The calls as people leave them; undefined when they refuse them. */
export async function settle(work: Work, next: Next): Promise<readonly Call[] | undefined> {
  const { ctx, config } = work
  const shown = await publish(work, next.calls, next.change)
  if (!next.isNew || !config.approve || shown.length === 0) return shown
  return agreedPlan(ctx, shown, {
    question: (left) => {
      const calls = left.map((call) => `${call.id}. ${shownCall(call, longestAskedFor)}`).join('\n')
      return ctx.prompt(prompts.approve, { calls })
    },
    publish: (left) => publish(work, left),
  })
}

async function publish(work: Work, calls: readonly Call[], change?: Next['change']) {
  const { ctx, results } = work
  const known = knownTo(work)
  const faultsOf = (edited: readonly PlanStep[]) => {
    const read = callsLeft(edited, work)
    const taken = read
      .filter(({ id }) => known.taken.has(id))
      .map(({ id }) => `the id \`${id}\` is that of a call that was made`)
    return [...taken, ...callFaults(read, known)]
  }
  const ordered = inOrder(calls, known.taken)
  const left = await ctx.plan(ordered.map(stepOf), { ...change, label: 'publish', validate: faultsOf })
  work.giveUp()
  const edited = callsLeft(left, work)
  if (isSamePlan(edited, ordered)) return ordered
  work.isEdited = true
  return inOrder(edited, new Set(results.keys()))
}

/** A call as a step of a plan that people read. */
function stepOf(call: Call): PlanStep {
  const { id, tool, args, needs } = call
  return { id, goal: shownCall(call), tool, input: args, needs }
}

/** Calls that were made meanwhile may stand in an edited plan as they were. */
function callsLeft(steps: readonly PlanStep[], { ctx, results }: Pick<Work, 'ctx' | 'results'>): readonly Call[] {
  const ids = new Set([...steps.map(({ id }) => id.trim()), ...results.keys()])
  const calls = steps.map(({ id, tool = '', input = {}, needs = [] }) => {
    const spec = ctx.tools.find(({ name }) => name === tool)
    const read = typeof input === 'string' ? readInput(input, spec) : undefined
    const args = read?.ok ? read.input : (input as Json)
    return { id: id.trim(), tool, args: withRenamed(args, ids), needs }
  })
  return calls.filter((call) => {
    const made = results.get(call.id)
    return made === undefined || callKey({ tool: made.tool, args: made.planned }) !== callKey(call)
  })
}
