/** What is asked of the audit log, from what is filled in; and its entries in words. */
import type { AuditQuery } from '../../api/audit.ts'

export type AuditDraft = {
  readonly actor: string
  readonly action: string
  /** Days of this browser's place, `2026-11-16`; the last one is within. */
  readonly from: string
  readonly to: string
}

export const emptyAuditDraft: AuditDraft = { actor: '', action: '', from: '', to: '' }

/** What can be done, as the log names it. */
export const actions = {
  'browser.logged-in': 'logged in',
  'browser.logged-out': 'logged out',
  'breaker.reset': 'closed a breaker',
  'key.added': 'made a key',
  'key.revoked': 'revoked a key',
  'login-link.made': 'made a login link',
  'mcp-server.tested': 'tried an MCP server',
  'model.tested': 'tested a model',
  'model.tried': 'tried a provider',
  'persona.saved': 'saved a persona',
  'persona.rolled-back': 'rolled a persona back',
  'persona.removed': 'removed a persona',
  'prompt.saved': 'saved a prompt',
  'prompt.rolled-back': 'rolled a prompt back',
  'prompt.tried': 'tried a prompt',
  'rollout.saved': 'set a rollout',
  'rollout.removed': 'ended a rollout',
  'setting.set': 'set a setting',
  'setting.unset': 'set a setting back',
  'setting.rolled-back': 'rolled a setting back',
} as const

/** `made a key`; of what this page does not know, its name. */
export function actionWords(action: string): string {
  return Object.hasOwn(actions, action) ? actions[action as keyof typeof actions] : action
}

export function auditQueryOf({ actor, action, from, to }: AuditDraft): AuditQuery {
  const [since, until] = [dayStart(from, 0), dayStart(to, 1)]
  return {
    ...(actor.trim() !== '' && { actor: actor.trim() }),
    ...(action !== '' && { action }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
  }
}

/** Where the same entries can be had as a file, one a line. */
export function exportAddress(query: AuditQuery): string {
  const text = new URLSearchParams(query).toString()
  return `/api/v1/audit.jsonl${text === '' ? '' : `?${text}`}`
}

/** When a day begins here, or one so many days later; undefined for what is no day. */
function dayStart(day: string, later: number): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []
  if (year === undefined) return undefined
  return new Date(Number(year), Number(month) - 1, Number(date) + later).toISOString()
}

/** `name laptop, role user`: what the entry says beside its target. */
export function dataLine(data: unknown): string {
  if (data === null || data === undefined) return ''
  if (typeof data !== 'object' || Array.isArray(data)) return shown(data)
  return Object.entries(data)
    .map(([name, value]) => (name === 'ok' ? answered(value) : `${name} ${shown(value)}`))
    .join(', ')
}

/** What was tried says whether it worked. */
function answered(ok: unknown): string {
  return ok === true ? 'it answered' : 'it did not answer'
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
