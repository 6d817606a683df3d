/** Entries of the audit log as a table keeps them. */
import type { AuditEntry, AuditFilter, Json } from '@gyre/core'

export type AuditRow = Omit<AuditEntry, 'data'> & { readonly data: string }

export const auditColumns = 'seq, at, owner, actor, action, target, data, chain, key'

/** What a filter asks for, as conditions. Each takes one value. */
export const auditConditions = {
  owner: 'owner = ?',
  actor: 'actor = ?',
  action: 'action = ?',
  since: 'at >= ?',
  until: 'at < ?',
  after: 'seq > ?',
  before: 'seq < ?',
} as const

type Conditions = Readonly<Record<keyof typeof auditConditions, string>>
type AskedCondition = { readonly condition: string; readonly value: string | number }

/** Those of a filter that says something, with what it says. */
export function askedConditions(filter: AuditFilter, conditions: Conditions): readonly AskedCondition[] {
  return Object.entries(conditions).flatMap(([name, condition]) => {
    const value = filter[name as keyof Conditions]
    return value === undefined ? [] : [{ condition, value }]
  })
}

export function auditEntry(row: AuditRow): AuditEntry {
  return { ...row, data: readable(row.data) }
}

/** What somebody made unreadable stands as it is: the log can still be listed, and whoever verifies it finds the entry. */
function readable(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}
