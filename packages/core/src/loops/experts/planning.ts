/** Planning: the first plan, plans for a gap, and what people say to either. */
import { GyreError } from '../../errors.ts'
import { isObject, type Json } from '../../json.ts'
import type { LoopContext } from '../../kernel/context.ts'
import type { Message } from '../../messages.ts'
import { withoutMiddle } from '../../parsing/shortened-text.ts'
import { agreedPlan } from '../agreed-plan.ts'
import { modelFailure } from '../model-failure.ts'
import { arranged } from '../plan-order.ts'
import { withOwnIds } from './own-ids.ts'
import { planKey, planRequest, repairRequest } from './plan-request.ts'
import { prompts } from './prompts.ts'
import { planSchema } from './schema.ts'
import { expertsOf, type State } from './state.ts'
import { faultsOf, type Known, type PlannedTask, plannedTasks, readTasks } from './tasks.ts'
import { categoriesOf } from './work.ts'

export type Planned =
  | { readonly ok: true; readonly state: State; readonly tasks: readonly PlannedTask[] }
  /** `isReadable`: there was a plan, but one that cannot be carried out. */
  | { readonly ok: false; readonly state: State; readonly faults: readonly string[]; readonly isReadable: boolean }

const cacheMs = 30 * 60_000

/** A plan that cannot be used is shown its faults so often. */
const repairs = 2

/** A plan in the order it can be carried out in. A plan for a gap is neither looked up nor kept. */
export async function makePlan(ctx: LoopContext, state: State): Promise<Planned> {
  const request = planRequest(ctx, state)
  ctx.phase('planning')
  const drafts = await draftsFor(ctx, state, request).catch((error) => faultIn(error, state))
  if (drafts instanceof GyreError) {
    const faults = (drafts.details['faults'] ?? [drafts.message]) as readonly string[]
    ctx.note('plan-unusable', { faults })
    return { ok: false, state, faults, isReadable: drafts.details['isReadable'] === true }
  }
  const { tasks, remarks } = tasksIn(drafts, knownTo(ctx, state))
  if (remarks.length > 0) ctx.note('plan-mended', { remarks })
  return { ok: true, ...cut(ctx, state, arranged(tasks).steps) }
}

/** Once there is an answer, a planner that fails costs no more than the next round. */
function faultIn(error: unknown, { answer }: State): GyreError {
  if (error instanceof GyreError && error.code === 'output-invalid') return error
  if (answer === undefined) throw error
  return modelFailure(error)
}

/** Without a plan there is one task: all of it, for the general expert. */
export function wholeTask({ task }: State): readonly PlannedTask[] {
  return [{ id: '1', goal: task.goal, needs: [], category: 'general' }]
}

async function draftsFor(ctx: LoopContext, state: State, request: readonly Message[]): Promise<readonly Json[]> {
  const isFirst = state.round === 0
  if (!isFirst || !state.config.planCache) return askPlan(ctx, state, request)
  const key = planKey(ctx, state, request)
  return ctx.cache(key, (inside) => askPlan(inside, state, request), {
    label: 'plan-cache',
    ttlMs: cacheMs,
    isPersonal: true,
  })
}

/** The tasks as the planner wrote them, without faults but perhaps too many. */
async function askPlan(ctx: LoopContext, state: State, request: readonly Message[]): Promise<readonly Json[]> {
  const known = knownTo(ctx, state)
  const { maxTasks } = state.config
  let asked = request
  let answer: Answer = { faults: [], newest: undefined }
  // One that is only too long is cut, if no better one comes.
  let tooLong: readonly Json[] | undefined
  for (let attempt = 0; attempt <= repairs; attempt++) {
    answer = await ask(ctx, asked, { known, maxTasks }, attempt === 0 ? 'plan' : 'repair-plan')
    if (answer.drafts) return answer.drafts
    const { newest } = answer
    if (newest && faultsOf(tasksIn(newest, known).tasks, known).length === 0) tooLong = newest
    asked = repairRequest(ctx, state, answer.faults)
  }
  if (tooLong) return tooLong
  const { newest, faults } = answer
  throw new GyreError('output-invalid', `No usable plan came: ${faults.join('; ')}`, {
    faults,
    isReadable: newest !== undefined,
  })
}

type Answer = {
  readonly drafts?: readonly Json[]
  readonly faults: readonly string[]
  /** The newest that could be read, with its faults. */
  readonly newest: readonly Json[] | undefined
}

type Bounds = { readonly known: KnownHere; readonly maxTasks: number }

