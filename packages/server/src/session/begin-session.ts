/** Beginning a session for a caller, the same way in every protocol: what they may use, and what they may spend. */
import { GyreError, type Session, type StartOptions, suggestion, type TaskInput } from '@gyre/core'
import { type Caller, mayUse, requireRole } from '../auth/caller.ts'
import type { Tenant } from '../place.ts'
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
  const given = { ...options, by: caller.name }
  return beginWithin(caller, runtime.store.keyValue, given, async (allowed) => {
    if (target === 'persona') return runtime.startAs(name, task, allowed)
    return runtime.start(name, task, { ...allowed, tools: allowed.tools ?? (await tenant.sessionTools()) })
  })
}

/** What a name stands for. What a caller may not use is not there for them. */
export async function targetNamed({ caller, tenant }: Asker, name: string): Promise<'persona' | 'loop'> {
  const { personas, loops } = tenant.runtime
  if (mayUse(caller, name)) {
    if (await personas.find(name)) return 'persona'
    if (loops.some((loop) => loop.name === name)) return 'loop'
  }
  const known = await namesFor({ caller, tenant })
  throw new GyreError('persona-unknown', `There is no persona or loop \`${name}\`: ${suggestion(name, known)}`, {
    name,
  })
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
