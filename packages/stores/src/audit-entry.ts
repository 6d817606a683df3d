/** Entries of the audit log as a table keeps them. */
import type { AuditEntry, Json } from '@gyre/core'

export type AuditRow = Omit<AuditEntry, 'data'> & { readonly data: string }

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