async function ask(ctx: LoopContext, messages: readonly Message[], bounds: Bounds, label: string): Promise<Answer> {
  const { known, maxTasks } = bounds
  let newest: readonly Json[] | undefined
  let faults: readonly string[] = []
  const { tasks } = await ctx.generateObject(planSchema(maxTasks), messages, {
    label,
    name: 'plan',
    role: 'planner',
    temperature: 0,
    // The repair is ours: it is shorter.
    repairs: 0,
    read: readTasks,
    check: (plan) => {
      newest = plan.tasks as readonly Json[]
      return faultsIn(newest, bounds)
    },
    fallback: (found) => {
      faults = found
      return { tasks: [] }
    },
  })
  const mended = tasksIn(tasks as readonly Json[], known).tasks
  return mended.length > 0 ? { drafts: tasks as readonly Json[], faults, newest } : { faults, newest }
}

/** A plan with more faults than these learns nothing from the others. */
const maxFaults = 10

function faultsIn(drafts: readonly Json[], { known, maxTasks }: Bounds): readonly string[] {
  const { tasks } = tasksIn(drafts, known)
  if (tasks.length > maxTasks) return [`there are ${tasks.length} tasks, and at most ${maxTasks} are allowed`]
  return faultsOf(tasks, known).slice(0, maxFaults)
}

/** What depends on nothing that was cut stays. */
function cut(ctx: LoopContext, state: State, tasks: readonly PlannedTask[]) {
  const { maxTasks } = state.config
  const over = tasks.slice(maxTasks)
  if (over.length === 0) return { state, tasks }
  const leftOut = over.map(({ goal }) => goal).join('; ')
  ctx.note('plan-cut', { leftOut })
  return {
    state: { ...state, leftOut: `Tasks of the plan were left out: ${leftOut}` },
    tasks: tasks.slice(0, maxTasks),
  }
}

/** What a plan may name, and the round it is for. */
type KnownHere = Known & { readonly round: number }

function knownTo({ tools }: LoopContext, { config, all, round }: State): KnownHere {
  return { categories: categoriesOf(expertsOf(config), tools), tools, done: new Set(all.map(({ id }) => id)), round }
}

/** The tasks that a planner wrote. */
function tasksIn(drafts: readonly Json[], known: KnownHere) {
  return plannedTasks(withOwnIds(drafts, known.done, known.round), known)
}

/** The tasks as people leave them; undefined when they refuse the plan. What is left of a plan is no new one. */
export async function settle(
  ctx: LoopContext,
  state: State,
  tasks: readonly PlannedTask[],
  { isRest = false } = {},
): Promise<readonly PlannedTask[] | undefined> {
  const { round, gap, config } = state
  const change = round > 0 && !isRest ? { round, reason: gap?.gap ?? '' } : {}
  const shown = await publish(ctx, state, tasks, change)
  if (!config.approve) return shown
  return agreedPlan(ctx, shown, {
    question: (left) => ctx.prompt(prompts.approve, { tasks: left.map(askedFor).join('\n') }),
    publish: (left) => publish(ctx, state, left, {}),
  })
}

/** Who agrees to a call has to see it: so many characters of each are shown. */
const longestAskedFor = 4_000

function askedFor({ id, category, goal, tool, input, query }: PlannedTask): string {
  const call = tool === undefined ? query : `${tool} ${JSON.stringify(input ?? {})}`
  return `${id}. ${goal} (${category})${call === undefined ? '' : `: ${withoutMiddle(call, longestAskedFor)}`}`
}

type Change = { readonly round?: number; readonly reason?: string }

async function publish(ctx: LoopContext, state: State, tasks: readonly PlannedTask[], change: Change) {
  const known = knownTo(ctx, state)
  const read = (edited: readonly PlannedTask[]) => {
    const { tasks, remarks } = plannedTasks(edited as readonly Json[], known)
    return { tasks: tasks.filter((task) => !hasRun(task, state)), remarks }
  }
  const validate = (edited: readonly PlannedTask[]) => [...missing(edited), ...faultsOf(read(edited).tasks, known)]
  const left = await ctx.plan(tasks, { ...change, label: 'publish', validate })
  const { tasks: settled, remarks } = read(left)
  if (remarks.length > 0) ctx.note('plan-mended', { remarks })
  return arranged(settled).steps
}

/** A person edits the plan as it was shown: tasks of it that have run meanwhile may stand there as they were. */
function hasRun({ id, goal }: PlannedTask, { all }: State): boolean {
  return all.some((result) => result.id === id && result.question === goal.trim())
}

/** A person may leave out all but what is to be done. */
function missing(edited: readonly PlannedTask[]): readonly string[] {
  const isIdle = (task: PlannedTask) =>
    !isObject(task as Json) || typeof task.goal !== 'string' || task.goal.trim() === ''
  return edited.some(isIdle) ? ['a task has no goal'] : []
}
