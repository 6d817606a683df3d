/** Beginning a session for a caller, the same way in every protocol: what they may use, and what they may spend. */
import { type ErrorCode, GyreError, type Session, type StartOptions, suggestion, type TaskInput } from '@gyre/core'
import { type Caller, mayUse, requireRole } from '../auth/caller.ts'
import type { Tenant } from '../place.ts'
import { isVisibleTo } from './asker.ts'
import { beginWithin } from './caller-budget.ts'

export type Wanted = {
  /** The name of a persona or a loop; the default loop when left out. */
  readonly model?: string | undefined
  readonly task: TaskInput
  readonly options?: StartOptions
}

export type Asker = { readonly caller: Caller; readonly tenant: Tenant }

/** Starts it. Fails before anything is paid for. */
export async function beginSession({ caller, tenant }: Asker, { model, task, options = {} }: Wanted): Promise<Session> {
  requireRole(caller, 'user')
  const { runtime } = tenant
  const name = model ?? (await runtime.settings.values()).default_loop
  const target = await targetNamed({ caller, tenant }, name)
  await refuseInnerLoops({ caller, tenant }, options.config)
  await refuseHiddenThread({ caller, tenant }, options.thread)
  const given = { ...options, ...(await ownBudget(tenant, name, options)), by: caller.name }
  return beginWithin(caller, runtime.store.keyValue, given, async (allowed) => {
    if (target === 'persona') return runtime.startAs(name, task, allowed)
    return runtime.start(name, task, { ...allowed, tools: allowed.tools ?? (await tenant.sessionTools()) })
  })
}

/** A persona's limits stay where the request names none: those of a key may be wider. */
async function ownBudget(
  { runtime }: Tenant,
  name: string,
  { budget }: StartOptions,
): Promise<Pick<StartOptions, 'budget'>> {
  const own = (await runtime.personas.find(name))?.persona.budget
  return own ? { budget: { ...own, ...budget } } : {}
}

/** A session is told what was said in its thread before: one with sessions that the caller may not see is not there. */
async function refuseHiddenThread({ caller, tenant }: Asker, thread: string | undefined): Promise<void> {
  if (thread === undefined || caller.personas === null) return
  const rows = await tenant.runtime.listAll({ thread })
  if (rows.every((row) => isVisibleTo(caller, row))) return
  throw new GyreError('thread-unknown', `There is no thread \`${thread}\`.`, { id: thread })
}

/** What a name stands for. What a caller may not use is not there for them. */
export async function targetNamed({ caller, tenant }: Asker, name: string): Promise<'persona' | 'loop'> {
  const { personas, loops } = tenant.runtime
  if (mayUse(caller, name)) {
    if (await personas.find(name)) return 'persona'
    if (loops.some((loop) => loop.name === name)) return 'loop'
  }
  throw await notThere({ caller, tenant }, name, 'persona-unknown')
}

/**
 * A config that comes with a request may name loops that run inside: they must be the caller's to use, too. Those of a
 * persona, and those that a loop has inside by itself, come with what the caller may use.
 */
export async function refuseInnerLoops(asker: Asker, config: unknown): Promise<void> {
  const hidden = loopsNamedIn(config).find((name) => !mayUse(asker.caller, name))
  if (hidden !== undefined) throw await notThere(asker, hidden, 'loop-unknown')
}

/** Loops within a config are written `{ loop, config }`, wherever they stand. */
function loopsNamedIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const { loop } = value as { readonly loop?: unknown }
  return [...(typeof loop === 'string' ? [loop] : []), ...Object.values(value).flatMap(loopsNamedIn)]
}

async function notThere(asker: Asker, name: string, code: ErrorCode): Promise<GyreError> {
  const message = `There is no persona or loop \`${name}\`: ${suggestion(name, await namesFor(asker))}`
  return new GyreError(code, message, { name })
}

/** Every persona and loop that a caller may use; what is switched off is left out. */
export async function namesFor({ caller, tenant }: Asker): Promise<readonly string[]> {
  const { personas, loops, settings } = tenant.runtime
  const off = new Set(await settings.loopsOff())
  const cast = (await personas.list())
    .filter(({ persona }) => !off.has(persona.loop))
    .map(({ persona }) => persona.name)
  const plain = loops.map(({ name }) => name).filter((name) => !off.has(name))
  return [...new Set([...cast, ...plain])].filter((name) => mayUse(caller, name))
}
