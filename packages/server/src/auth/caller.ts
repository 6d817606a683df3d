/** Who calls: what a key or a browser's login stands for. */
import { type Budget, GyreError } from '@gyre/core'

/** What may be done: look, run and steer, administer. Each may do what those before it may. */
export const roles = ['viewer', 'user', 'admin'] as const

export type Role = (typeof roles)[number]

/** What sessions begun with a key may spend. */
export type KeyBudget = {
  /** Limits of each session; a request may ask for less, never for more. */
  readonly perSession?: Partial<Pick<Budget, 'modelCalls' | 'toolCalls' | 'tokens' | 'costUsd' | 'activeMs'>>
  /** Of all its sessions of a day, UTC. */
  readonly perDay?: { readonly sessions?: number; readonly tokens?: number; readonly costUsd?: number }
}

export type Caller = {
  readonly owner: string
  /** Whom records name: `key:laptop`, `browser`, `local`. */
  readonly name: string
  readonly role: Role
  /** The id of the key; null for a browser, and where nobody is asked. */
  readonly key: string | null
  /** Personas and loops it may use, by name; null for all. */
  readonly personas: readonly string[] | null
  readonly budget: KeyBudget | null
}

/** What a caller is counted under, whatever protocol they speak. */
export function callerId({ key, name }: Caller): string {
  return key ?? name
}

/** Fails with `forbidden` for who may do less. */
export function requireRole({ role }: Caller, least: Role): void {
  if (roles.indexOf(role) >= roles.indexOf(least)) return
  throw new GyreError('forbidden', `This needs the role \`${least}\`; this key or login has the role \`${role}\`.`)
}

/** Whose administrators run the server itself: its keys, its logins, the audit log of all owners. */
export const operator = 'local'

export function isOperator({ owner, role, personas }: Caller): boolean {
  return owner === operator && role === 'admin' && personas === null
}

/** Fails with `forbidden` for who is no administrator of the server, or one whose key is limited to some personas. */
export function requireOperator(caller: Caller): void {
  requireRole(caller, 'admin')
  if (isOperator(caller)) return
  throw new GyreError('forbidden', `This is for administrators of \`${operator}\`, who run the server.`)
}

export function mayUse({ personas }: Caller, name: string): boolean {
  return personas === null || personas.includes(name)
}
